internal import Paths

/// Modules that go to one layer together: what lies in a folder, or a module with its tests.
struct LayerUnit {
  var subject: Subject
  /// The members, in order.
  var members: [Int]
  /// Those that the subject does not tell, so that their names must.
  var named: [Int] = []

  enum Subject {
    /// All below folders of one name that hold folders of modules: a layer as it stands.
    case layer(name: String, folders: [String])
    /// All below folders that have none below them: that of a module, and those of its tests.
    case folder([String])
    /// The modules of a spec above the folders of others.
    case spec(String)
    /// The modules of one name, with their tests.
    case module(String)
  }

  var isLayer: Bool {
    guard case .layer = subject else { return false }
    return true
  }

  /// Whether it is a layer of folders that a person named for what is in them.
  var isNamedByPerson: Bool {
    guard case .layer(_, let folders) = subject else { return false }
    return folders.contains {
      !FolderDivision.containerNames.contains(Path.lastComponent($0).lowercased())
    }
  }

  /// What orders units that nothing else does.
  var name: String {
    switch subject {
    case .layer(let name, _): name
    case .folder(let paths): paths.first ?? ""
    case .spec(let path): path
    case .module(let name): name
    }
  }
}

/// A link that the rules on layers judge.
struct LayerLink {
  var from: Int
  var to: Int
  /// Whether the linked module must lie in a lower layer, not only in none above.
  var isStrict: Bool
}

extension LayerUnit {
  /// Takes the folders of another unit, or what has none of its own by name.
  mutating func attach(_ other: LayerUnit) {
    switch (subject, other.subject) {
    case (.folder(let own), .folder(let paths)): subject = .folder(own + paths)
    case (.layer(let name, let own), .folder(let paths)):
      subject = .layer(name: name, folders: own + paths)
    case (.folder, _), (.layer, _): named += other.members
    case (.spec, _), (.module, _): break
    }
  }
}
