internal import Diagnostics

/// Reads the XML form of property lists (Apple's `PropertyList-1.0.dtd`).
public struct XMLPropertyListReader {
  private typealias Tag = (token: XMLTokenizer.Token, place: Position)

  private var tokens: XMLTokenizer

  /// - Throws: The first error, also if values are nested deeper than `Limits.nesting`.
  public static func read(_ bytes: [UInt8]) throws(XMLTokenizer.SyntaxError) -> PropertyList {
    var reader = Self(tokens: XMLTokenizer(bytes, readsText: true))
    guard case (.start("plist", _, isEmpty: false), _) = try reader.nextTag() else {
      throw XMLTokenizer.SyntaxError(message: .noPlist, position: .start)
    }
    let root = try reader.value(try reader.nextTag(), depth: 0)
    let end = try reader.nextTag()
    guard case .end("plist") = end.token else { throw reader.noElement(end.place) }
    return root
  }

  private mutating func value(
    _ tag: Tag, depth: Int
  ) throws(XMLTokenizer.SyntaxError) -> PropertyList {
    guard depth < Limits.nesting else {
      throw XMLTokenizer.SyntaxError(message: .tooDeep, position: tag.place)
    }
    guard case .start(let name, _, let isEmpty) = tag.token else { throw noElement(tag.place) }
    switch name {
    case "dict", "array":
      let children = isEmpty ? [] : try children(of: name, depth: depth)
      return PropertyList(
        content: name == "dict" ? .table(children) : .list(children), place: tag.place)
    case "string", "integer", "real", "date", "data", "true", "false":
      return try text(isEmpty, of: name, at: tag.place)
    default: throw noElement(tag.place)
    }
  }

  private mutating func children(
    of element: String, depth: Int
  ) throws(XMLTokenizer.SyntaxError) -> [PropertyList] {
    var children: [PropertyList] = []
    while true {
      var tag = try nextTag()
      if case .end(element) = tag.token { return children }
      if element == "dict" {
        guard case .start("key", _, let isEmpty) = tag.token else { throw noElement(tag.place) }
        children.append(try text(isEmpty, of: "key", at: tag.place))
        tag = try nextTag()
      }
      children.append(try value(tag, depth: depth + 1))
    }
  }

  private mutating func text(
    _ isEmpty: Bool, of element: String, at place: Position
  ) throws(XMLTokenizer.SyntaxError) -> PropertyList {
    PropertyList(
      content: .text(isEmpty ? [] : try text(of: element), element: element), place: place)
  }

  private mutating func text(of element: String) throws(XMLTokenizer.SyntaxError) -> [UInt8] {
    var text: [UInt8] = []
    while let (token, place) = try tokens.next() {
      switch token {
      case .text(let part), .verbatim(let part): text += part
      case .end(element): return text
      case .start, .end: throw noElement(place)
      }
    }
    throw XMLTokenizer.SyntaxError(message: .openElement(element), position: .start)
  }

  /// Returns the next tag, after optional blanks.
  private mutating func nextTag() throws(XMLTokenizer.SyntaxError) -> Tag {
    while let (token, place) = try tokens.next() {
      guard case .text(let text) = token else { return (token, place) }
      guard text.allSatisfy({ [0x20, 0x9, 0xa, 0xd].contains($0) }) else { throw noElement(place) }
    }
    throw XMLTokenizer.SyntaxError(message: .openElement("plist"), position: .start)
  }

  private func noElement(_ place: Position) -> XMLTokenizer.SyntaxError {
    XMLTokenizer.SyntaxError(message: .noElement, position: place)
  }
}

extension Position {
  fileprivate static var start: Position { Position(line: 1, column: 1) }
}

extension Diagnostic.Message {
  fileprivate static let noPlist: Self = "not a property list: there is no <plist> element"
  fileprivate static let noElement: Self = "not a property list: this element is not expected here"
  fileprivate static let tooDeep: Self = "nested more than \(Limits.nesting) levels deep"

  fileprivate static func openElement(_ name: String) -> Self {
    "not a property list: <\(name)> is never closed"
  }
}
