internal import Diagnostics

/// Names a node of one `Tree`.
public struct NodeID: Hashable, Sendable {
  var index: Int32

  init(_ index: Int) { self.index = Int32(truncatingIfNeeded: index) }
}

/// A value of a document: a record of fixed size whose text and children lie in its tree.
struct Node: Sendable {
  var kind: Kind
  var form = ScalarForm.plain
  /// Those of its text, or of all texts below it.
  var traits: TextTraits = []
  /// The number of a known key.
  var keyID = KeyID.none
  /// The file it was read from, by its number in the tree.
  var layer: UInt16
  /// Where a scalar's text starts; the node an alias stands for; the first child of what is gathered.
  var first: UInt32 = 0
  /// How many bytes of text a scalar has, or how many children what is gathered.
  var count: UInt32 = 0
  /// How many nodes in a row, from this one on, make up this value as it was written.
  var extent: UInt32 = 1
  /// Keys: a hash of the text that is never 0; mappings: the bits of their known keys.
  var digest: UInt32 = 0
  var start: Position
  var end: Position

  /// Completes a collection, all of whose contents follow it.
  mutating func close(extent: Int, end: Position, traits: TextTraits, digest: UInt32) {
    self.extent = UInt32(truncatingIfNeeded: extent)
    self.end = end
    self.traits = traits
    self.digest = digest
  }

  /// Makes it a node of another layer, whose nodes, texts and children start at other places.
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
    /// A mapping whose keys and values follow it, each directly after the one before.
    case mapping
    /// A sequence whose elements follow it.
    case sequence
    case alias
    /// A mapping whose keys and values are listed among the tree's children, in turn.
    case gatheredMapping
    /// A sequence whose elements are listed among the tree's children.
    case gatheredSequence
    /// `!!set`: a mapping that is neither mapping nor sequence to its reader.
    case set
  }
}

/// How a scalar was written, as far as that decides its type.
enum ScalarForm: UInt8, Sendable {
  case plain
  /// In quotes, a block scalar, or tagged as text.
  case text
  case boolTag
  case intTag
  case floatTag
  case nullTag
  case binaryTag
  case timestampTag
  case jsonNumber
  case jsonBool
  case jsonNull

  /// The form of a tagged scalar; one in quotes stays text where its tag asks for a number.
  init(tag: String, isPlain: Bool) {
    switch tag {
    case "tag:yaml.org,2002:bool": self = .boolTag
    case "tag:yaml.org,2002:int": self = isPlain ? .intTag : .text
    case "tag:yaml.org,2002:float": self = isPlain ? .floatTag : .text
    case "tag:yaml.org,2002:null": self = .nullTag
    case "tag:yaml.org,2002:binary": self = .binaryTag
    case "tag:yaml.org,2002:timestamp": self = .timestampTag
    default: self = .text
    }
  }
}

/// What a caller notices about texts while they are read: bits that mean something to the caller alone.
///
/// A tree tells of each value which traits its text has, or a text below it. So a caller finds the few
/// values that it looks for without going through all of them.
public struct TextTraits: OptionSet, Sendable {
  public let rawValue: UInt8

  @inlinable
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Finds the traits of a text; called once for each text, so it has to be fast.
  public typealias Classifier = @Sendable (_ text: Span<UInt8>) -> TextTraits
}
