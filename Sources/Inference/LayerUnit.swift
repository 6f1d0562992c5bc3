internal import Paths

/// Modules that belong to the same layer: those of a folder, or a module with its tests.
struct LayerUnit {
  var subject: Subject
  /// The members, sorted.
  var members: [Int]
  /// The members outside of the folders of the subject, which are matched by name.
  var named: [Int] = []
  /// Whether the unit is a layer whose folder has a specific name, and not that of a module.
  var isNamedByPerson = false

  enum Subject {
    /// The modules below folders of one name that contain folders of modules.
    case layer(name: String, folders: [String])
    /// The modules of folders without subfolders: a module and its tests.
    case folder([String])
    /// A module, or the modules of a folder with subfolders, with their tests.
    case module(String)
  }

  var isLayer: Bool {
    guard case .layer = subject else { return false }
    return true
  }

  /// The key that breaks ties between units.
  var name: String {
    switch subject {
    case .layer(let name, _): name
    case .folder(let paths): paths.first ?? ""
    case .module(let name): name
    }
  }
}

/// A link that layer rules check.
struct LayerLink {
  var from: Int
  var to: Int
  /// Whether the linked module must be in a lower layer, rather than not in a higher one.
  var isStrict: Bool
}

extension LayerUnit {
  /// Adds the folders of another unit, or its members by name.
  mutating func attach(_ other: LayerUnit) {
    switch (subject, other.subject) {
    case (.folder(let own), .folder(let paths)): subject = .folder(own + paths)
    case (.layer(let name, let own), .folder(let paths)):
      subject = .layer(name: name, folders: own + paths)
    case (.folder, _), (.layer, _): named += other.members
    case (.module, _): break
    }
  }
}
