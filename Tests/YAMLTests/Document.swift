import Diagnostics
import Testing

@testable import YAML

/// A parsed document, with what tests ask of it.
struct Document {
  var tree = Tree(classifier: { $0.count == 4 ? [.fourLetters] : [] })
  var root = NodeID(0)

  static let knownKeys = KnownKeys(["name", "targets", "include", "dependencies"])

  init(_ text: String) throws(Diagnostic) { try self.init(bytes: Array(text.utf8)) }

  init(bytes: [UInt8]) throws(Diagnostic) {
    var parser = Parser(knownKeys: Self.knownKeys, rule: "test")
    root = try parser.parse(bytes, into: &tree, file: FileID(index: 0))
  }

  init(json: String) throws(Diagnostic) { try self.init(json: Array(json.utf8)) }

  init(json: [UInt8]) throws(Diagnostic) {
    let parser = JSONParser(knownKeys: Self.knownKeys, rule: "test")
    root = try parser.parse(json, into: &tree, file: FileID(index: 0))
  }

  /// The whole document in one line: types of scalars in front of them, keys in order.
  var shown: String { show(root) }

  func show(_ id: NodeID) -> String {
    if tree.isMapping(id) {
      let entries = tree.entries(of: id).map { "\(tree.string($0.key)): \(show($0.value))" }
      return "{" + entries.joined(separator: ", ") + "}"
    }
    if tree.isSequence(id) {
      return "[" + tree.elements(of: id).map { show($0) }.joined(separator: ", ") + "]"
    }
    switch tree.type(of: id) {
    case nil: return "set"
    case .text: return tree.string(id)
    case .bool(let value): return "bool \(value)"
    case .int(let value): return "int \(value)"
    case .float(let value): return "float \(value)"
    case .timestamp: return "timestamp"
    case .null: return "null"
    }
  }

  /// The value that a path of keys and places in lists leads to.
  func node(_ path: String...) throws -> NodeID {
    var id = root
    for step in path {
      if let place = Int(step), tree.isSequence(id) {
        id = tree.elements(of: id)[place]
      } else {
        id = try #require(tree.entry(of: id, named: step)).value
      }
    }
    return id
  }

  /// Where a value stands, as `line:column-line:column`.
  func place(_ id: NodeID) -> String { Self.show(tree.range(of: id)) }

  static func show(_ range: SourceRange) -> String {
    "\(range.start.line):\(range.start.column)-\(range.end.line):\(range.end.column)"
  }
}

/// The place and the text of what parsing throws, or what was parsed.
func failure(_ parse: () throws(Diagnostic) -> Document) -> String {
  do throws(Diagnostic) {
    return "parsed: " + (try parse()).shown
  } catch {
    guard let start = error.location?.start else { return error.message.text }
    return "\(start.line):\(start.column): \(error.message.text)"
  }
}

extension TextTraits {
  static let fourLetters = TextTraits(rawValue: 4)
}
