extension [LayerUnit] {
  /// Moves the modules of each name to the topmost layer that contains one of them.
  ///
  /// Test bundles of several projects can have the same name and sources, so no pattern
  /// distinguishes them. Does not move the only module of a unit.
  ///
  /// - Complexity: O(*n* log *n*).
  mutating func join(_ names: Set<String>, _ drafts: [LayerDraft], _ table: ModuleTable) {
    var homes: [String: Int] = [:]
    for unit in drafts.flatMap(\.units) {
      for member in self[unit].members where names.contains(table.members[member].name) {
        guard let home = homes[table.members[member].name] else {
          homes[table.members[member].name] = unit
          continue
        }
        if home != unit, self[unit].members.count > 1 { move(member, from: unit, to: home) }
      }
    }
  }

  private mutating func move(_ member: Int, from unit: Int, to home: Int) {
    self[unit].members.removeAll { $0 == member }
    self[unit].named.removeAll { $0 == member }
    self[home].members = (self[home].members + [member]).sorted()
    switch self[home].subject {
    case .layer, .folder: self[home].named.append(member)
    case .spec, .module: break
    }
  }
}
