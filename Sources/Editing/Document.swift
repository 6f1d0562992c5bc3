public import Diagnostics
internal import YAML

/// A YAML file with the byte range of each value.
public struct Document: Sendable {
  public var bytes: [UInt8] { lines.bytes }
  let lines: TextLines
  let tree: Tree
  /// The values, in the order of the file.
  let values: [Value]
  /// The indentation of lists below their keys.
  private(set) var step = 2

  struct Value: Sendable {
    var node: NodeID
    var kind: WrittenNode.Kind
    /// The bytes, including anchor and tag.
    var range: Range<Int>
    /// The start, after anchor and tag.
    var content: Int
    /// The number of nodes in the subtree, including the root.
    var extent: Int
    /// The number of the parent; -1 for the root.
    var parent: Int
  }

  /// - Throws: `EditRefusal` if the file cannot be parsed.
  /// - Complexity: O(*n* log *n*) for *n* bytes.
  public init(_ bytes: [UInt8]) throws(EditRefusal) {
    lines = TextLines(bytes)
    var tree = Tree()
    let root: NodeID
    do throws(Diagnostic) {
      var parser = Parser(knownKeys: KnownKeys([]), rule: .invalidSpec)
      root = try parser.parse(bytes, into: &tree, file: FileID(index: 0))
    } catch {
      throw .notReadable
    }
    let nodes = tree.written(from: root)
    self.tree = tree
    values = Self.values(nodes, lines)
    guard bytes.count > 0, !nodes.isEmpty else { throw .notReadable }
    step = findStep()
  }

  private static func values(_ nodes: [WrittenNode], _ lines: TextLines) -> [Value] {
    var values: [Value] = []
    values.reserveCapacity(nodes.count)
    var open: [(index: Int, end: Int)] = []
    var last = 0
    for (index, node) in nodes.enumerated() {
      while let innermost = open.last, innermost.end <= index { open.removeLast() }
      var start = lines.offset(of: node.start)
      var end = max(start, lines.offset(of: node.end))
      if node.kind == .alias, start < last {
        start = alias(from: last, lines)
        end = lines.endOfWord(from: start)
      }
      let isCollection = node.kind == .mapping || node.kind == .sequence || node.kind == .set
      values.append(
        Value(
          node: node.id, kind: node.kind, range: start..<end,
          content: lines.content(from: start, in: end), extent: node.extent,
          parent: open.last?.index ?? -1))
      if isCollection {
        open.append((index, index + node.extent))
      } else {
        last = end
      }
    }
    return values
  }

  /// Returns the bytes of the next alias after `offset`.
  private static func alias(from offset: Int, _ lines: TextLines) -> Int {
    var place = lines.firstText(from: offset)
    while place < lines.bytes.count, lines.bytes[place] != UInt8(ascii: "*") {
      place = lines.firstText(from: place + 1)
    }
    return place
  }
}

extension TextLines {
  /// Returns the start of a value after its anchor and tag, which begin at `start`.
  fileprivate func content(from start: Int, in end: Int) -> Int {
    var place = start
    while place < end, bytes[place] == UInt8(ascii: "&") || bytes[place] == UInt8(ascii: "!") {
      place = min(end, firstText(from: endOfWord(from: place)))
    }
    return place
  }

  /// Returns the end of the word that starts at `start`.
  fileprivate func endOfWord(from start: Int) -> Int {
    let rest = bytes[start...]
    return rest.firstIndex { $0 <= UInt8(ascii: " ") || ",[]{}".utf8.contains($0) } ?? bytes.count
  }
}

// Lookups.
extension Document {
  /// The number of a value of a document.
  public struct ValueID: Hashable, Sendable {
    var index: Int
  }

  /// Returns the keys of a mapping or the elements of a sequence.
  func children(of index: Int) -> [Int] {
    var result: [Int] = []
    let value = values[index]
    guard value.kind == .mapping || value.kind == .sequence else { return [] }
    var child = index + 1
    while child < index + value.extent {
      result.append(child)
      child += values[child].extent
      if value.kind == .mapping, child < index + value.extent { child += values[child].extent }
    }
    return result
  }

  /// Returns the sibling after a child.
  func sibling(after child: Int, in collection: Int) -> Int? {
    var next = child + values[child].extent
    if values[collection].kind == .mapping { next += values[value(ofKey: child)].extent }
    return next < collection + values[collection].extent ? next : nil
  }

  /// Returns the sibling before a child.
  ///
  /// - Complexity: O(*n*) for *n* levels of nesting.
  func sibling(before child: Int, in collection: Int) -> Int? {
    var last = child - 1
    guard last > collection else { return nil }
    while values[last].parent > collection { last = values[last].parent }
    guard values[last].parent == collection else { return nil }
    return values[collection].kind == .mapping ? last - 1 : last
  }

  /// Whether `children` are all children of a collection.
  func holdsOnly(_ children: Set<Int>, _ collection: Int) -> Bool {
    var child = collection + 1
    for _ in children {
      guard child < collection + values[collection].extent, children.contains(child) else {
        return false
      }
      child = sibling(after: child, in: collection) ?? collection + values[collection].extent
    }
    return child == collection + values[collection].extent
  }

  /// Returns the value of a key.
  func value(ofKey key: Int) -> Int { key + 1 }

  /// Whether a collection is a flow collection.
  func isFlow(_ index: Int) -> Bool {
    let first = values[index].content
    guard first < bytes.count else { return false }
    return bytes[first] == UInt8(ascii: "[") || bytes[first] == UInt8(ascii: "{")
  }

  /// Whether a collection is written on one line.
  func isOnOneLine(_ index: Int) -> Bool {
    lines.end(at: values[index].range.lowerBound) >= values[index].range.upperBound
  }

  /// Returns the text of a scalar or key.
  func text(of index: Int) -> String { tree.string(values[index].node) }

  /// Returns the values that start at the start of a place, outermost first.
  private func values(at place: SourceRange) -> [Int] {
    let offset = lines.offset(of: place.start)
    var (low, high) = (0, values.count)
    while low < high {
      let middle = (low + high) / 2
      if values[middle].range.lowerBound < offset { low = middle + 1 } else { high = middle }
    }
    var found: [Int] = []
    while low < values.count, values[low].range.lowerBound == offset {
      found.append(low)
      low += 1
    }
    return found.filter { values[$0].kind != .alias }
  }

  /// Returns the key at a place.
  public func key(at place: SourceRange) -> ValueID? {
    let end = lines.offset(of: place.end)
    return values(at: place).first {
      values[$0].kind == .key && values[$0].range.upperBound == end
    }.map(ValueID.init)
  }

  /// Returns the key at a place, or else the element of a list.
  public func entry(at place: SourceRange) -> ValueID? {
    if let key = key(at: place) { return key }
    return values(at: place).first {
      let parent = values[$0].parent
      return parent >= 0 && values[parent].kind == .sequence
    }.map(ValueID.init)
  }

  /// Returns the scalar at a place, which may be a key.
  public func scalar(at place: SourceRange) -> ValueID? {
    values(at: place).first { values[$0].kind == .scalar || values[$0].kind == .key }
      .map(ValueID.init)
  }

  /// Returns the mapping in a list at a place.
  public func mappingInList(at place: SourceRange) -> ValueID? {
    entry(at: place).flatMap { values[$0.index].kind == .mapping ? $0 : nil }
  }

  /// Returns the mapping in a list with a value at a place.
  public func mappingInList(around place: SourceRange) -> ValueID? {
    guard let scalar = scalar(at: place), let mapping = parent(of: scalar), isMapping(mapping),
      let list = parent(of: mapping), isSequence(list)
    else { return nil }
    return mapping
  }

  /// Returns the value of the key at `id`.
  public func value(ofKey id: ValueID) -> ValueID? {
    values[id.index].kind == .key ? ValueID(index: value(ofKey: id.index)) : nil
  }

  /// Returns the last key of a mapping with the spelling `name`.
  public func key(_ name: String, of mapping: ValueID) -> ValueID? {
    guard values[mapping.index].kind == .mapping else { return nil }
    return children(of: mapping.index).last { text(of: $0) == name }.map(ValueID.init)
  }

  /// Returns the keys of a mapping.
  public func keys(of mapping: ValueID) -> [ValueID] {
    values[mapping.index].kind == .mapping ? children(of: mapping.index).map(ValueID.init) : []
  }

  /// Whether `children` are all elements or keys of a collection.
  public func holdsOnly(_ children: Set<ValueID>, _ collection: ValueID) -> Bool {
    holdsOnly(Set(children.map(\.index)), collection.index)
  }

  /// Returns the collection that contains a value or key.
  public func parent(of id: ValueID) -> ValueID? {
    let parent = values[id.index].parent
    return parent < 0 ? nil : ValueID(index: parent)
  }

  /// Returns the key of the value `id`.
  public func key(ofValue id: ValueID) -> ValueID? {
    guard id.index > 0, values[id.index].kind != .key, values[id.index - 1].kind == .key,
      values[id.index - 1].parent == values[id.index].parent
    else { return nil }
    return ValueID(index: id.index - 1)
  }

  public func isSequence(_ id: ValueID) -> Bool { values[id.index].kind == .sequence }

  public func isMapping(_ id: ValueID) -> Bool { values[id.index].kind == .mapping }

  /// Returns the text of a scalar; `nil` for a collection.
  public func string(_ id: ValueID) -> String? {
    let kind = values[id.index].kind
    return kind == .scalar || kind == .key ? text(of: id.index) : nil
  }

  /// Whether the value is left out in the file.
  public func isEmpty(_ id: ValueID) -> Bool {
    values[id.index].kind == .scalar && values[id.index].range.isEmpty
  }

  /// Returns the position of a byte, counting lines and characters from 1 as in reports.
  public func position(of offset: Int) -> Position { lines.position(of: offset) }
}

extension Document {
  /// Returns the elements of a sequence.
  public func elements(of id: ValueID) -> [ValueID] {
    isSequence(id) ? children(of: id.index).map(ValueID.init) : []
  }
}

// For tests.
extension Document {
  package var allValues: [ValueID] { values.indices.map(ValueID.init) }
}
