internal import Diagnostics

/// The number of a node of a `Tree`.
public struct NodeID: Hashable, Sendable {
  public internal(set) var index: Int32

  init(_ index: Int) { self.index = Int32(truncatingIfNeeded: index) }
}

/// A value of a document: a record of fixed size, whose text and children are in the tree.
struct Node: Sendable {
  var kind: Kind
  var form = ScalarForm.plain
  /// The traits of its text, or of all texts below it.
  var traits: TextTraits = []
  var keyID = KeyID.none
  /// The index of its file in the tree.
  var layer: UInt16
  /// The start of the text of a scalar, the target of an alias, or the first child of a gathered
  /// collection.
  var first: UInt32 = 0
  /// The bytes of text of a scalar, or the children of a gathered collection.
  var count: UInt32 = 0
  /// The number of successive nodes, including this one, that represent the value in the file.
  var extent: UInt32 = 1
  /// For keys, a nonzero hash of the text; for mappings, the bits of their known keys.
  var digest: UInt32 = 0
  var start: Position
  var end: Position

  init(kind: Kind, layer: UInt16, start: Position, end: Position) {
    self.kind = kind
    self.layer = layer
    self.start = start
    self.end = end
  }

  /// Moves it to another layer, whose nodes, texts and children have different base offsets.
  mutating func move(to layer: UInt16, by bases: (node: UInt32, text: UInt32, child: UInt32)) {
    self.layer = layer
    switch kind {
    case .scalar: first += bases.text
    case .alias: first += bases.node
    case .gatheredMapping, .gatheredSequence: first += bases.child
    case .mapping, .sequence, .set: break
    }
  }

  enum Kind: UInt8, Sendable {
    case scalar
    /// Its keys and values are the nodes after it.
    case mapping
    /// Its elements are the nodes after it.
    case sequence
    case alias
    /// A mapping whose keys and values alternate in the tree's list of children.
    case gatheredMapping
    /// A sequence whose elements are in the list of children of the tree.
    case gatheredSequence
    /// `!!set`: a mapping that readers treat as neither mapping nor sequence.
    case set
  }
}

/// The notation of a scalar that decides its type.
enum ScalarForm: UInt8, Sendable {
  case plain
  /// A quoted scalar, a block scalar, or one tagged as text.
  case text
  case jsonNumber
  case jsonNull
}

/// Properties of texts, defined by the caller and computed while reading.
///
/// A tree stores for each value the traits of its text, or of all texts below it. So a caller finds
/// the few values with a trait without visiting all of them.
public struct TextTraits: OptionSet, Sendable {
  public let rawValue: UInt8

  @inlinable
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Returns the traits of a text; called for each, so it has to be fast.
  public typealias Classifier = @Sendable (_ text: Span<UInt8>) -> TextTraits
}
