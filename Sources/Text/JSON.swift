/// A JSON value whose objects keep their members in order.
///
/// Containers are written on several lines, or on one line with all their contents.
public struct JSON: Sendable {
  let content: Content
  let isInline: Bool

  indirect enum Content: Sendable {
    case text(String)
    case number(Int)
    case decimal(Double, digits: Int)
    case flag(Bool)
    case array([JSON])
    case object([(key: String, value: JSON)])
  }

  private init(_ content: Content, isInline: Bool = true) {
    self.content = content
    self.isInline = isInline
  }

  public static func text(_ text: String) -> JSON { JSON(.text(text)) }

  public static func number(_ number: Int) -> JSON { JSON(.number(number)) }

  public static func number(_ number: UInt32) -> JSON { JSON(.number(Int(number))) }

  /// Returns a number with `digits` after the point; it must be finite and not huge.
  public static func decimal(_ number: Double, digits: Int) -> JSON {
    JSON(.decimal(number, digits: digits))
  }

  public static func flag(_ flag: Bool) -> JSON { JSON(.flag(flag)) }

  /// Returns an object with a member on each line; those without a value are omitted.
  public static func object(_ members: KeyValuePairs<String, JSON?>) -> JSON {
    JSON(.object(present(members)), isInline: false)
  }

  /// Returns an object with a member on each line, with keys that are not literals.
  public static func object(members: [(String, JSON)]) -> JSON {
    JSON(.object(members.map { (key: $0, value: $1) }), isInline: false)
  }

  /// Returns an object on one line; members without a value are omitted.
  public static func inline(_ members: KeyValuePairs<String, JSON?>) -> JSON {
    JSON(.object(present(members)))
  }

  /// Returns an object on one line, with keys that are not literals.
  public static func inline(members: [(String, JSON)]) -> JSON {
    JSON(.object(members.map { (key: $0, value: $1) }))
  }

  /// Returns an array with an element on each line.
  public static func array(_ elements: [JSON]) -> JSON { JSON(.array(elements), isInline: false) }

  /// Returns an array on one line.
  public static func inline(_ elements: [JSON]) -> JSON { JSON(.array(elements)) }

  /// Returns an array of texts on one line.
  public static func texts(_ texts: [String]) -> JSON { .inline(texts.map { .text($0) }) }

  /// Returns the object with the members of `other` after its own.
  public func appending(_ other: JSON) -> JSON {
    guard case .object(let first) = content, case .object(let second) = other.content else {
      preconditionFailure("only objects have members")
    }
    return JSON(.object(first + second), isInline: isInline)
  }

  private static func present(
    _ members: KeyValuePairs<String, JSON?>
  ) -> [(key: String, value: JSON)] {
    members.compactMap { key, value in value.map { (key, $0) } }
  }

  /// Returns the text of the value with a final newline; in a `<script>` of HTML without `<`.
  public func printed(isInScript: Bool = false) -> String {
    var writer = JSONWriter(isInScript ? .jsonInScript : .json)
    writer.append(self)
    return writer.text + "\n"
  }
}

extension Double {
  /// Returns the number rounded to `digits` after the point; it must be finite and not huge.
  public func decimal(digits: Int) -> String {
    let scale = (0..<digits).reduce(1) { scale, _ in scale * 10 }
    let scaled = Int((magnitude * Double(scale)).rounded())
    let sign = self < 0 && scaled > 0 ? "-" : ""
    guard digits > 0 else { return "\(sign)\(scaled)" }
    let fraction = String(scaled % scale)
    let zeros = String(repeating: "0", count: digits - fraction.count)
    return "\(sign)\(scaled / scale).\(zeros)\(fraction)"
  }
}

struct JSONWriter {
  private let escapes: Escapes
  private(set) var text = ""

  init(_ escapes: Escapes) { self.escapes = escapes }

  /// Appends a value; containers on one line have no breaks inside.
  mutating func append(_ json: JSON, indent: Int = 0, isInline: Bool = false) {
    let isInline = isInline || json.isInline
    switch json.content {
    case .text(let string): append(quoted: string)
    case .number(let number): text += String(number)
    case .decimal(let number, let digits): text += number.decimal(digits: digits)
    case .flag(let flag): text += flag ? "true" : "false"
    case .array(let elements):
      append(elements, "[", "]", indent, isInline) { writer, element in
        writer.append(element, indent: indent + 2, isInline: isInline)
      }
    case .object(let members):
      append(members, "{", "}", indent, isInline) { writer, member in
        writer.append(quoted: member.key)
        writer.text += ": "
        writer.append(member.value, indent: indent + 2, isInline: isInline)
      }
    }
  }

  private mutating func append<Element>(
    _ elements: [Element], _ opening: String, _ closing: String, _ indent: Int, _ isInline: Bool,
    _ appendElement: (inout Self, Element) -> Void
  ) {
    text += opening
    var isFirst = true
    for element in elements {
      if !isFirst { text += isInline ? ", " : "," }
      if !isInline { breakLine(indent + 2) }
      appendElement(&self, element)
      isFirst = false
    }
    if !isFirst, !isInline { breakLine(indent) }
    text += closing
  }

  private mutating func breakLine(_ indent: Int) {
    text += "\n" + String(repeating: " ", count: indent)
  }

  private mutating func append(quoted string: String) {
    text += "\""
    text += escapes.escape(string)
    text += "\""
  }
}
