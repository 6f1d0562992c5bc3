/// The JSON Schema (draft-07) of a project.yml for XcodeGen 2.45.4, for editors.
///
/// It accepts the values that XcodeGen reads in full, in specs and in included files, so that it requires
/// no key that includes and templates may add. It cannot express which top-level keys only contain
/// anchors, whether a number has a decimal point, or that references resolve.
public var specSchema: String { embedded("spec.json") }

/// The JSON Schemas (2020-12) of JSON output, by command.
public enum JSONSchema: String, CaseIterable, Sendable {
  case report, graph, diff, why, stats, list, affected, history

  /// The version of the format, incremented when readers have to change.
  public var version: Int { self == .history ? 2 : 1 }

  public var text: String { embedded(rawValue + ".json") }
}
