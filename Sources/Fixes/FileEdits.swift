public import Diagnostics
internal import Editing

/// The edits of one file, with the places that reports show.
public struct FileEdits: Hashable, Sendable {
  public var path: String
  /// The edits, in order of place.
  public var edits: [Edit]
  /// The edits as a unified diff, if requested.
  public var patch = ""

  public struct Edit: Hashable, Sendable {
    /// The replaced range; empty for an insertion.
    public var start: Position
    public var end: Position
    public var text: String
  }

  /// - Parameters:
  ///   - path: The path of the file.
  ///   - edits: The edits, in order.
  ///   - bytes: The text before them.
  ///   - hasPatch: Whether to add a unified diff.
  ///   - position: Returns the position of a byte.
  init(
    _ path: String, _ edits: [TextEdit], of bytes: [UInt8], hasPatch: Bool,
    position: (_ offset: Int) -> Position
  ) {
    self.path = path
    if hasPatch {
      patch = String(
        decoding: UnifiedDiff(of: path, from: bytes, to: edits.applied(to: bytes))
          .bytes(), as: UTF8.self)
    }
    self.edits = edits.map { edit in
      Edit(
        start: position(edit.range.lowerBound),
        end: position(edit.range.upperBound),
        text: String(decoding: edit.text, as: UTF8.self))
    }
  }
}
