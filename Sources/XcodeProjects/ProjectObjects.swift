internal import Diagnostics

/// The objects of a project file by their ids.
struct ProjectObjects: Sendable {
  /// The number of an object, in the order of the file.
  typealias ObjectID = Int

  let tree: PropertyListTree
  private let lines: LineIndex
  private let file: FileID
  /// The keys of the objects; the value of each is the next node but one.
  private var keys: [Int32] = []
  private var values: [Int32] = []
  /// Open addressing: 1 + the number of an object, or 0.
  private var slots: [Int32]
  private(set) var rootObject: ObjectID?

  /// - Complexity: O(*n*) for *n* nodes.
  init(_ tree: PropertyListTree, file: FileID) {
    self.tree = tree
    self.file = file
    lines = LineIndex(tree.bytes)
    slots = []
    guard let root = tree.root, let objects = tree.value("objects", of: root),
      tree.kind(objects) == .table
    else { return }
    var children = tree.children(of: objects)
    while let key = children.next(), let value = children.next() {
      keys.append(Int32(truncatingIfNeeded: key))
      values.append(Int32(truncatingIfNeeded: value))
    }
    var capacity = 16
    while capacity < 2 * keys.count { capacity *= 2 }
    slots = Array(repeating: 0, count: capacity)
    for number in keys.indices { insert(number) }
    rootObject = tree.value("rootObject", of: root).flatMap(object(named:))
  }

  private mutating func insert(_ number: Int) {
    let id = tree.rawText(Int(keys[number]))
    var slot = hash(id) & (slots.count - 1)
    while slots[slot] != 0 {
      // The last of several with one id counts.
      if tree.rawText(Int(keys[Int(slots[slot]) - 1])).elementsEqual(id) { break }
      slot = (slot + 1) & (slots.count - 1)
    }
    slots[slot] = Int32(truncatingIfNeeded: number + 1)
  }

  private func hash(_ id: ArraySlice<UInt8>) -> Int {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in id { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return Int(truncatingIfNeeded: (hash ^ (hash >> 32)) & 0x7fff_ffff)
  }

  var all: Range<ObjectID> { keys.indices }

  /// The object whose id a node is; `nil` where there is none, which Xcode ignores.
  func object(named node: PropertyListTree.Node) -> ObjectID? {
    guard !slots.isEmpty, tree.kind(node) == .text else { return nil }
    let id = tree.rawText(node)
    var slot = hash(id) & (slots.count - 1)
    while slots[slot] != 0 {
      let number = Int(slots[slot]) - 1
      if tree.rawText(Int(keys[number])).elementsEqual(id) { return number }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }

  func node(_ object: ObjectID, _ key: StaticString) -> PropertyListTree.Node? {
    tree.value(key, of: Int(values[object]))
  }

  func text(_ object: ObjectID, _ key: StaticString) -> String? {
    node(object, key).flatMap(tree.text)
  }

  /// The object that a value names by its id.
  func object(_ object: ObjectID, _ key: StaticString) -> ObjectID? {
    node(object, key).flatMap(self.object(named:))
  }

  /// The objects of a list of ids that are there.
  func objects(_ object: ObjectID, _ key: StaticString) -> [ObjectID] {
    guard let list = node(object, key), tree.kind(list) == .list else { return [] }
    return tree.children(of: list).compactMap(self.object(named:))
  }

  /// A list of texts, or a single text.
  func texts(_ object: ObjectID, _ key: StaticString) -> [String] {
    guard let node = node(object, key) else { return [] }
    if let text = tree.text(node) { return [text] }
    return tree.kind(node) == .list ? tree.children(of: node).compactMap(tree.text) : []
  }

  func isa(_ object: ObjectID, _ name: StaticString) -> Bool {
    node(object, "isa").map { tree.isEqual($0, name) } ?? false
  }

  /// The id of an object, as it is written.
  func id(_ object: ObjectID) -> ArraySlice<UInt8> { tree.rawText(Int(keys[object])) }

  /// The place of an object: that of its id.
  func range(_ object: ObjectID) -> SourceRange {
    tree.range(Int(keys[object]), lines, file: file)
  }

  func range(ofNode node: PropertyListTree.Node) -> SourceRange {
    tree.range(node, lines, file: file)
  }
}
