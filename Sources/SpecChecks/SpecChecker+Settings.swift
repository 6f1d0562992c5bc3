internal import Diagnostics
internal import SpecReading
public import YAML

// Settings of single configurations.
extension SpecChecker {
  /// Checks the settings of the project and its groups.
  public mutating func checkProjectSettings() {
    guard tree.has(.configs) else { return }
    if let settings = tree.value(of: spec.root, for: .settings) { checkSettings(settings) }
    // XcodeGen reports the errors of `settingGroups` even if it uses `settingPresets`.
    let groups = tree.value(of: spec.root, for: .settingGroups)
    for table in [groups, tree.settingGroups(of: spec.root)] {
      for (_, group) in tree.entries(of: table) { checkSettings(group) }
    }
  }

  /// Reports entries of `configs` in settings that are not mappings.
  public mutating func checkSettings(_ settings: NodeID) {
    guard let configs = tree.value(of: settings, for: .configs) else { return }
    for (key, value) in tree.entries(of: configs) where !tree.isMapping(value) {
      let name = tree.string(key)
      report(
        .configIsNoMapping(name), at: value, help: tree.isBlank(value) ? [.leaveOut(name)] : [])
    }
  }
}

extension Diagnostic.Message {
  fileprivate static func leaveOut(_ config: String) -> Self {
    "leave '\(config)' out, or write '\(config): {}'"
  }
  fileprivate static func configIsNoMapping(_ config: String) -> Self {
    "the settings of configuration '\(config)' must be a mapping"
  }
}
