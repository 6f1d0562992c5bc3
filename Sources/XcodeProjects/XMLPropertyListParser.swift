internal import Diagnostics
internal import Text

struct XMLPropertyListParser {
  private var tokens: XMLTokenizer
  private var tree: PropertyListTree

  private init(_ bytes: [UInt8]) {
    tokens = XMLTokenizer(bytes, readsText: true)
    tree = PropertyListTree(bytes)
  }

  /// - Throws: The first syntax error, or an error if values are nested deeper than
  ///   `Limits.nesting`.
  /// - Complexity: O(*n*) for *n* bytes.
  static func parse(_ bytes: [UInt8]) throws(XMLTokenizer.SyntaxError) -> PropertyListTree {
    var parser = XMLPropertyListParser(bytes)
    guard case (.start("plist", _, isEmpty: false), _) = try parser.nextTag() else {
      throw XMLTokenizer.SyntaxError(message: .noPlist, position: .start)
    }
    let (tag, start) = try parser.nextTag()
    try parser.value(tag, at: start, depth: 0)
    return parser.tree
  }

  private mutating func value(
    _ tag: XMLTokenizer.Token, at start: Position, depth: Int
  ) throws(XMLTokenizer.SyntaxError) {
    guard depth < Limits.nesting else {
      throw XMLTokenizer.SyntaxError(message: .tooDeep, position: start)
    }
    guard case .start(let name, _, let isEmpty) = tag else {
      throw XMLTokenizer.SyntaxError(message: .noElement, position: start)
    }
    switch name {
    case "dict", "array":
      let node = tree.append(name == "dict" ? .table : .list, decoded: [], at: start)
      if !isEmpty { try children(of: name, depth: depth) }
      tree.close(node)
    case "true", "false":
      if !isEmpty { _ = try text(of: name) }
      tree.append(.text, decoded: Array((name == "true" ? "YES" : "NO").utf8), at: start)
    default:
      tree.append(
        name == "data" ? .data : .text, decoded: isEmpty ? [] : try text(of: name), at: start)
    }
  }

  private mutating func children(
    of element: String, depth: Int
  ) throws(XMLTokenizer.SyntaxError) {
    while true {
      let (tag, start) = try nextTag()
      if case .end(element) = tag { return }
      guard element == "dict" else {
        try value(tag, at: start, depth: depth + 1)
        continue
      }
      guard case .start("key", _, let isEmpty) = tag else {
        throw XMLTokenizer.SyntaxError(message: .noElement, position: start)
      }
      tree.append(.text, decoded: isEmpty ? [] : try text(of: "key"), at: start)
      let (next, place) = try nextTag()
      try value(next, at: place, depth: depth + 1)
    }
  }

  private mutating func text(of element: String) throws(XMLTokenizer.SyntaxError) -> [UInt8] {
    var text: [UInt8] = []
    while let (token, start) = try tokens.next() {
      switch token {
      case .text(let part), .verbatim(let part): text += part
      case .end(element): return text
      case .start, .end: throw XMLTokenizer.SyntaxError(message: .noElement, position: start)
      }
    }
    throw XMLTokenizer.SyntaxError(message: .openElement(element), position: .start)
  }

  /// Returns the next tag and skips the text before it.
  private mutating func nextTag() throws(XMLTokenizer.SyntaxError) -> (XMLTokenizer.Token, Position)
  {
    while let (token, start) = try tokens.next() {
      switch token {
      case .text, .verbatim: continue
      case .start, .end: return (token, start)
      }
    }
    throw XMLTokenizer.SyntaxError(message: .openElement("plist"), position: .start)
  }
}

extension Position {
  static var start: Position { Position(line: 1, column: 1) }
}

extension Diagnostic.Message {
  fileprivate static let noPlist: Self = "not a property list: there is no <plist> element"
  fileprivate static let noElement: Self = "not a property list: this element is not expected here"
  fileprivate static func openElement(_ name: String) -> Self {
    "not a property list: <\(name)> is never closed"
  }
}
