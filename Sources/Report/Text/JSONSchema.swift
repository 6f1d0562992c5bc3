/// The JSON Schemas (2020-12) of JSON output, by command.
public enum JSONSchema: String, CaseIterable, Sendable {
  case report, graph, diff, why, stats, list, affected, history

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
