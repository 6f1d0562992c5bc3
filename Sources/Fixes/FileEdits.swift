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

  init(_ path: String, _ edits: [TextEdit], in document: Document, hasPatch: Bool) {
    self.path = path
    if hasPatch {
      patch = String(
        decoding: UnifiedDiff(of: path, from: document.bytes, to: edits.applied(to: document.bytes))
          .bytes(), as: UTF8.self)
    }
    self.edits = edits.map { edit in
      Edit(
        start: document.position(of: edit.range.lowerBound),
        end: document.position(of: edit.range.upperBound),
        text: String(decoding: edit.text, as: UTF8.self))
    }
  }
}
