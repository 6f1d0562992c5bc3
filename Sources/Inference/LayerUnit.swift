internal import Paths

/// Modules that belong to the same layer: those of a folder, or a module with its tests.
struct LayerUnit {
  var subject: Subject
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

extension [LayerUnit] {
  /// Moves the modules of each name to the topmost layer that contains one of them.
  ///
  /// Test bundles of several projects can have the same name and sources, so no pattern
  /// distinguishes them.
  ///
  /// - Complexity: O(*n* log *n*).
  mutating func join(_ names: Set<String>, _ drafts: [LayerDraft], _ table: ModuleTable) {
    var homes: [String: Int] = [:]
    for unit in drafts.flatMap(\.units) {
      for member in self[unit].members where names.contains(table.members[member].name) {
        let home = homes[table.members[member].name] ?? unit
        homes[table.members[member].name] = home
        if home != unit { move(member, from: unit, to: home) }
      }
    }
    removeAll { $0.members.isEmpty }
  }

  mutating func move(_ member: Int, from unit: Int, to home: Int) {
    self[unit].members.removeAll { $0 == member }
    self[unit].named.removeAll { $0 == member }
    self[home].members = (self[home].members + [member]).sorted()
    switch self[home].subject {
    case .layer, .folder: self[home].named.append(member)
    case .module: break
    }
  }
}
