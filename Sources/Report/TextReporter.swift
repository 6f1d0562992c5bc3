public import Diagnostics

/// Writes findings for people, in the form that terminals, editors and Xcode can jump from.
public struct TextReporter: Reporter {
  public var style: Style
  /// What paths start from.
  var paths = PathBase.workspace

  public init(style: Style = Style()) { self.style = style }

  init(paths: PathBase) {
    style = Style()
    self.paths = paths
  }

  public func write(_ report: Report, lines: SourceLines, to output: inout String) {
    for finding in report.newFindings {
      append(finding, report, lines, to: &output)
      output += "\n"
    }
    appendSummary(report.summary, to: &output)
  }

  /// Appends one finding, its last newline included.
  func append(
    _ finding: Diagnostic, _ report: Report, _ lines: SourceLines, to output: inout String
  ) {
    appendHeading(of: finding, report, to: &output)
    appendExcerpt(of: finding, lines, to: &output)
    appendChain(finding.subject.chain, report, to: &output)
    appendAdvice(of: finding, report, to: &output)
  }
}

extension TextReporter {
  /// `core/Network/project.yml:23:9: error: 'A' links 'B' [upward]`.
  private func appendHeading(of finding: Diagnostic, _ report: Report, to output: inout String) {
    if let location = finding.location {
      output += style.painted(report.place(location, from: paths) + ":", .bold) + " "
    }
    output += style.painted("\(finding.severity.rawValue):", paint(of: finding.severity))
    output += " \(finding.line) "
    output += style.painted("[\(finding.rule.name.escapedForTerminal)]", .dim) + "\n"
  }

  func appendExcerpt(
    of finding: Diagnostic, _ lines: SourceLines, to output: inout String
  ) {
    guard let location = finding.location, let line = lines(location.file, location.start.line)
    else { return }
    let number = String(location.start.line).padded(toAtLeast: 5)
    let blank = String(repeating: " ", count: number.utf8.count)
    let room = (style.width ?? Self.widestLine) - number.utf8.count - 3
    let excerpt = Excerpt(line, location, cells: max(Self.narrowestExcerpt, room))
    let underline = "^" + String(repeating: "~", count: excerpt.length - 1)

    output += style.painted("\(number) |", .dim)
    output += excerpt.text.isEmpty ? "\n" : " \(excerpt.text)\n"
    output += style.painted("\(blank) |", .dim)
    output += String(repeating: " ", count: excerpt.indent + 1)
    output += style.painted(underline, paint(of: finding.severity)) + "\n"
  }

  /// One link a line, the places below each other.
  private func appendChain(
    _ chain: [Diagnostic.ChainLink], _ report: Report, to output: inout String
  ) {
    var columns = Columns()
    for link in chain {
      let path = report.path(of: link.location.file, from: paths).escapedForTerminal
      columns.add(
        "'\(link.from)' links '\(link.to)'".escapedForTerminal,
        "\(path):\(link.location.start.line)")
    }
    columns.append(to: &output, indent: 4, width: style.width)
  }

  private func appendAdvice(of finding: Diagnostic, _ report: Report, to output: inout String) {
    for note in finding.notes {
      output += "  \(style.painted("note:", .cyan)) \(note.message.text.escapedForTerminal)"
      if let location = note.location { output += "  \(report.place(location, from: paths))" }
      output += "\n"
    }
    for help in finding.help {
      output += "  \(style.painted("help:", .cyan)) \(help.text.escapedForTerminal)\n"
    }
  }

  private func appendSummary(_ summary: Report.Summary, to output: inout String) {
    let isClean = summary.errors + summary.warnings == 0
    let verdict =
      isClean
      ? summary.verdict
      : style.painted(summary.verdict, summary.errors > 0 ? .red : .yellow)
    output += "\(summary.extent): \(verdict)\n"
  }

  private func paint(of severity: Severity) -> Paint {
    switch severity {
    case .error: .red
    case .warning: .yellow
    }
  }

  /// The cells of a line where the terminal's width is unknown: more than anyone writes, less than
  /// a minified file has.
  private static var widestLine: Int { 400 }
  private static var narrowestExcerpt: Int { 20 }
}

extension SourceMap {
  /// `path:line:column`, safe to show.
  func place(_ range: SourceRange) -> String {
    "\(self[range.file].escapedForTerminal):\(range.start.line):\(range.start.column)"
  }
}
