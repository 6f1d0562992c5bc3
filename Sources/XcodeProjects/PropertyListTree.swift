internal import Diagnostics

/// A property list whose values have source positions.
///
/// The nodes are stored in the order of the file. Each node records the end of its last descendant,
/// so that a list of any size is one array. The children of a table are its keys and values in
/// turn.
struct PropertyListTree: Sendable {
  typealias Node = Int

  enum Kind: UInt8, Sendable {
    case text, list, table, data
    /// A number or truth value of JSON, and its absent value.
    case word, null
  }

  enum Form: UInt8, Sendable {
    case plain
    /// A text of JSON, whose position is that of its quote.
    case quoted
    /// A text that differs from what is written.
    case decoded
  }

  fileprivate struct Record {
    var kind: Kind
    var form = Form.plain
    /// The bytes of a text without its quotes.
    var start: UInt32
    var end: UInt32
    var next: Int32
  }

  /// The file, followed by the texts that differ from what is written in it.
  private(set) var bytes: [UInt8]
  private var records: [Record] = []
  private var lines: [UInt32] = [0]
  /// The positions of the texts that differ from what is written.
  private var positions: [Node: Position] = [:]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    // Growing by doubling would take three times the memory; unused capacity takes none.
    records.reserveCapacity(mostNodes)
  }

  /// The maximum number of nodes; parsers stop beyond it.
  var mostNodes: Int { Limits.projectValues + bytes.count / 8 }

  var isFull: Bool { records.count >= mostNodes }

  var count: Int { records.count }

  var root: Node? { records.isEmpty ? nil : 0 }

  func kind(_ node: Node) -> Kind { records[node].kind }

  func rawText(_ node: Node) -> ArraySlice<UInt8> { bytes[place(node)] }

  private func place(_ node: Node) -> Range<Int> {
    Int(records[node].start)..<Int(records[node].end)
  }

  /// `nil` for other values.
  func text(_ node: Node) -> String? {
    guard records[node].kind == .text || records[node].kind == .word else { return nil }
    return String(decoding: rawText(node), as: UTF8.self)
  }

  func text(_ key: StaticString, of table: Node) -> String? {
    value(key, of: table).flatMap { text($0) }
  }

  func texts(_ key: StaticString, of table: Node) -> [String] {
    guard let node = value(key, of: table) else { return [] }
    return text(node).map { [$0] } ?? elements(node).compactMap { text($0) }
  }

  /// Returns the elements of a list but those that are absent, and none of other values.
  func elements(_ node: Node) -> Children {
    guard records[node].kind == .list else { return .none }
    return Children(
      records: records, first: node + 1, end: Int(records[node].next), skipsNull: true)
  }

  /// Returns the children of a list, or the keys and values of a table in turn.
  func children(of node: Node) -> Children {
    Children(records: records, first: node + 1, end: Int(records[node].next))
  }

  /// The maximum number of entries of a table that a search reads, so that a project of a few large
  /// tables takes no time of its own.
  static let mostKeys = 4096

  /// Returns the value of the last entry of a table with this key, of the first `mostKeys`.
  func value(_ key: StaticString, of table: Node) -> Node? {
    guard records[table].kind == .table else { return nil }
    return key.withUTF8Buffer { name in
      var found: Node?
      let end = Int(records[table].next)
      var (key, count) = (table + 1, 0)
      while key < end, count < Self.mostKeys {
        let value = Int(records[key].next)
        if isEqual(key, name.span) { found = value }
        (key, count) = (Int(records[value].next), count + 1)
      }
      return found.flatMap { records[$0].kind == .null ? nil : $0 }
    }
  }

  /// The text contains no escapes.
  func isEqual(_ node: Node, _ text: StaticString) -> Bool {
    text.withUTF8Buffer { isEqual(node, $0.span) }
  }

  @inline(__always)
  private func isEqual(_ node: Node, _ text: Span<UInt8>) -> Bool {
    let record = records[node]
    guard record.kind == .text, Int(record.end) &- Int(record.start) == text.count else {
      return false
    }
    let bytes = bytes.span
    for index in text.indices where bytes[Int(record.start) &+ index] != text[index] {
      return false
    }
    return true
  }

  func isEqual(_ node: Node, to other: Node) -> Bool {
    let (a, b) = (bytes.span.extracting(place(node)), bytes.span.extracting(place(other)))
    guard a.count == b.count, kind(node) == kind(other) else { return false }
    for index in a.indices where a[index] != b[index] { return false }
    return true
  }

  /// Returns a hash of the bytes of a text, which is the same in all runs.
  func hash(_ node: Node) -> Int {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    let text = bytes.span.extracting(place(node))
    for index in text.indices { hash = (hash ^ UInt64(text[index])) &* 0x100_0000_01b3 }
    // Texts that differ at their ends differ in few of these bits.
    return Int(truncatingIfNeeded: (hash &* 0x9e37_79b9_7f4a_7c15) >> 32)
  }

  struct Children: Sequence, IteratorProtocol {
    fileprivate let records: [Record]
    fileprivate var first: Node
    fileprivate let end: Node
    fileprivate var skipsNull = false

    static let none = Children(records: [], first: 0, end: 0)

    mutating func next() -> Node? {
      while first < end {
        let node = first
        first = Int(records[node].next)
        if !skipsNull || records[node].kind != .null { return node }
      }
      return nil
    }
  }
}

// Building.
extension PropertyListTree {
  /// Call `close` after the last child of a list or table.
  @discardableResult
  mutating func append(
    _ kind: Kind, _ range: Range<Int>, _ form: Form = .plain
  ) -> Node {
    records.append(
      Record(
        kind: kind, form: form, start: UInt32(truncatingIfNeeded: range.lowerBound),
        end: UInt32(truncatingIfNeeded: range.upperBound),
        next: Int32(truncatingIfNeeded: records.count + 1)))
    return records.count - 1
  }

  mutating func startLine(at offset: Int) { lines.append(UInt32(truncatingIfNeeded: offset)) }

  /// Closes a list or table; that of JSON is the text up to `end`.
  mutating func close(_ node: Node, at end: Int? = nil) {
    if let end { records[node].end = UInt32(truncatingIfNeeded: end) }
    records[node].next = Int32(truncatingIfNeeded: records.count)
  }

  /// Appends a node whose decoded text is not part of the file.
  @discardableResult
  mutating func append(_ kind: Kind, decoded text: [UInt8], at position: Position) -> Node {
    let start = bytes.count
    bytes += text
    positions[records.count] = position
    return append(kind, start..<bytes.count, .decoded)
  }
}

// Settings.
extension PropertyListTree {
  /// Returns the name in a key such as `NAME[sdk=…]`, which is shorter than the key if there are
  /// conditions.
  func nameOfSetting(_ key: Node) -> ArraySlice<UInt8> {
    let text = rawText(key)
    return text.last == UInt8(ascii: "]") ? text.prefix { $0 != UInt8(ascii: "[") } : text
  }
}

extension PropertyListTree {
  /// Returns the range of a text, or the first character of a list or table; of JSON, all of a
  /// value with its quotes.
  ///
  /// A decoded value, as those of XML property lists are, has an empty range.
  func range(_ node: Node, file: FileID) -> SourceRange {
    if let position = positions[node] {
      return SourceRange(file: file, start: position, end: position)
    }
    let (place, quote) = (place(node), records[node].form == .quoted ? 1 : 0)
    return SourceRange(
      file: file, start: position(at: place.lowerBound - quote),
      end: position(at: place.upperBound + quote))
  }

  /// Returns the position of a byte that is parsed.
  ///
  /// - Complexity: O(log *n*) for *n* lines.
  func position(at offset: Int) -> Position {
    let line = lines.partitionPoint { $0 > offset } - 1
    let before = bytes[Int(lines[line])..<offset].count { $0 & 0xc0 != 0x80 }
    return Position(
      line: UInt32(truncatingIfNeeded: line + 1), column: UInt32(truncatingIfNeeded: before + 1))
  }
}

extension PropertyListTree {
  /// Whether a file reference with this type may be a folder.
  func mayBeFolder(ofType type: Node?) -> Bool {
    guard let type else { return true }
    return isEqual(type, "folder") || isEqual(type, "wrapper") || isEqual(type, "text")
  }
}
