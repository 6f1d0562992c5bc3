/// Writes JSON with an indentation of two.
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
