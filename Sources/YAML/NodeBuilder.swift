internal import Diagnostics

/// Builds the nodes of a file from the values found by a reader, in the order of the file.
///
/// Both readers of YAML use it, so that keys, duplicates and nesting do not depend on the reader.
struct NodeBuilder: Sendable {
  private let knownKeys: KnownKeys
  private var layer: UInt16 = 0
  /// The innermost open collection, or the list of documents.
  private var top = Frame(node: 0, isMapping: false)
  private var frames: [Frame] = []
  /// The end of the last value; the copy of a scalar for an alias has the position of the anchor.
  private var end = Position(line: 1, column: 1)

  /// An open collection, or the list of documents; small, since each is pushed and popped.
  private struct Frame {
    let node: Int
    let isMapping: Bool
    var expectsKey: Bool
    /// The levels of collections below it, including those of aliases.
    var height: UInt16 = 0
    var hasMerge = false
    var traits: TextTraits = []
    var mayRepeat = false
    /// A bit for the hash of each key.
    var hashes: UInt64 = 0
    var keyBits: UInt32 = 0

    init(node: Int, isMapping: Bool) {
      self.node = node
      self.isMapping = isMapping
      expectsKey = isMapping
    }
  }

  struct Scalar {
    var form = ScalarForm.plain
    /// The start of its text in the text of the tree.
    var first: Int
    var start: Position
    var end: Position
  }

  init(knownKeys: KnownKeys) { self.knownKeys = knownKeys }

  /// Begins a file and drops all state of the previous one.
  mutating func begin(layer: UInt16) {
    self.layer = layer
    top = Frame(node: 0, isMapping: false)
    frames.removeAll(keepingCapacity: true)
  }

  var depth: Int { frames.count }

  var innermost: NodeID? { frames.isEmpty ? nil : NodeID(top.node) }

  var expectsKey: Bool { top.expectsKey }

  @inline(__always)
  mutating func addKey(_ scalar: Scalar, _ text: Span<UInt8>, to tree: inout Tree) {
    let fingerprint = Fingerprint(text)
    let keyID = knownKeys.id(of: text, fingerprint)
    let traits = keyID == .none ? tree.traits(of: text) : []
    top.traits.formUnion(traits)
    if text.count == 2, scalar.form == .plain, text[0] == UInt8(ascii: "<"), text[1] == text[0] {
      top.hasMerge = true
    }
    top.keyBits |= keyID.bit
    tree.keys.insert(keyID)
    let bit: UInt64 = 1 &<< UInt64(fingerprint.hash)
    if top.hashes & bit != 0 { top.mayRepeat = true }
    top.hashes |= bit
    top.expectsKey = false
    add(
      scalar, count: text.count, traits: traits, keyID: keyID, digest: fingerprint.hash,
      to: &tree)
  }

  @inline(__always)
  mutating func addValue(_ scalar: Scalar, _ text: Span<UInt8>, to tree: inout Tree) {
    let traits = tree.traits(of: text)
    top.traits.formUnion(traits)
    top.expectsKey = top.isMapping
    add(scalar, count: text.count, traits: traits, keyID: .none, digest: 0, to: &tree)
  }

  @inline(__always)
  private mutating func add(
    _ scalar: Scalar, count: Int, traits: TextTraits, keyID: KeyID, digest: UInt32,
    to tree: inout Tree
  ) {
    var node = Node(kind: .scalar, layer: layer, start: scalar.start, end: scalar.end)
    node.form = scalar.form
    node.traits = traits
    node.keyID = keyID
    node.first = UInt32(truncatingIfNeeded: scalar.first)
    node.count = UInt32(truncatingIfNeeded: count)
    node.digest = digest
    tree.nodes.append(node)
    end = scalar.end
  }

  /// Adds an alias of a target with `height` levels.
  mutating func addAlias(
    of target: NodeID, height: Int, from start: Position, to end: Position, in tree: inout Tree
  ) {
    var node = Node(kind: .alias, layer: layer, start: start, end: end)
    node.first = UInt32(target.index)
    node.traits = tree[target].traits
    // A scalar is copied, so that a later change of one does not change the other.
    if tree.isScalar(target) { node = tree[target] }
    self.end = end
    valueEnded(traits: node.traits, height: height)
    tree.nodes.append(node)
  }

  mutating func open(_ kind: Node.Kind, at start: Position, in tree: inout Tree) {
    frames.append(top)
    top = Frame(node: tree.nodes.count, isMapping: kind != .sequence)
    tree.nodes.append(Node(kind: kind, layer: layer, start: start, end: start))
  }

  /// Closes the innermost collection, which ends at `last` or else with its last value.
  ///
  /// - Returns: The levels of collections in it, or `nil` if its merge keys exceed `Limits`.
  mutating func close(at last: Position? = nil, in tree: inout Tree) -> Int? {
    let frame = top
    if let last { end = last }
    var node = tree.nodes[frame.node]
    node.extent = UInt32(truncatingIfNeeded: tree.nodes.count &- frame.node)
    node.end = end
    node.traits = frame.traits
    node.digest = frame.keyBits
    tree.nodes[frame.node] = node
    if frame.mayRepeat || frame.hasMerge {
      let mapping = NodeID(frame.node)
      let doubled = tree.noteDuplicates(amongKeysOf: mapping)
      if frame.hasMerge || doubled, tree[mapping].kind == .mapping,
        !tree.gather(mapping, merging: frame.hasMerge)
      {
        return nil
      }
    }
    let height = Int(frame.height) + 1
    top = frames.removeLast()
    valueEnded(traits: frame.traits, height: height)
    return height
  }

  /// Records that a value of the innermost collection is complete.
  private mutating func valueEnded(traits: TextTraits, height: Int) {
    top.traits.formUnion(traits)
    if height > top.height { top.height = UInt16(height) }
    top.expectsKey = top.isMapping
  }
}
