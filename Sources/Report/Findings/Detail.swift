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
  /// Calls `body` with each detail, in reading order.
  func forEachDetail(_ body: (Detail) -> Void) {
    for link in subject.chain { body(Detail(content: .link(link))) }
    for note in notes { body(Detail(content: .note(note))) }
    for message in help { body(Detail(content: .help(message))) }
  }

  /// The message in one line, escaped.
  var line: String { message.text.escapedForTerminal }
}

extension Report {
  /// Appends a finding as one text: its first line, then a line for each detail.
  func append(_ finding: Diagnostic, to output: inout TextBuffer) {
    output.append(finding.message.text, .terminal)
    finding.forEachDetail { detail in
      output.append(UInt8(ascii: "\n"))
      detail.appendLine(in: self, from: .repository, to: &output)
    }
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

  /// Appends the detail in one line, escaped.
  func appendText(to output: inout TextBuffer) {
    switch content {
    case .link(let link): link.append(to: &output)
    case .note(let note): output.append(note.message.text, .terminal)
    case .help(let message): output.append(message.text, .terminal)
    }
  }

  /// Appends the detail with its label and location.
  func appendLine(in report: Report, from base: PathBase, to output: inout TextBuffer) {
    output += label
    appendText(to: &output)
    guard let location else { return }
    output.append("  ")
    report.append(placeOf: location, from: base, to: &output)
  }
}

extension Diagnostic.ChainLink {
  /// Appends `'A' links 'B'`, escaped.
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
