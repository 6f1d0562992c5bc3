/// The JSON Schema (draft-07) of a project.yml for XcodeGen 2.45.4, for editors.
///
/// It accepts the values that XcodeGen reads in full, in specs and in included files, so that it requires
/// no key that includes and templates may add. It cannot express which top-level keys only contain
/// anchors, whether a number has a decimal point, or that references resolve.
public var specSchema: String { PackageResources.spec_json.text }

/// The JSON Schemas (2020-12) of JSON output, by command.
public enum JSONSchema: String, CaseIterable, Sendable {
  case report, graph, diff, why, stats, list, affected, history

  /// The version of the format, incremented when readers have to change.
  public var version: Int { self == .history ? 2 : 1 }

  public var text: String {
    let bytes =
      switch self {
      case .report: PackageResources.report_json
      case .graph: PackageResources.graph_json
      case .diff: PackageResources.diff_json
      case .why: PackageResources.why_json
      case .stats: PackageResources.stats_json
      case .list: PackageResources.list_json
      case .affected: PackageResources.affected_json
      case .history: PackageResources.history_json
      }
    return bytes.text
  }
}
