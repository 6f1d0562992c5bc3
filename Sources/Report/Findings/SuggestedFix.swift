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

  func sarif(_ finding: Diagnostic, location: (FileID) -> JSON) -> JSON {
    let files = edits.reduce(into: [FileID]()) { files, edit in
      if files.last != edit.range.file { files.append(edit.range.file) }
    }
    let text = finding.help.first?.text ?? "resolve the finding"
    return .object([
      "description": .inline([
        "text": .text((isSafe ? text : text + " (unsafe)").escapedForTerminal)
      ]),
      "artifactChanges": .array(
        files.map { file in
          .object([
            "artifactLocation": location(file),
            "replacements": .array(edits.filter { $0.range.file == file }.map { $0.sarif }),
          ])
        }),
    ])
  }
}

extension SuggestedFix.Edit {
  fileprivate var sarif: JSON {
    .inline([
      "deletedRegion": .inline([
        "startLine": .number(range.start.line),
        "startColumn": .number(range.start.column),
        "endLine": .number(range.end.line), "endColumn": .number(range.end.column),
      ]),
      "insertedContent": .inline(["text": .text(text)]),
    ])
  }
}
