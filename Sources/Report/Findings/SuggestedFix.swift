public import Diagnostics
internal import Text

/// The edits that resolve a finding, as made by `modlint fix` if it fixes only this finding.
public struct SuggestedFix: Sendable {
  /// Whether `fix` applies it without `--unsafe`.
  public var isSafe: Bool
  /// The edits, sorted by file and location.
  public var edits: [Edit]
  /// The edits as a unified diff for `git apply`.
  public var patch: String

  /// A range of a file and its replacement.
  public struct Edit: Sendable {
    public var range: SourceRange
    public var text: String

    public init(_ range: SourceRange, _ text: String) {
      self.range = range
      self.text = text
    }
  }

  public init(isSafe: Bool, edits: [Edit], patch: String) {
    self.isSafe = isSafe
    self.edits = edits
    self.patch = patch
  }

  func json(_ sources: SourceMap) -> JSON {
    .object([
      "safe": .flag(isSafe),
      "edits": .array(
        edits.map { $0.range.json(sources).appending(.inline(["text": .text($0.text)])) }),
    ])
  }
}
