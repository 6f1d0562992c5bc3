internal import Text

extension ConfigurationSection {
  static let baseline = ConfigurationSection(
    Baseline.fileName,
    [
      .init(
        "version", .version(1...Baseline.currentVersion), isRequired: true,
        "the version of this format"),
      .init(
        "findings", .table(.list(.list(.text(.name)))), isRequired: true,
        "the known findings by rule, each as the modules it is about"),
    ])
}

/// Returns the JSON Schema (draft-07) of modlint-baseline.yml, which cannot check the order of
/// entries.
public func baselineSchema() -> String {
  schema(
    of: .baseline, Baseline.fileName,
    "The known findings of a workspace, as modlint records them.")
}
