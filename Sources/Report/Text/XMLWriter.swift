internal import Text

/// Writes an XML 1.0 document, each element on its own line.
struct XMLWriter {
  /// Attributes in order; those without a value are omitted.
  typealias Attributes = KeyValuePairs<String, String?>

  private var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
  private var open: [String] = []

  mutating func begin(_ name: String, _ attributes: Attributes = [:]) {
    tag(name, attributes)
    text += ">\n"
    open.append(name)
  }

  mutating func end() {
    guard let name = open.popLast() else { preconditionFailure("unbalanced XML") }
    indent()
    close(name)
  }

  mutating func element(_ name: String, _ attributes: Attributes) {
    tag(name, attributes)
    text += "/>\n"
  }

  /// Writes an element with text, which may have several lines.
  mutating func element(_ name: String, text content: String, _ attributes: Attributes = [:]) {
    tag(name, attributes)
    text += ">" + content.escaped(by: .xmlText)
    close(name)
  }

  consuming func finish() -> String {
    precondition(open.isEmpty, "unfinished XML")
    return text
  }

  private mutating func indent() { text += String(repeating: " ", count: 2 * open.count) }

  private mutating func tag(_ name: String, _ attributes: Attributes) {
    indent()
    text += "<" + name
    for (name, value) in attributes {
      // Line breaks in values are intended: those in names are already escaped.
      if let value { text += " \(name)=\"\(value.escaped(by: .xmlAttribute))\"" }
    }
  }

  private mutating func close(_ name: String) {
    text += "</" + name + ">\n"
  }
}
