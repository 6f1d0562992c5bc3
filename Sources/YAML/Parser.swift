public import Diagnostics

/// Reads YAML files into trees.
///
/// A separate reader reads plain block YAML, and libyaml all other files. Trees and errors are the
/// same as if libyaml read all of them. The type of a scalar is resolved when it is used. Aliases
/// stay references, so that they cannot multiply. A parser can read many files and reuses the
/// memory of the separate reader.
public struct Parser: Sendable {
  private let rule: RuleID
  private var blockReader: BlockReader

  public init(knownKeys: KnownKeys, rule: RuleID) {
    self.rule = rule
    blockReader = BlockReader(knownKeys: knownKeys)
  }

  /// Appends the one document in `bytes` to `tree`, as a new layer.
  ///
  /// An empty file is an empty mapping. A byte order mark is skipped and not counted in positions.
  ///
  /// - Returns: The root of the document.
  /// - Throws: A diagnostic at the first position that is not YAML or exceeds `Limits`. The
  ///   contents of the file in `tree` are then incomplete.
  /// - Complexity: O(*n*) for *n* bytes; O(*n* log *n*) if keys occur twice.
  public mutating func parse(
    _ bytes: [UInt8], into tree: inout Tree, file: FileID
  ) throws(Diagnostic) -> NodeID {
    let layer = tree.addLayer(file)
    let bytes = bytes.starts(with: [0xef, 0xbb, 0xbf]) ? Array(bytes.dropFirst(3)) : bytes
    if let root = blockReader.read(bytes, into: &tree, layer: layer) { return root }
    return try parse(bytes, into: &tree, layer: layer)
  }

  private func parse(
    _ bytes: [UInt8], into tree: inout Tree, layer: UInt16
  ) throws(Diagnostic) -> NodeID {
    var reader = LibYAMLReader(builder: blockReader.builder)
    do throws(LibYAMLReader.Failure) {
      return try reader.read(bytes, into: &tree, layer: layer)
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

// For tests, which compare the readers.
extension Parser {
  /// Reads a file with the block reader only; `nil` if libyaml has to read it.
  package mutating func parseWithoutLibYAML(
    _ bytes: [UInt8], into tree: inout Tree, file: FileID
  ) -> NodeID? {
    blockReader.read(bytes, into: &tree, layer: tree.addLayer(file))
  }

  /// Reads a file with libyaml only.
  package func parseWithLibYAML(
    _ bytes: [UInt8], into tree: inout Tree, file: FileID
  ) throws(Diagnostic) -> NodeID {
    try parse(bytes, into: &tree, layer: tree.addLayer(file))
  }
}
