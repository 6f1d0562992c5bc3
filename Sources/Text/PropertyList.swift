internal import Diagnostics

/// A value of a property list; numbers, dates and data are not decoded.
public enum PropertyList: Equatable, Sendable {
  case text(String)
  case list([PropertyList])
  case table([String: PropertyList])
  case other

  /// Reads a property list in XML form; `nil` if it is malformed or exceeds `Limits`.
  public init?(_ bytes: [UInt8]) {
    guard let builder = try? XMLPropertyListReader.read(bytes, into: PropertyListBuilder()),
      let root = builder.root
    else { return nil }
    self = root
  }

  public subscript(key: String) -> PropertyList? {
    if case .table(let entries) = self { entries[key] } else { nil }
  }

  public var text: String? { if case .text(let text) = self { text } else { nil } }

  public var elements: [PropertyList]? {
    if case .list(let elements) = self { elements } else { nil }
  }
}

private struct PropertyListBuilder: XMLPropertyListBuilder {
  private(set) var root: PropertyList?
  private var open: [(isTable: Bool, keys: [String], values: [PropertyList])] = []

  mutating func start(isTable: Bool, at place: Position) { open.append((isTable, [], [])) }

  mutating func end() {
    guard let (isTable, keys, values) = open.popLast() else { return }
    add(isTable ? .table(Dictionary(zip(keys, values)) { $1 }) : .list(values))
  }

  mutating func add(_ text: [UInt8], of element: String, at place: Position) {
    let text = String(decoding: text, as: UTF8.self)
    if element == "key" {
      open[open.count - 1].keys.append(text)
    } else {
      add(element == "string" ? .text(text) : .other)
    }
  }

  private mutating func add(_ value: PropertyList) {
    if open.isEmpty { root = value } else { open[open.count - 1].values.append(value) }
  }
}
