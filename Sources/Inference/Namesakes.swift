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

  /// Moves a member to a unit that matches it by name.
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
