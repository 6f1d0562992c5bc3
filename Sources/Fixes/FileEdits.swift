public import Diagnostics
internal import Editing

/// The edits of one file, with the places that reports give.
public struct FileEdits: Hashable, Sendable {
  public var path: String
  /// In order of place.
  public var edits: [Edit]
  /// The same as a unified diff.
  public var patch: String

  public struct Edit: Hashable, Sendable {
    /// What is replaced; nothing where both are equal.
    public var start: Position
    public var end: Position
    public var text: String
  }

  /// `result` is the file after the edits.
  init(_ path: String, _ edits: [TextEdit], in document: Document, result: [UInt8]) {
    self.path = path
    patch = String(
      decoding: UnifiedDiff(of: path, from: document.bytes, to: result).bytes(), as: UTF8.self)
    self.edits = edits.map { edit in
      Edit(
        start: document.position(of: edit.range.lowerBound),
        end: document.position(of: edit.range.upperBound),
        text: String(decoding: edit.text, as: UTF8.self))
    }
  }
}
