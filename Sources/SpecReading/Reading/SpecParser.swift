public import Diagnostics
internal import Paths
public import YAML

/// Parses the text of a spec into a tree.
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
    guard Self.isJSON(path) else { return try yaml.parse(text, into: &tree, file: file) }
    let json = JSONParser(knownKeys: KeyTable.shared.knownKeys, rule: .invalidSpec)
    let root = try json.parse(text, into: &tree, file: file)
    guard tree.isMapping(root) else {
      throw Diagnostic(.invalidSpec, .error, .noObject, at: tree.range(of: root))
    }
    return root
  }

  /// Expands the environment's variables in a parsed tree.
  ///
  /// - Returns: Whether there were variables to expand.
  @discardableResult
  public func expandEnvironment(in tree: inout Tree, root: NodeID) -> Bool {
    guard let environment, tree.hasVariables(root) else { return false }
    tree.expandEnvironment(environment)
    return true
  }

  /// Whether the extension of a path is `json`, in any case.
  static func isJSON(_ path: String) -> Bool {
    // The last letter excludes most paths.
    guard let last = path.utf8.last, last | 0x20 == UInt8(ascii: "n") else { return false }
    return Path.splitExtension(Path.lastComponent(path)).extension?.lowercased() == "json"
  }
}

extension SpecParser {
  /// The kind of value at the top level of a file.
  public enum Shape: String {
    case mapping = "a mapping"
    case list = "a list"
    case scalar = "a single value"
  }

  /// Returns the shape of the text at `path`, or `nil` if it is neither YAML nor JSON.
  public static func shape(of text: [UInt8], at path: String) -> Shape? {
    var tree = Tree()
    var parser = Parser(knownKeys: KnownKeys([]), rule: .invalidSpec)
    do throws(Diagnostic) {
      let file = FileID(index: 0)
      let root =
        isJSON(path)
        ? try JSONParser(knownKeys: KnownKeys([]), rule: .invalidSpec)
          .parse(text, into: &tree, file: file)
        : try parser.parse(text, into: &tree, file: file)
      return tree.isMapping(root) ? .mapping : tree.isSequence(root) ? .list : .scalar
    } catch {
      return nil
    }
  }
}

extension Diagnostic.Message {
  fileprivate static let noObject: Self = "a JSON spec must be an object"
}
