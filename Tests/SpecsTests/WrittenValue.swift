/// A value of a specification that knows the line it is written in.
indirect enum WrittenValue {
  case text(String)
  case number(Int)
  case bool(Bool)
  case list([Element])
  case map([Entry])

  struct Element {
    var value: WrittenValue
    var line = 0
  }

  struct Entry {
    var key: String
    var value: WrittenValue
    var line = 0
  }

  static func map(_ entries: [(String, WrittenValue)]) -> Self {
    .map(entries.map { Entry(key: $0.0, value: $0.1) })
  }

  static func list(_ elements: [WrittenValue]) -> Self {
    .list(elements.map { Element(value: $0) })
  }

  var entries: [Entry] { if case .map(let entries) = self { entries } else { [] } }

  var elements: [Element] { if case .list(let elements) = self { elements } else { [] } }

  var text: String? { if case .text(let text) = self { text } else { nil } }

  var isMap: Bool { if case .map = self { true } else { false } }

  subscript(_ key: String) -> WrittenValue? { entry(key)?.value }

  func entry(_ key: String) -> Entry? { entries.last { $0.key == key } }
}

extension WrittenValue {
  /// Appends the value as YAML, every key and every element on a line of its own, and tells them.
  ///
  /// - Returns: The value with its lines.
  func written(into lines: inout [String], indent: Int = 0) -> WrittenValue {
    let margin = String(repeating: " ", count: indent)
    switch self {
    case .map(let entries):
      return .map(
        entries.map { entry in
          lines.append("\(margin)\"\(entry.key)\":\(entry.value.inline)")
          let line = lines.count
          let value = entry.value.written(into: &lines, indent: indent + 2)
          return Entry(key: entry.key, value: value, line: line)
        })
    case .list(let elements):
      return .list(
        elements.map { element in
          lines.append("\(margin)-\(element.value.inline)")
          let line = lines.count
          let value = element.value.written(into: &lines, indent: indent + 2)
          return Element(value: value, line: line)
        })
    default: return self
    }
  }

  /// What stands in the line of its key: all of a scalar, and of what is empty.
  private var inline: String {
    switch self {
    case .text(let text): " \"\(text)\""
    case .number(let number): " \(number)"
    case .bool(let bool): " \(bool)"
    case .list(let elements): elements.isEmpty ? " []" : ""
    case .map(let entries): entries.isEmpty ? " {}" : ""
    }
  }
}
