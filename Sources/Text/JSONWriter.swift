/// Prints JSON values: a whole one, or one whose long lists are given element by element, so that it is
/// never in memory as a whole.
///
/// The indentation is two. Misuse, such as a member without a key, is a mistake of the program and stops
/// it.
public struct JSONWriter: Sendable {
  /// A container that is open, always one that is spread over lines.
  private struct Level {
    var closing: UInt8
    var isEmpty = true
    var hasKey = false
  }

  /// UTF-8; appending to bytes costs a fraction of appending to a string.
  private var text: [UInt8] = []
  private var levels: [Level] = []

  public init() {}

  public mutating func beginObject() { begin(UInt8(ascii: "{"), UInt8(ascii: "}")) }

  public mutating func endObject() { end(UInt8(ascii: "}")) }

  public mutating func beginArray() { begin(UInt8(ascii: "["), UInt8(ascii: "]")) }

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

  public mutating func value(_ value: JSON) {
    prepareForValue()
    write(value, isInline: false, depth: levels.count)
  }

  public mutating func member(_ name: String, _ value: JSON) {
    key(name)
    self.value(value)
  }

  /// Takes away what is written so far, which must not be the whole.
  public mutating func takePiece() -> [UInt8] {
    precondition(!levels.isEmpty, "finished JSON")
    defer { text.removeAll(keepingCapacity: true) }
    return text
  }

  /// The text as UTF-8, with a newline at its end; without what was taken away.
  public consuming func finish() -> [UInt8] {
    precondition(levels.isEmpty && !text.isEmpty, "unfinished JSON")
    text.append(UInt8(ascii: "\n"))
    return text
  }
}

// Containers that stay open.
extension JSONWriter {
  private mutating func begin(_ opening: UInt8, _ closing: UInt8) {
    prepareForValue()
    text.append(opening)
    levels.append(Level(closing: closing))
  }

  private mutating func end(_ closing: UInt8) {
    let level = levels.popLast()
    precondition(level?.closing == closing && level?.hasKey == false, "unbalanced JSON")
    if let level, !level.isEmpty { breakLine(levels.count) }
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
    if !levels[last].isEmpty { text.append(UInt8(ascii: ",")) }
    breakLine(levels.count)
    levels[last].isEmpty = false
  }
}

// Whole values.
extension JSONWriter {
  private mutating func write(_ json: JSON, isInline: Bool, depth: Int) {
    let isInline = isInline || json.isInline
    switch json.content {
    case .text(let text): quote(text)
    case .number(let number): append(String(number))
    case .decimal(let number, let digits): append(number.decimal(digits: digits))
    case .flag(let flag): append(flag ? "true" : "false")
    case .array(let elements):
      write(elements, "[", "]", isInline: isInline, depth) { writer, element in
        writer.write(element, isInline: isInline, depth: depth + 1)
      }
    case .object(let members):
      write(members, "{", "}", isInline: isInline, depth) { writer, member in
        writer.quote(member.key)
        writer.append(": ")
        writer.write(member.value, isInline: isInline, depth: depth + 1)
      }
    }
  }

  private mutating func write<Part>(
    _ parts: [Part], _ opening: String, _ closing: String, isInline: Bool, _ depth: Int,
    _ write: (inout JSONWriter, Part) -> Void
  ) {
    append(opening)
    for (number, part) in parts.enumerated() {
      if number > 0 { append(isInline ? ", " : ",") }
      if !isInline { breakLine(depth + 1) }
      write(&self, part)
    }
    if !isInline, !parts.isEmpty { breakLine(depth) }
    append(closing)
  }

  private mutating func breakLine(_ depth: Int) {
    guard depth < Self.breaks.count else {
      return append("\n" + String(repeating: "  ", count: depth))
    }
    append(Self.breaks[depth])
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
