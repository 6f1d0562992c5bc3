/// Writes one JSON value, member by member, in the order it is told.
///
/// Containers are spread over lines with an indentation of two, or kept on one line, with all they
/// hold. Misuse, such as a member without a key, is a mistake of the program and stops it.
public struct JSONWriter: Sendable {
  public enum Layout: Sendable {
    case lines
    case inline
  }

  private struct Level {
    var closing: UInt8
    var layout: Layout
    var isEmpty = true
    var hasKey = false
  }

  /// UTF-8; appending to bytes costs a fraction of appending to a string.
  private var text: [UInt8] = []
  private var levels: [Level] = []

  public init() {}

  public mutating func beginObject(_ layout: Layout = .lines) {
    begin(UInt8(ascii: "{"), UInt8(ascii: "}"), layout)
  }
  public mutating func endObject() { end(UInt8(ascii: "}")) }
  public mutating func beginArray(_ layout: Layout = .lines) {
    begin(UInt8(ascii: "["), UInt8(ascii: "]"), layout)
  }
  public mutating func endArray() { end(UInt8(ascii: "]")) }

  /// The key of the next value.
  public mutating func key(_ name: String) {
    precondition(levels.last?.closing == UInt8(ascii: "}"), "a key outside of an object")
    precondition(levels.last?.hasKey == false, "a key without a value")
    separate()
    quote(name)
    append(": ")
    levels[levels.count - 1].hasKey = true
  }

  public mutating func value(_ value: String) {
    prepareForValue()
    quote(value)
  }

  public mutating func value(_ value: Int) {
    prepareForValue()
    append(String(value))
  }

  /// A number with `digits` after the point.
  public mutating func value(_ value: Double, digits: Int) {
    prepareForValue()
    append(value.decimal(digits: digits))
  }

  public mutating func value(_ value: Bool) {
    prepareForValue()
    append(value ? "true" : "false")
  }

  /// The whole text, with a newline at its end.
  public consuming func finish() -> String { String(decoding: finishBytes(), as: UTF8.self) }

  /// The text as UTF-8, with a newline at its end; without what was moved away.
  consuming func finishBytes() -> [UInt8] {
    precondition(levels.isEmpty && !text.isEmpty, "unfinished JSON")
    text.append(UInt8(ascii: "\n"))
    return text
  }

  /// Moves what is written so far, which must not be the whole, to `output`.
  mutating func move(to output: inout ReportStream) {
    precondition(!levels.isEmpty, "finished JSON")
    output += text
    text.removeAll(keepingCapacity: true)
  }
}

extension JSONWriter {
  /// A member that is absent where `value` is.
  public mutating func member(_ name: String, _ value: String?) {
    guard let value else { return }
    key(name)
    self.value(value)
  }

  public mutating func member(_ name: String, _ value: Int?) {
    guard let value else { return }
    key(name)
    self.value(value)
  }

  public mutating func member(_ name: String, _ value: Double?, digits: Int) {
    guard let value else { return }
    key(name)
    self.value(value, digits: digits)
  }

  public mutating func member(_ name: String, _ value: Bool) {
    key(name)
    self.value(value)
  }

  public mutating func member(_ name: String, _ values: [String]) {
    key(name)
    beginArray(.inline)
    for value in values { self.value(value) }
    endArray()
  }

  private mutating func begin(_ opening: UInt8, _ closing: UInt8, _ layout: Layout) {
    prepareForValue()
    let isInline = layout == .inline || levels.last?.layout == .inline
    text.append(opening)
    levels.append(Level(closing: closing, layout: isInline ? .inline : .lines))
  }

  private mutating func end(_ closing: UInt8) {
    let level = levels.popLast()
    precondition(level?.closing == closing && level?.hasKey == false, "unbalanced JSON")
    if let level, !level.isEmpty, level.layout == .lines { breakLine() }
    text.append(closing)
  }

  private mutating func prepareForValue() {
    guard let level = levels.last else {
      precondition(text.isEmpty, "two values at the top")
      return
    }
    if level.closing == UInt8(ascii: "]") {
      separate()
    } else {
      precondition(level.hasKey, "a member without a key")
      levels[levels.count - 1].hasKey = false
    }
  }

  private mutating func separate() {
    let last = levels.count - 1
    if !levels[last].isEmpty { append(levels[last].layout == .inline ? ", " : ",") }
    if levels[last].layout == .lines { breakLine() }
    levels[last].isEmpty = false
  }

  private mutating func breakLine() {
    guard levels.count < Self.breaks.count else {
      append("\n" + String(repeating: "  ", count: levels.count))
      return
    }
    append(Self.breaks[levels.count])
  }

  /// The ends of lines with the indentation of the next, made once.
  private static let breaks = (0..<12).map { "\n" + String(repeating: "  ", count: $0) }

  private mutating func append(_ string: String) { text.append(contentsOf: string.utf8) }

  private mutating func quote(_ string: String) {
    text.append(UInt8(ascii: "\""))
    append(string.escapedForJSON)
    text.append(UInt8(ascii: "\""))
  }
}
