internal import YAML

/// What the settings of one specification may name.
struct SettingNames {
  var configurations = BuildConfigurations.usual
  /// The mapping of settings groups.
  var groups: NodeID?
  /// Whether configurations that are not there are to be accepted.
  var acceptsMissingConfigurations = false

  init() {}

  init(of root: NodeID, in tree: Tree) {
    configurations = BuildConfigurations(of: root, in: tree)
    if tree.has(.settingGroups) || tree.has(.settingPresets) {
      groups = SettingsReader.groups(of: root, in: tree)
    }
    guard tree.has(.disabledValidations), let options = tree.value(of: root, for: .options),
      let disabled = tree.value(of: options, for: .disabledValidations)
    else { return }
    acceptsMissingConfigurations = tree.elements(of: disabled).contains {
      tree.isText($0) && tree.text(of: $0, is: "missingConfigs")
    }
  }
}
