internal import Diagnostics
internal import YAML

// Cycles of settings groups, which crash XcodeGen.
extension SpecChecker {
  /// Reports the entries that close a cycle of settings groups.
  ///
  /// XcodeGen resolves the groups of a group wherever the group is used. It resolves those in its
  /// `configs` only for settings of the project or a target, once for each configuration.
  ///
  /// - Complexity: O(*c* (*g* + *e*)) for *g* groups with *e* entries and *c* configurations; *c*
  ///   is 1 if no group refers to others for a configuration.
  mutating func checkGroupCycles() {
    guard let table = settingNames.groups else { return }
    // Most groups contain only settings.
    var searched: Set<NodeID> = []
    let (namesGroups, byConfiguration) = references(amongGroupsOf: table, &searched)
    if namesGroups {
      let groups = tree.entries(of: table).filter { tree.isMapping($0.value) }
      let all = groups.map { GroupEntry(place: $0.key, name: tree.string($0.key), group: $0.value) }
      reportCycles(from: all, in: nil)
    }
    guard byConfiguration, !settingNames.configurations.areTooMany else { return }
    let users = settingsOfUsers(in: spec.root)
    for configuration in settingNames.configurations.names {
      reportCycles(
        from: users.flatMap { entries(of: $0, in: configuration) }, in: configuration)
    }
  }

  /// Whether groups of a table refer to groups, and whether some do so for a configuration.
  private func references(
    amongGroupsOf table: NodeID, _ searched: inout Set<NodeID>
  ) -> (namesGroups: Bool, byConfiguration: Bool) {
    var result = (namesGroups: false, byConfiguration: false)
    var groups = tree.startOfEntries(of: table)
    while let (_, group) = tree.nextEntry(&groups) {
      guard tree.isMapping(group) else { continue }
      if groupList(of: group) != nil { result.namesGroups = true }
      if namesGroupsByConfiguration(group, &searched) { result.byConfiguration = true }
    }
    return result
  }

  private struct GroupEntry {
    /// The entry that names the group.
    var place: NodeID
    var name: String
    var group: NodeID
  }

  private mutating func reportCycles(from roots: [GroupEntry], in configuration: String?) {
    var search = CycleSearch<NodeID>()
    var found: [(Diagnostic.Message, NodeID)] = []
    for root in roots {
      search.visit(root, id: \.group, next: { entries(of: $0.group, in: configuration) }) {
        found.append((.groupCycle($0.map(\.name)), $1.place))
      }
    }
    for (message, place) in found { refuse(message, at: place) }
  }

  /// Returns the groups that settings refer to, for a configuration if one is given.
  private func entries(of settings: NodeID, in configuration: String?) -> [GroupEntry] {
    var result: [GroupEntry] = []
    var seen: Set<NodeID> = []
    collect(&result, from: settings, in: configuration, &seen)
    return result
  }

  // Aliases can repeat settings, so each is visited once.
  private func collect(
    _ result: inout [GroupEntry], from settings: NodeID, in configuration: String?,
    _ seen: inout Set<NodeID>
  ) {
    guard spec.isStructured(settings), seen.insert(settings).inserted else { return }
    for element in tree.elements(of: groupList(of: settings)) where tree.isText(element) {
      let name = tree.string(element)
      guard let group = group(named: name) else { continue }
      result.append(GroupEntry(place: element, name: name, group: group))
    }
    guard let configuration else { return }
    for (key, value) in tree.entries(of: settings, for: .configs)
    where settingNames.configurations.applies(tree.string(key), to: configuration) {
      collect(&result, from: value, in: configuration, &seen)
    }
  }

  private func namesGroupsByConfiguration(
    _ settings: NodeID, _ searched: inout Set<NodeID>
  ) -> Bool {
    guard let configs = tree.value(of: settings, for: .configs) else { return false }
    var isNested = false
    var entries = tree.startOfEntries(of: configs)
    while let (_, inner) = tree.nextEntry(&entries) {
      if spec.isStructured(inner), groupList(of: inner) != nil { return true }
      if tree.value(of: inner, for: .configs) != nil { isNested = true }
    }
    // `configs` are rarely nested.
    guard isNested, searched.insert(configs).inserted else { return false }
    return tree.entries(of: configs).contains { namesGroupsByConfiguration($0.value, &searched) }
  }

  /// Returns the settings of the project and of all targets.
  private func settingsOfUsers(in root: NodeID) -> [NodeID] {
    let tables = [SpecKey.targets, .aggregateTargets].map { tree.value(of: root, for: $0) }
    let targets = tables.flatMap { tree.entries(of: $0) }.map(\.value)
    return ([root] + targets).compactMap { tree.value(of: $0, for: .settings) }
  }
}

extension Diagnostic.Message {
  // The first name is repeated at the end.
  fileprivate static func groupCycle(_ names: [String]) -> Self {
    let most = 8
    let shown =
      names.count <= most ? names : names.prefix(most - 1) + ["…", names[names.count - 1]]
    return "settings groups form a cycle: \(shown.joined(separator: " → "))"
  }
}
