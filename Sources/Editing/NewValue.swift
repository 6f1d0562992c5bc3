internal import Text

/// A value to write into a document.
public indirect enum NewValue: Hashable, Sendable {
  case text(String)
  case flag(Bool)
  case mapping([Entry])
  case sequence([NewValue])

  public struct Entry: Hashable, Sendable {
    public var key: String
    public var value: NewValue

    public init(_ key: String, _ value: NewValue) {
      self.key = key
      self.value = value
    }
  }

  /// Whether it takes one line in every style.
  var isScalar: Bool {
    switch self {
    case .text, .flag: true
    case .mapping, .sequence: false
    }
  }
}

enum Quotes: Sendable {
  case none, single, double

  init(firstByte: UInt8?) {
    switch firstByte {
    case UInt8(ascii: "'"): self = .single
    case UInt8(ascii: "\""): self = .double
    default: self = .none
    }
  }

  /// Returns a text in these quotes, or in double quotes if it would not parse otherwise.
  func write(_ text: String) -> String {
    switch self {
    case .none: return text.scalarForYAML
    case .double: return text.quotedForYAML
    case .single:
      let isPrintable = text.unicodeScalars.allSatisfy { !$0.isHostile }
      return isPrintable
        ? "'" + text.escaped { $0 == "'" ? "''" : nil } + "'" : text.quotedForYAML
    }
  }
}

/// The style of new values, taken from their siblings.
struct ValueStyle: Sendable {
  var keys = Quotes.none
  var texts = Quotes.none
  /// The keys whose values have no quotes if they need none.
  var plainKeys: Set<String> = []
  /// Whether braces have blanks inside.
  var hasSpaces = true
  /// The indentation of a list below its key.
  var step = 2

  /// Returns a value on one line, as a flow collection.
  func flow(_ value: NewValue) -> String {
    switch value {
    case .text(let text): return texts.write(text)
    case .flag(let flag): return flag ? "true" : "false"
    case .sequence(let elements): return "[" + elements.map(flow).joined(separator: ", ") + "]"
    case .mapping(let entries):
      let text = entries.map(flowEntry).joined(separator: ", ")
      return hasSpaces ? "{ \(text) }" : "{\(text)}"
    }
  }

  func flowEntry(_ entry: NewValue.Entry) -> String {
    "\(keys.write(entry.key)): \(value(of: entry))"
  }

  private func value(of entry: NewValue.Entry) -> String {
    guard plainKeys.contains(entry.key), case .text(let text) = entry.value,
      text.scalarForYAML == text
    else { return flow(entry.value) }
    return text
  }

  /// Returns a value as the lines of a block, without indentation.
  func block(_ value: NewValue) -> [String] {
    switch value {
    case .text, .flag: return [flow(value)]
    case .mapping(let entries): return entries.flatMap(blockEntry)
    case .sequence(let elements):
      return elements.flatMap { element in
        block(element).enumerated().map { ($0 == 0 ? "- " : "  ") + $1 }
      }
    }
  }

  func blockEntry(_ entry: NewValue.Entry) -> [String] {
    let key = keys.write(entry.key) + ":"
    guard !entry.value.isScalar else { return ["\(key) \(value(of: entry))"] }
    let blanks = String(repeating: " ", count: step)
    return [key] + block(entry.value).map { blanks + $0 }
  }
}
