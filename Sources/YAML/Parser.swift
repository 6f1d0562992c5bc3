public import Diagnostics

/// Reads YAML files into trees.
///
/// Files of plain block YAML are read by a reader of its own, and all others by libyaml: what a tree
/// holds, and every error, is the same as if libyaml read all of them. What a scalar means is decided
/// when it is asked for; aliases stay references, so that nothing a file says about itself can
/// multiply. One parser serves many files and keeps its scratch memory between them.
public struct Parser: Sendable {
  /// The rule that findings about syntax are reported under.
  private let rule: RuleID
  private var blockReader: BlockReader
  private var libYAML: LibYAMLReader

  public init(knownKeys: KnownKeys, rule: RuleID) {
    self.rule = rule
    blockReader = BlockReader(knownKeys: knownKeys)
    libYAML = LibYAMLReader(knownKeys: knownKeys)
  }

  /// Appends the one document in `bytes` to `tree`, as a new layer.
  ///
  /// An empty file is an empty mapping. A byte order mark is left out, and no place counts it.
  ///
  /// - Returns: The root of the document.
  /// - Throws: A diagnostic with the place where the text stops being YAML, or goes beyond `Limits`.
  ///   What `tree` holds of the file is then of no use.
  /// - Complexity: O(*n*) for *n* bytes; O(*n* log *n*) where keys are given twice.
  public mutating func parse(
    _ bytes: [UInt8], into tree: inout Tree, file: FileID
  ) throws(Diagnostic) -> NodeID {
    let layer = tree.addLayer(file)
    let bytes = bytes.starts(with: [0xef, 0xbb, 0xbf]) ? Array(bytes.dropFirst(3)) : bytes
    if let root = blockReader.read(bytes, into: &tree, layer: layer) { return root }
    return try parse(bytes, into: &tree, layer: layer)
  }

  private mutating func parse(
    _ bytes: [UInt8], into tree: inout Tree, layer: UInt16
  ) throws(Diagnostic) -> NodeID {
    do throws(LibYAMLReader.Failure) {
      return try libYAML.read(bytes, into: &tree, layer: layer)
    } catch {
      let start = error.offset.map { Position(offset: $0, in: bytes) } ?? error.start
      let last = Position(offset: bytes.count, in: bytes)
      let place = SourceRange(
        file: tree.files[Int(layer)], start: min(start, last), end: min(max(start, error.end), last)
      )
      throw Diagnostic(rule, .error, error.message, at: place, help: error.help)
    }
  }
}

// What tests compare.
extension Parser {
  /// Reads a file with the reader for block YAML alone.
  ///
  /// - Returns: The root of the document; nothing if libyaml has to read the file, which then has left
  ///   nothing in `tree` but its layer.
  package mutating func parseWithoutLibYAML(
    _ bytes: [UInt8], into tree: inout Tree, file: FileID
  ) -> NodeID? {
    blockReader.read(bytes, into: &tree, layer: tree.addLayer(file))
  }

  /// Reads a file with libyaml alone.
  ///
  /// - Throws: As `parse` does.
  package mutating func parseWithLibYAML(
    _ bytes: [UInt8], into tree: inout Tree, file: FileID
  ) throws(Diagnostic) -> NodeID {
    try parse(bytes, into: &tree, layer: tree.addLayer(file))
  }
}
