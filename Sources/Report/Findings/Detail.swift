import Diagnostics
internal import Text

/// A detail of a finding, printed below its first line.
struct Detail {
  enum Content {
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
  var details: [Detail] {
    subject.chain.map { Detail(content: .link($0)) } + notes.map { Detail(content: .note($0)) }
      + help.map { Detail(content: .help($0)) }
  }

  /// The message in one line, escaped.
  var line: String { message.text.escapedForTerminal }
}

extension Report {
  func text(of finding: Diagnostic) -> String {
    ([finding.line] + finding.details.map { $0.line(in: self, from: .repository) })
      .joined(separator: "\n")
  }
}

extension Detail {
  var label: String {
    switch content {
    case .link: ""
    case .note: "note: "
    case .help: "help: "
    }
  }

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
