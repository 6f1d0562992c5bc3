/// Writes one XML 1.0 document, element by element, each on a line of its own.
struct XMLWriter {
  private(set) var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
  private var open: [String] = []

  /// Starts an element that holds others.
  mutating func begin(_ name: String, _ attributes: KeyValuePairs<String, String?> = [:]) {
    tag(name, attributes)
    text += ">\n"
    open.append(name)
  }

  mutating func end() {
    guard let name = open.popLast() else { preconditionFailure("unbalanced XML") }
    text += "\(indent)</\(name)>\n"
  }

  /// An element without content.
  mutating func element(_ name: String, _ attributes: KeyValuePairs<String, String?>) {
    tag(name, attributes)
    text += "/>\n"
  }

  /// An element with text, which may have several lines.
  mutating func element(
    _ name: String, _ attributes: KeyValuePairs<String, String?>, text content: String
  ) {
    tag(name, attributes)
    text += ">"
    text += content.escapedForXML(lineEnd: "\n")
    text += "</\(name)>\n"
  }

  /// Moves what is written so far to `output`.
  mutating func move(to output: inout ReportStream) {
    output += text
    text.removeAll(keepingCapacity: true)
  }

  consuming func finish() -> String {
    precondition(open.isEmpty, "unfinished XML")
    return text
  }

  private var indent: String { String(repeating: "  ", count: open.count) }

  /// Line ends in values are those between lines that are meant: names have none here any more.
  private mutating func tag(_ name: String, _ attributes: KeyValuePairs<String, String?>) {
    text += "\(indent)<\(name)"
    for case (let key, let value?) in attributes {
      text += " \(key)=\""
      text += value.escapedForXML(lineEnd: "&#10;")
      text += "\""
    }
  }
}
