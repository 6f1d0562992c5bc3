public import Diagnostics
internal import Text

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

  public func write(_ report: Report, lines: SourceLines, to output: inout ReportStream) {
    for finding in report.newFindings {
      var block = ""
      if style.isConcise {
        appendHeading(of: finding, report, to: &block)
      } else {
        append(finding, report, lines, to: &block)
        block += "\n"
      }
      output += block
    }
    var end = ""
    appendTable(of: report, to: &end)
    appendSummary(report.summary, to: &end)
    output += end
  }

  /// What stands below the first line of a finding where only it is to be shown: the line of its
  /// place, and how to fix it.
  public static func details(
    of finding: Diagnostic, line: (_ number: UInt32) -> String?
  ) -> String {
    var output = ""
    let reporter = TextReporter()
    withoutActuallyEscaping(line) { line in
      reporter.appendExcerpt(of: finding, { line($1).map { SourceLine($0[...]) } }, to: &output)
    }
    for help in finding.help { output += "  help: \(help.text.escapedForTerminal)\n" }
    return output
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
      output += style.painted(place(location, report) + ":", .bold) + " "
    }
    output += style.painted("\(finding.severity.rawValue):", paint(of: finding.severity))
    output += " \(finding.line) "
    output += style.painted("[\(name(of: finding.rule, report.tool))]", .dim) + "\n"
  }

  /// `path:line:column`, with a link to the file where that can be shown.
  private func place(_ location: SourceRange, _ report: Report) -> String {
    style.linked(report.place(location, from: paths), to: address(of: location, report))
  }

  private func address(of location: SourceRange, _ report: Report) -> String? {
    if report.places.root.isEmpty { return nil }
    return style.address(ofFile: report.path(of: location.file, from: .machine))
  }

  /// The name of a rule, with a link to its page where that can be shown.
  private func name(of rule: RuleID, _ tool: Tool) -> String {
    let name = rule.name.escapedForTerminal
    // Looking for the page is not for free.
    return style.hyperlinks == nil ? name : style.linked(name, to: tool.address(of: rule))
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
        "'\(link.from)' \(link.verb) '\(link.to)'".escapedForTerminal,
        "\(path):\(link.location.start.line)", address: address(of: link.location, report))
    }
    columns.append(to: &output, indent: 4, style)
  }

  private func appendAdvice(of finding: Diagnostic, _ report: Report, to output: inout String) {
    for note in finding.notes {
      output += "  \(style.painted("note:", .cyan)) \(note.message.text.escapedForTerminal)"
      if let location = note.location { output += "  \(place(location, report))" }
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

/// Writes the first line of each new finding with an absolute path, for a build phase of Xcode.
public struct XcodeReporter: Reporter {
  public init() {}

  public func write(_ report: Report, lines: SourceLines, to output: inout ReportStream) {
    for finding in report.newFindings {
      if let location = finding.location {
        output += report.place(location, from: .machine) + ": "
      }
      output += "\(finding.severity.rawValue): \(finding.line) "
      output += "[\(finding.rule.name.escapedForTerminal)]\n"
    }
  }
}
