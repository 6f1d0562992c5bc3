import Diagnostics
internal import Text

/// A fact below the first line of a finding.
struct Detail {
  enum Kind {
    /// A link of the chain that proves the finding.
    case link
    case note
    case help
  }

  var kind: Kind
  /// Raw.
  var text: String
  var location: SourceRange?
}

extension Diagnostic {
  /// The facts below the first line, in reading order.
  var details: [Detail] {
    subject.chain.map {
      Detail(kind: .link, text: "'\($0.from)' \($0.verb) '\($0.to)'", location: $0.location)
    } + notes.map { Detail(kind: .note, text: $0.message.text, location: $0.location) }
      + help.map { Detail(kind: .help, text: $0.text) }
  }

  /// The message as one line that is safe to show.
  var line: String { message.text.escapedForTerminal }
}

extension Report {
  /// A finding for formats that take one text: its first line, then a line for each fact below it.
  func text(of finding: Diagnostic) -> String {
    let details = finding.details.map { $0.line(in: self, from: .repository) }
    return ([finding.line] + details).joined(separator: "\n")
  }
}

extension Detail {
  /// What kind of fact it is, as text reports say it.
  var label: String {
    switch kind {
    case .link: ""
    case .note: "note: "
    case .help: "help: "
    }
  }

  /// The fact as one line that is safe to show, its place at the end.
  func line(in report: Report, from base: PathBase) -> String {
    let line = label + text.escapedForTerminal
    guard let location else { return line }
    return "\(line)  \(report.place(location, from: base))"
  }
}
