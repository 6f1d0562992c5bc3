internal import Diagnostics

/// A property list whose values keep their places.
///
/// The nodes are in the order of the file, and each knows where its last descendant ends, so that a
/// list of any size is one array. A table holds its keys and values in turn.
struct PropertyListTree: Sendable {
  typealias Node = Int

  enum Kind: UInt8, Sendable {
    case text, list, table, data
  }

  private struct Record {
    var kind: Kind
    /// The text contains backslashes.
    var isEscaped = false
    /// The bytes of a text without its quotes; of other values, of all.
    var start: UInt32
    var end: UInt32
    /// The node after the last descendant.
    var next: Int32
  }

  /// The file; of an XML property list, the decoded texts behind it.
  private(set) var bytes: [UInt8]
  private var records: [Record] = []
  /// Of an XML property list: the position of each node.
  private var positions: [Position] = []

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    records.reserveCapacity(bytes.count / 24)
  }

  var root: Node? { records.isEmpty ? nil : 0 }

  func kind(_ node: Node) -> Kind { records[node].kind }

  /// The bytes of a text as they are written.
  func rawText(_ node: Node) -> ArraySlice<UInt8> {
    bytes[Int(records[node].start)..<Int(records[node].end)]
  }

  /// A text without its escapes; `nil` for other values.
  func text(_ node: Node) -> String? {
    guard records[node].kind == .text else { return nil }
    let raw = rawText(node)
    return records[node].isEscaped
      ? PropertyListEscapes.decoded(raw) : String(decoding: raw, as: UTF8.self)
  }

  /// The children of a list, or the keys and values of a table in turn.
  func children(of node: Node) -> Children { Children(tree: self, first: node + 1, end: end(node)) }

  /// The value of the last entry of a table with this key.
  ///
  /// - Complexity: O(*n*) for *n* entries.
  func value(_ key: StaticString, of table: Node) -> Node? {
    guard records[table].kind == .table else { return nil }
    var found: Node?
    let end = end(table)
    var keyNode = table + 1
    while keyNode < end {
      let value = Int(records[keyNode].next)
      if isEqual(keyNode, key) { found = value }
      keyNode = Int(records[value].next)
    }
    return found
  }

  func isEqual(_ node: Node, _ text: StaticString) -> Bool {
    let record = records[node]
    guard record.kind == .text, Int(record.end - record.start) == text.utf8CodeUnitCount else {
      return false
    }
    return text.withUTF8Buffer { rawText(node).elementsEqual($0) }
  }

  private func end(_ node: Node) -> Node { Int(records[node].next) }

  struct Children: Sequence, IteratorProtocol {
    fileprivate let tree: PropertyListTree
    fileprivate var first: Node
    fileprivate let end: Node

    mutating func next() -> Node? {
      guard first < end else { return nil }
      defer { first = tree.end(first) }
      return first
    }
  }
}

// Building.
extension PropertyListTree {
  var count: Int { records.count }

  /// Appends a node; a list or table is `close`d behind its last child.
  @discardableResult
  mutating func append(_ kind: Kind, _ range: Range<Int>, isEscaped: Bool = false) -> Node {
    records.append(
      Record(
        kind: kind, isEscaped: isEscaped, start: UInt32(truncatingIfNeeded: range.lowerBound),
        end: UInt32(truncatingIfNeeded: range.upperBound),
        next: Int32(truncatingIfNeeded: records.count + 1)))
    return records.count - 1
  }

  mutating func close(_ node: Node, at end: Int) {
    records[node].end = UInt32(truncatingIfNeeded: end)
    records[node].next = Int32(truncatingIfNeeded: records.count)
  }

  /// Appends a node of an XML property list, whose text is not in the file as it is.
  @discardableResult
  mutating func append(_ kind: Kind, decoded text: [UInt8], at position: Position) -> Node {
    let start = bytes.count
    bytes += text
    positions.append(position)
    return append(kind, start..<bytes.count)
  }
}

// Places.
extension PropertyListTree {
  /// The place of a value; of a list or table, its first character.
  func range(_ node: Node, _ lines: LineIndex, file: FileID) -> SourceRange {
    let record = records[node]
    guard positions.isEmpty else {
      return SourceRange(file: file, start: positions[node], end: positions[node])
    }
    let end = record.kind == .text ? record.end : record.start + 1
    return SourceRange(
      file: file, start: lines.position(Int(record.start), in: bytes),
      end: lines.position(Int(end), in: bytes))
  }
}

/// The offsets at which the lines of a text start.
struct LineIndex: Sendable {
  private let starts: [UInt32]

  /// - Complexity: O(*n*) for *n* bytes.
  init(_ bytes: [UInt8]) {
    var starts: [UInt32] = [0]
    for (offset, byte) in bytes.enumerated() where byte == UInt8(ascii: "\n") {
      starts.append(UInt32(truncatingIfNeeded: offset + 1))
    }
    self.starts = starts
  }

  /// The position of an offset.
  ///
  /// - Complexity: O(log *n* + *m*) for *n* lines and a line of *m* bytes.
  func position(_ offset: Int, in bytes: [UInt8]) -> Position {
    var (low, high) = (0, starts.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle } else { high = middle }
    }
    let column = bytes[Int(starts[low])..<offset].count { $0 & 0xc0 != 0x80 }
    return Position(line: UInt32(low + 1), column: UInt32(column + 1))
  }
}
