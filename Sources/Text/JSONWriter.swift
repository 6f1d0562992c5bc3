/// Writes JSON: whole values, or containers part by part, so that long output is never entirely in
/// memory.
///
/// The indentation is two. Misuse, such as a member without a key, is a programming error and
/// traps.
public struct JSONWriter: Sendable {
  /// The layout of a container.
  public enum Layout: Sendable {
    case lines
    /// On one line, with all contents.
    case inline
  }

  /// An open container.
  private struct Level {
    var closing: String
    var isInline: Bool
    var isEmpty = true
    var hasKey = false
  }

  private var text = ""
  /// The innermost open container, and the enclosing ones.
  private var level = Level(closing: "", isInline: false)
  private var outer: [Level] = []
  private let escapes: Escapes

  /// Creates a writer.
  ///
  /// - Parameter isInScript: Whether the output is part of a `<script>` of HTML, and contains no
  ///   `<`.
  public init(isInScript: Bool = false) { escapes = isInScript ? .jsonInScript : .json }

  /// The number of bytes that `takePiece` has not returned yet.
  public var count: Int { text.utf8.count }

  /// Returns and removes the bytes written since the last call, which must not be the whole
  /// document.
  public mutating func takePiece() -> [UInt8] {
    precondition(!outer.isEmpty, "finished JSON")
    defer { text = "" }
    return Array(text.utf8)
  }

  /// Returns the remaining bytes with a final newline.
  public consuming func finish() -> [UInt8] {
    precondition(outer.isEmpty && !text.isEmpty, "unfinished JSON")
    return Array(text.utf8) + [UInt8(ascii: "\n")]
  }
}

// Containers.
extension JSONWriter {
  public mutating func beginObject(_ layout: Layout = .lines) {
    begin("{", "}", layout)
  }

  public mutating func endObject() { end("}") }

  public mutating func beginArray(_ layout: Layout = .lines) {
    begin("[", "]", layout)
  }

  public mutating func endArray() { end("]") }

  /// Writes an object with the members that `body` writes.
  public mutating func object(_ layout: Layout = .lines, _ body: (inout Self) -> Void) {
    beginObject(layout)
    body(&self)
    endObject()
  }

  public mutating func object(
    _ name: StaticString, _ layout: Layout = .lines, _ body: (inout Self) -> Void
  ) {
    key(name)
    object(layout, body)
  }

  /// Writes a member: an array of the elements that `body` writes.
  public mutating func array(
    _ name: StaticString, _ layout: Layout = .lines, _ body: (inout Self) -> Void
  ) {
    key(name)
    beginArray(layout)
    body(&self)
    endArray()
  }

  /// Writes the key of the next value.
  ///
  /// It must need no escapes.
  public mutating func key(_ name: StaticString) {
    prepareForKey()
    text += "\"\(name)\": "
  }

  /// Writes the key of the next value with escapes.
  private mutating func key(escaping name: String) {
    prepareForKey()
    quote(name)
    text += ": "
  }

  private mutating func prepareForKey() {
    precondition(level.closing == "}", "a key outside of an object")
    precondition(!level.hasKey, "a key without a value")
    separate()
    level.hasKey = true
  }

  private mutating func begin(_ opening: String, _ closing: String, _ layout: Layout) {
    prepareForValue()
    text += opening
    outer.append(level)
    level = Level(closing: closing, isInline: layout == .inline || level.isInline)
  }

  private mutating func end(_ closing: String) {
    precondition(level.closing == closing && !level.hasKey, "unbalanced JSON")
    guard let next = outer.popLast() else { preconditionFailure("unbalanced JSON") }
    let ended = level
    level = next
    if !ended.isEmpty, !ended.isInline { breakLine() }
    text += closing
  }

  private mutating func prepareForValue() {
    switch level.closing {
    case "]": separate()
    case "}":
      precondition(level.hasKey, "a member without a key")
      level.hasKey = false
    default: precondition(text.isEmpty, "two values at the top")
    }
  }

  private mutating func separate() {
    if !level.isEmpty { text += "," }
    if !level.isInline {
      breakLine()
    } else if !level.isEmpty {
      text += " "
    }
    level.isEmpty = false
  }

  private mutating func breakLine() {
    text += "\n" + String(repeating: " ", count: 2 * outer.count)
  }
}

// Values.
extension JSONWriter {
  public mutating func value(_ string: String) {
    prepareForValue()
    quote(string)
  }

  public mutating func value(_ number: UInt32) { scalar(String(number)) }

  public mutating func value(_ json: JSON) {
    let layout = json.isInline ? Layout.inline : .lines
    switch json.content {
    case .text(let string): value(string)
    case .number(let number): scalar(String(number))
    case .decimal(let number, let digits): scalar(number.decimal(digits: digits))
    case .flag(let flag): scalar(flag ? "true" : "false")
    case .array(let elements):
      beginArray(layout)
      for element in elements { value(element) }
      endArray()
    case .object(let members):
      beginObject(layout)
      for (name, value) in members {
        key(escaping: name)
        self.value(value)
      }
      endObject()
    }
  }

  private mutating func scalar(_ literal: String) {
    prepareForValue()
    text += literal
  }

  private mutating func quote(_ string: String) {
    text += "\""
    text += escapes.escape(string)
    text += "\""
  }
}

// Members. Those without a value are omitted.
extension JSONWriter {
  public mutating func member(_ name: StaticString, _ value: JSON) {
    key(name)
    self.value(value)
  }

  public mutating func member(_ name: StaticString, _ value: String?) {
    guard let value else { return }
    key(name)
    self.value(value)
  }

  public mutating func member(_ name: StaticString, _ value: UInt32?) {
    guard let value else { return }
    key(name)
    self.value(value)
  }

  /// Writes an array of texts on one line.
  public mutating func member(_ name: StaticString, _ values: [String]) {
    array(name, .inline) { json in
      for value in values { json.value(value) }
    }
  }
}
