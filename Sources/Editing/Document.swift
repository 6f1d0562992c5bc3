public import Diagnostics
internal import YAML

/// A YAML file with the byte range of each value.
public struct Document: Sendable {
  public var bytes: [UInt8] { lines.bytes }
  public let lines: TextLines
  let tree: Tree
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

  func endOfWord(from start: Int) -> Int {
    let rest = bytes[start...]
    return rest.firstIndex { $0 <= UInt8(ascii: " ") || ",[]{}".utf8.contains($0) } ?? bytes.count
  }
}

// Lookups.
extension Document {
  /// The number of a value, in the order of the file.
  public typealias ValueID = Int

  public func isSequence(_ id: ValueID) -> Bool { values[id].kind == .sequence }

  public func isMapping(_ id: ValueID) -> Bool { values[id].kind == .mapping }

  /// Whether a collection is written in brackets or braces.
  func isFlow(_ id: ValueID) -> Bool {
    let first = values[id].content
    guard first < bytes.count else { return false }
    return bytes[first] == UInt8(ascii: "[") || bytes[first] == UInt8(ascii: "{")
  }

  /// Whether the value is left out in the file.
  public func isEmpty(_ id: ValueID) -> Bool {
    values[id].kind == .scalar && values[id].range.isEmpty
  }

  /// Returns the text of a scalar or key; `nil` for a collection.
  public func string(_ id: ValueID) -> String? {
    let kind = values[id].kind
    return kind == .scalar || kind == .key ? tree.string(values[id].node) : nil
  }

  /// Returns the keys of a mapping or the elements of a sequence.
  public func children(of id: ValueID) -> [ValueID] {
    guard isMapping(id) || isSequence(id) else { return [] }
    var result: [ValueID] = []
    var child = id + 1
    while child < id + values[id].extent {
      result.append(child)
      child = end(of: child, in: id)
    }
    return result
  }

  /// Returns the number after those of an element, or of a key and its value.
  private func end(of child: ValueID, in collection: ValueID) -> ValueID {
    let last = isMapping(collection) ? value(ofKey: child) : child
    return last + values[last].extent
  }

  func sibling(after child: ValueID, in collection: ValueID) -> ValueID? {
    let next = end(of: child, in: collection)
    return next < collection + values[collection].extent ? next : nil
  }

  /// Whether `children` are all children of a collection.
  ///
  /// - Complexity: O(*n*) for *n* of `children`.
  public func holdsOnly(_ children: Set<ValueID>, _ collection: ValueID) -> Bool {
    var child: ValueID? = values[collection].extent > 1 ? collection + 1 : nil
    while let next = child, children.contains(next) {
      child = sibling(after: next, in: collection)
    }
    return child == nil
  }

  public func parent(of id: ValueID) -> ValueID? {
    let parent = values[id].parent
    return parent < 0 ? nil : parent
  }

  public func value(ofKey key: ValueID) -> ValueID { key + 1 }

  public func key(ofValue id: ValueID) -> ValueID? {
    guard let parent = parent(of: id), isMapping(parent), values[id].kind != .key else {
      return nil
    }
    return id - 1
  }

  /// Returns the last key of a mapping with the spelling `name`.
  public func key(_ name: String, of mapping: ValueID) -> ValueID? {
    guard isMapping(mapping) else { return nil }
    return children(of: mapping).last { string($0) == name }
  }

  /// Returns the values that start at the start of a place, outermost first.
  private func values(at place: SourceRange) -> [ValueID] {
    let offset = lines.offset(of: place.start)
    var (low, high) = (0, values.count)
    while low < high {
      let middle = (low + high) / 2
      if values[middle].range.lowerBound < offset { low = middle + 1 } else { high = middle }
    }
    return values[low...].indices.prefix { values[$0].range.lowerBound == offset }
      .filter { values[$0].kind != .alias }
  }

  public func key(at place: SourceRange) -> ValueID? {
    let end = lines.offset(of: place.end)
    return values(at: place).first {
      values[$0].kind == .key && values[$0].range.upperBound == end
    }
  }

  /// Returns the key at a place, or else the element of a list.
  public func entry(at place: SourceRange) -> ValueID? {
    key(at: place) ?? values(at: place).first { parent(of: $0).map(isSequence) ?? false }
  }

  /// Returns the scalar at a place, which may be a key.
  public func scalar(at place: SourceRange) -> ValueID? {
    values(at: place).first { values[$0].kind == .scalar || values[$0].kind == .key }
  }

  public func mappingInList(at place: SourceRange) -> ValueID? {
    entry(at: place).flatMap { isMapping($0) ? $0 : nil }
  }

  public func mappingInList(around place: SourceRange) -> ValueID? {
    guard let scalar = scalar(at: place), let mapping = parent(of: scalar), isMapping(mapping),
      let list = parent(of: mapping), isSequence(list)
    else { return nil }
    return mapping
  }

  /// All values, for tests.
  package var allValues: [ValueID] { Array(values.indices) }
}
