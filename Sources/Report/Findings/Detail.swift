import Diagnostics
internal import Text

/// A detail of a finding, printed below its first line.
struct Detail {
  enum Content {
    /// A link of the chain that proves the finding.
    case link(Diagnostic.ChainLink)
    case note(Diagnostic.Note)
    case help(Diagnostic.Message)
  }

  var content: Content

  var location: SourceRange? {
    switch content {
    case .link(let link): link.location
    case .note(let note): note.location
    case .help: nil
    }
  }
}

extension Diagnostic {
  /// The details, in reading order.
  var details: [Detail] {
    subject.chain.map { Detail(content: .link($0)) } + notes.map { Detail(content: .note($0)) }
      + help.map { Detail(content: .help($0)) }
  }

  /// The message in one line, escaped.
  var line: String { message.text.escapedForTerminal }
}

extension Report {
  /// Returns a finding as one text: its first line, then a line for each detail.
  func text(of finding: Diagnostic) -> String {
    ([finding.line] + finding.details.map { $0.line(in: self, from: .repository) })
      .joined(separator: "\n")
  }
}

extension Detail {
  /// The label of the detail in text reports.
  var label: String {
    switch content {
    case .link: ""
    case .note: "note: "
    case .help: "help: "
    }
  }

  /// The detail in one line, escaped.
  var text: String {
    switch content {
    case .link(let link): link.text
    case .note(let note): note.message.text.escapedForTerminal
    case .help(let message): message.text.escapedForTerminal
    }
  }

  func line(in report: Report, from base: PathBase) -> String {
    label + text + (location.map { "  " + report.place(of: $0, from: base) } ?? "")
  }
}

extension Diagnostic.ChainLink {
  /// The link in words, `'A' links 'B'`, escaped.
  var text: String { "'\(from.escapedForTerminal)' \(verb) '\(to.escapedForTerminal)'" }
}
