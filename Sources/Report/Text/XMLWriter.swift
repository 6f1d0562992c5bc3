internal import Text

/// Writes an XML 1.0 document, each element on its own line.
struct XMLWriter {
  private var text = ""
  private var open: [String] = []

  init() { text += "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" }

  /// Starts an element with children; `attributes` writes its attributes.
  mutating func begin(_ name: String, _ attributes: (inout Self) -> Void = { _ in }) {
    tag(name, attributes)
    text += ">\n"
    open.append(name)
  }

  mutating func end() {
    guard let name = open.popLast() else { preconditionFailure("unbalanced XML") }
    indent()
    close(name)
  }

  /// Writes an element without content.
  mutating func element(_ name: String, _ attributes: (inout Self) -> Void) {
    tag(name, attributes)
    text += "/>\n"
  }

  /// Writes an element with text, which may have several lines.
  mutating func element(
    _ name: String, text content: String, _ attributes: (inout Self) -> Void = { _ in }
  ) {
    tag(name, attributes)
    text += ">" + content.escaped(by: .xmlText)
    close(name)
  }

  /// Returns the whole document.
  consuming func finish() -> String {
    precondition(open.isEmpty, "unfinished XML")
    return text
  }

  private mutating func indent() { text += String(repeating: " ", count: 2 * open.count) }

  private mutating func tag(_ name: String, _ attributes: (inout Self) -> Void) {
    indent()
    text += "<" + name
    attributes(&self)
  }

  private mutating func close(_ name: String) {
    text += "</" + name + ">\n"
  }
}

// Attributes.
extension XMLWriter {
  /// Writes an attribute.
  ///
  /// Line breaks in values are intended: those in names are already escaped.
  mutating func attribute(_ name: String, _ value: String) {
    text += " \(name)=\"\(value.escaped(by: .xmlAttribute))\""
  }
}
