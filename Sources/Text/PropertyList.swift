internal import Diagnostics

/// A value of the property list of an XCFramework.
///
/// Numbers, dates and data are not decoded.
public enum PropertyList: Equatable, Sendable {
  case text(String)
  case list([PropertyList])
  case table([String: PropertyList])
  case other

  /// Reads a property list in XML form.
  ///
  /// - Returns: `nil` if the bytes are malformed or exceed `Limits`.
  /// - Complexity: O(*n*) for *n* bytes.
  public init?(_ bytes: [UInt8]) {
    var list = XMLPropertyList(bytes)
    guard let value = try? list.document() else { return nil }
    self = value
  }

  public subscript(key: String) -> PropertyList? {
    if case .table(let entries) = self { entries[key] } else { nil }
  }

  public var text: String? { if case .text(let text) = self { text } else { nil } }

  public var elements: [PropertyList]? {
    if case .list(let elements) = self { elements } else { nil }
  }
}

/// Reads the XML form of property lists (Apple's `PropertyList-1.0.dtd`).
private struct XMLPropertyList {
  private var tokens: XMLTokenizer

  /// The file is not a property list.
  struct Malformed: Error {}

  init(_ bytes: [UInt8]) { tokens = XMLTokenizer(bytes, readsText: true) }

  mutating func document() throws(Malformed) -> PropertyList {
    guard case .start("plist", _, isEmpty: false) = try nextTag() else { throw Malformed() }
    let value = try value(try nextTag(), depth: 0)
    guard case .end("plist") = try nextTag() else { throw Malformed() }
    return value
  }

  /// Parses the value that starts with a tag.
  private mutating func value(
    _ tag: XMLTokenizer.Token, depth: Int
  ) throws(Malformed) -> PropertyList {
    guard depth < Limits.nesting, case .start(let name, _, let isEmpty) = tag else {
      throw Malformed()
    }
    switch name {
    case "dict": return .table(isEmpty ? [:] : try entries(depth: depth))
    case "array": return .list(isEmpty ? [] : try elements(depth: depth))
    case "string": return .text(isEmpty ? "" : try text(of: name))
    case "integer", "real", "date", "data", "true", "false":
      if !isEmpty { _ = try text(of: name) }
      return .other
    default: throw Malformed()
    }
  }

  private mutating func entries(depth: Int) throws(Malformed) -> [String: PropertyList] {
    var entries: [String: PropertyList] = [:]
    while true {
      switch try nextTag() {
      case .end("dict"): return entries
      case .start("key", _, let isEmpty):
        let key = isEmpty ? "" : try text(of: "key")
        entries[key] = try value(try nextTag(), depth: depth + 1)
      default: throw Malformed()
      }
    }
  }

  private mutating func elements(depth: Int) throws(Malformed) -> [PropertyList] {
    var elements: [PropertyList] = []
    while true {
      let tag = try nextTag()
      if case .end("array") = tag { return elements }
      elements.append(try value(tag, depth: depth + 1))
    }
  }

  /// Parses the text of an element up to its end.
  private mutating func text(of element: String) throws(Malformed) -> String {
    var text: [UInt8] = []
    while true {
      switch try next() {
      case .text(let part), .verbatim(let part): text += part
      case .end(element): return String(decoding: text, as: UTF8.self)
      case .start, .end: throw Malformed()
      }
    }
  }

  /// Returns the next tag, after optional blanks.
  private mutating func nextTag() throws(Malformed) -> XMLTokenizer.Token {
    while true {
      let token = try next()
      guard case .text(let text) = token else { return token }
      guard text.allSatisfy({ [0x20, 0x9, 0xa, 0xd].contains($0) }) else { throw Malformed() }
    }
  }

  private mutating func next() throws(Malformed) -> XMLTokenizer.Token {
    do throws(XMLTokenizer.SyntaxError) {
      if let (token, _) = try tokens.next() { return token }
    } catch {}
    throw Malformed()
  }
}
