public import Diagnostics
internal import Paths
public import YAML

/// Parses the text of a spec into a tree, with the variables of the environment expanded.
public struct SpecParser: Sendable {
  private var yaml = Parser(knownKeys: KeyTable.shared.knownKeys, rule: .invalidSpec)
  private let environment: Environment?

  public init(_ options: SpecOptions) { environment = options.environment }

  /// Reads a file into `tree`, which must be empty: JSON if its extension is `json`, else YAML.
  ///
  /// - Throws: A diagnostic if the text is not YAML, or not a JSON object.
  public mutating func parse(
    _ text: [UInt8], at path: String, into tree: inout Tree, file: FileID
  ) throws(Diagnostic) -> NodeID {
    let root: NodeID
    if Self.isJSON(path) {
      let json = JSONParser(knownKeys: KeyTable.shared.knownKeys, rule: .invalidSpec)
      root = try json.parse(text, into: &tree, file: file)
      guard tree.isMapping(root) else {
        throw Diagnostic(.invalidSpec, .error, .noObject, at: tree.range(of: root))
      }
    } else {
      root = try yaml.parse(text, into: &tree, file: file)
    }
    if let environment, tree.hasVariables(root) { tree.expandEnvironment(environment) }
    return root
  }

  /// Whether the extension of a path is `json`, in any case.
  static func isJSON(_ path: String) -> Bool {
    // The last letter excludes most paths.
    guard let last = path.utf8.last, last | 0x20 == UInt8(ascii: "n") else { return false }
    return Path.splitExtension(Path.lastComponent(path)).extension?.lowercased() == "json"
  }
}

extension SpecParser {
  /// Whether the text at `path` is a mapping; `nil` if it is neither YAML nor a JSON object.
  public static func isMapping(_ text: [UInt8], at path: String) -> Bool? {
    var tree = Tree()
    var parser = SpecParser(SpecOptions())
    let root = try? parser.parse(text, at: path, into: &tree, file: FileID(index: 0))
    return root.map { tree.isMapping($0) }
  }
}

extension Diagnostic.Message {
  fileprivate static let noObject: Self = "a JSON spec must be an object"
}

/// The options of reading a spec.
public struct SpecOptions: Sendable {
  /// The folder that includes and paths are relative to, if it is not that of the spec.
  public var projectRoot: String?
  /// The variables of the environment; `nil` leaves them unexpanded.
  public var environment: Environment?
  /// Returns whether layers differ for the folders below a folder; `nil` if the folders of
  /// sources and included files do not matter.
  public var layersDifferBelow: (@Sendable (_ folder: String) -> Bool)?
  /// Whether to keep the sources of each spec, for which it is read again otherwise.
  public var keepsSources = false
  /// Whether git ignores an included file that is missing, which a script may write.
  public var isIgnored: (@Sendable (_ path: String) -> Bool)?

  public init(
    projectRoot: String? = nil, environment: Environment? = nil,
    layersDifferBelow: (@Sendable (_ folder: String) -> Bool)? = nil
  ) {
    self.layersDifferBelow = layersDifferBelow
    self.projectRoot = projectRoot
    self.environment = environment
  }
}
