internal import Diagnostics
internal import YAML

/// What the first stage makes of a text: the specification as its own file has it.
struct ParsedSpec {
  /// Relative to the source's root.
  var path: String
  /// The folder that its includes and paths start from.
  var folder: String
  var file: FileID
  /// In the reader's tree.
  var root: NodeID
}

// The first stage: parsing.
extension SpecReader {
  /// Puts a specification into the tree, with the variables of the environment expanded, and collects what
  /// XcodeGen ignores in it.
  ///
  /// - Throws: Why it is not a YAML or JSON mapping.
  mutating func parse(
    _ path: String, text: [UInt8], folder: String, file: FileID
  ) throws(Diagnostic) -> ParsedSpec {
    tree.removeAll()
    resolution.removeAll()
    if stage != .settling { log.silent.removeAll(keepingCapacity: true) }
    let root = try Self.parse(text, at: path, with: &parser, into: &tree, file: file)
    if let environment = options.environment, tree.hasVariables(root) {
      tree.expandEnvironment(environment)
    }
    searchRoot(root)
    return ParsedSpec(path: path, folder: folder, file: file, root: root)
  }

  /// Appends a YAML file, or a JSON file if its name says so, to `tree`.
  static func parse(
    _ text: [UInt8], at path: String, with parser: inout Parser, into tree: inout Tree,
    file: FileID
  ) throws(Diagnostic) -> NodeID {
    guard endsInJSON(path) else {
      return try parser.parse(text, into: &tree, file: file)
    }
    let json = JSONParser(knownKeys: KeyTable.shared.knownKeys, rule: .invalidSpec)
    let root = try json.parse(text, into: &tree, file: file)
    guard tree.isMapping(root) else {
      throw Diagnostic(.invalidSpec, .error, .noObject, at: tree.range(of: root))
    }
    return root
  }
}

extension Diagnostic.Message {
  fileprivate static let noObject: Self = "a JSON spec must be an object"
}
