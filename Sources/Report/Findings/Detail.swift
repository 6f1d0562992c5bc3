public import Diagnostics
import Text

/// A detail of a finding, printed below its first line.
struct Detail {
  enum Kind: String {
    case chain
    case note
    case help
  }

  var kind: Kind
  /// The text, escaped.
  var text: String
  var location: SourceRange?

  var label: String { kind == .chain ? "" : "\(kind.rawValue): " }

  func line(in report: Report, from base: PathBase) -> String {
    label + text + (location.map { "  " + report.place(of: $0, from: base) } ?? "")
  }
}

extension Diagnostic {
  var details: [Detail] {
    subject.chain.map { Detail(kind: .chain, text: $0.text, location: $0.location) }
      + notes.map {
        Detail(kind: .note, text: $0.message.text.escapedForTerminal, location: $0.location)
      }
      + help.map { Detail(kind: .help, text: $0.text.escapedForTerminal) }
  }

  /// The message in one line, escaped.
  var line: String { message.text.escapedForTerminal }

  /// Returns the finding in one line, such as `core/Kit/project.yml:3:5: error: … [cycle]`,
  /// unescaped.
  public func line(in sources: SourceMap) -> String {
    "\(place(in: sources))\(severity.rawValue): \(message.text) [\(rule.name)]"
  }

  /// Returns the location and a colon, unescaped; empty without a location.
  func place(in sources: SourceMap) -> String {
    location.map { "\(sources[$0.file]):\($0.start.line):\($0.start.column): " } ?? ""
  }
}

extension Report {
  func text(of finding: Diagnostic) -> String {
    ([finding.line] + finding.details.map { $0.line(in: self, from: .repository) })
      .joined(separator: "\n")
  }
}

extension Diagnostic.ChainLink {
  /// The link in words, `'A' links 'B'`, escaped.
  var text: String { "'\(from.escapedForTerminal)' \(verb) '\(to.escapedForTerminal)'" }
}

/// The edits that resolve a finding, as made by `modlint fix` if it fixes only this finding.
public struct SuggestedFix: Sendable {
  /// Whether `fix` applies it without `--unsafe`.
  public var isSafe: Bool
  /// The edits, sorted by file and location.
  public var edits: [Edit] = []
  /// The edits as a unified diff for `git apply`.
  public var patch = ""

  /// A range of a file and its replacement.
  public struct Edit: Sendable {
    public var range: SourceRange
    public var text: String

    public init(_ range: SourceRange, _ text: String) {
      self.range = range
      self.text = text
    }
  }

  public init(isSafe: Bool) { self.isSafe = isSafe }

  func json(_ sources: SourceMap) -> JSON {
    .object([
      "safe": .flag(isSafe),
      "edits": .array(
        edits.map { $0.range.json(sources).appending(.inline(["text": .text($0.text)])) }),
    ])
  }
}
