import Diagnostics
internal import Text

/// A fact below the first line of a finding.
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
  /// Calls `body` with the facts below the first line, in reading order.
  func forEachDetail(_ body: (Detail) -> Void) {
    for link in subject.chain { body(Detail(content: .link(link))) }
    for note in notes { body(Detail(content: .note(note))) }
    for message in help { body(Detail(content: .help(message))) }
  }

  /// The message as one line that is safe to show.
  var line: String { message.text.escapedForTerminal }
}

extension Report {
  /// Appends a finding for formats that take one text: its first line, then a line for each fact below it.
  func append(_ finding: Diagnostic, to output: inout TextBuffer) {
    output.append(finding.message.text, .terminal)
    finding.forEachDetail { detail in
      output.append(UInt8(ascii: "\n"))
      detail.appendLine(in: self, from: .repository, to: &output)
    }
  }
}

extension Detail {
  /// What kind of fact it is, as text reports say it.
  var label: String {
    switch content {
    case .link: ""
    case .note: "note: "
    case .help: "help: "
    }
  }

  /// Appends the fact as one line that is safe to show.
  func appendText(to output: inout TextBuffer) {
    switch content {
    case .link(let link): link.append(to: &output)
    case .note(let note): output.append(note.message.text, .terminal)
    case .help(let message): output.append(message.text, .terminal)
    }
  }

  /// Appends the fact with its label before it and its place at the end.
  func appendLine(in report: Report, from base: PathBase, to output: inout TextBuffer) {
    output += label
    appendText(to: &output)
    guard let location else { return }
    output.append("  ")
    report.append(placeOf: location, from: base, to: &output)
  }
}

extension Diagnostic.ChainLink {
  /// Appends `'A' links 'B'`, safe to show.
  func append(to output: inout TextBuffer) {
    output.append("'")
    output.append(from, .terminal)
    output.append("' ")
    output += verb
    output.append(" '")
    output.append(to, .terminal)
    output.append("'")
  }
}
