public import Diagnostics
internal import Text

/// Writes findings as text, with locations that terminals, editors and Xcode can open.
public struct TextReporter: Reporter {
  public var style: Style
  /// The base of paths.
  var paths = PathBase.workspace

  public init(style: Style = Style()) { self.style = style }

  init(paths: PathBase) {
    style = Style()
    self.paths = paths
  }

  public func write(_ report: Report, lines: SourceLines, to output: inout ReportStream) {
    let blocks = style.isConcise || style.isVerbose ? .init() : report.blocks()
    for (number, finding) in report.findings.enumerated() where finding.state == .new {
      if blocks.rest.contains(number) { continue }
      if style.isConcise {
        appendHeading(of: finding, report, to: &output.text)
      } else if let block = blocks.byFirst[number] {
        append(block, of: finding, report, to: &output.text)
        output.text.append(UInt8(ascii: "\n"))
      } else {
        append(finding, report, lines, to: &output.text)
        output.text.append(UInt8(ascii: "\n"))
      }
      output.sendPiece()
    }
    var end = ""
    appendTable(of: report, to: &end)
    if !style.isConcise { appendNext(of: report, to: &end) }
    appendSummary(report.summary, to: &end)
    output += end
  }

  /// Returns the source line of a finding and its help, for views that show the first line
  /// elsewhere.
  public static func details(
    of finding: Diagnostic, line: (_ number: UInt32) -> String?
  ) -> String {
    var output = TextBuffer()
    let reporter = TextReporter()
    withoutActuallyEscaping(line) { line in
      reporter.appendExcerpt(of: finding, { line($1).map { SourceLine($0[...]) } }, to: &output)
    }
    for help in finding.help { output += "  help: \(help.text.escapedForTerminal)\n" }
    return output.string
  }

  /// Appends one finding, including its last newline.
  func append(
    _ finding: Diagnostic, _ report: Report, _ lines: SourceLines, to output: inout TextBuffer
  ) {
    appendHeading(of: finding, report, to: &output)
    appendExcerpt(of: finding, lines, to: &output)
    appendChain(finding.subject.chain, report, to: &output)
    appendAdvice(of: finding, report, to: &output)
  }
}

extension TextReporter {
  /// Appends the first line, as `core/Network/project.yml:23:9: error: 'A' links 'B' [upward]`.
  func appendHeading(
    of finding: Diagnostic, _ report: Report, message: Diagnostic.Message? = nil,
    to output: inout TextBuffer
  ) {
    if let location = finding.location {
      style.append(.bold, to: &output) {
        append(placeOf: location, report, to: &$0)
        $0.append(UInt8(ascii: ":"))
      }
      output.append(UInt8(ascii: " "))
    }
    style.append(paint(of: finding.severity), to: &output) {
      $0 += finding.severity.rawValue
      $0.append(UInt8(ascii: ":"))
    }
    output.append(UInt8(ascii: " "))
    output.append((message ?? finding.message).text, .terminal)
    output.append(UInt8(ascii: " "))
    style.append(.dim, to: &output) {
      $0.append(UInt8(ascii: "["))
      append(nameOf: finding.rule, report.tool, to: &$0)
      $0.append(UInt8(ascii: "]"))
    }
    output.append(UInt8(ascii: "\n"))
  }

  /// Appends `path:line:column`, as a hyperlink if supported.
  private func append(placeOf location: SourceRange, _ report: Report, to output: inout TextBuffer)
  {
    style.append(linkTo: address(of: location, report), to: &output) {
      report.append(placeOf: location, from: paths, to: &$0)
    }
  }

  func address(of location: SourceRange, _ report: Report) -> String? {
    if style.hyperlinks == nil || report.places.root.isEmpty { return nil }
    return style.address(ofFile: report.path(of: location.file, from: .machine))
  }

  /// Appends the name of a rule, as a hyperlink to its page if supported.
  private func append(nameOf rule: RuleID, _ tool: Tool, to output: inout TextBuffer) {
    // Finding the page has a cost.
    let address = style.hyperlinks == nil ? nil : tool.address(of: rule)
    style.append(linkTo: address, to: &output) { $0.append(rule.name, .terminal) }
  }

  func appendExcerpt(
    of finding: Diagnostic, _ lines: SourceLines, to output: inout TextBuffer
  ) {
    guard let location = finding.location, let line = lines(location.file, location.start.line)
    else { return }
    let digits = String(location.start.line)
    let width = max(5, digits.utf8.count)
    let room = (style.width ?? Self.widestLine) - width - 3
    let excerpt = Excerpt(line, location, cells: max(Self.narrowestExcerpt, room))

    style.append(.dim, to: &output) {
      $0.append(spaces: width - digits.utf8.count)
      $0 += digits
      $0.append(" |")
    }
    if !excerpt.text.isEmpty { output.append(UInt8(ascii: " ")) }
    output += excerpt.text
    output.append(UInt8(ascii: "\n"))
    style.append(.dim, to: &output) {
      $0.append(spaces: width)
      $0.append(" |")
    }
    output.append(spaces: excerpt.indent + 1)
    style.append(paint(of: finding.severity), to: &output) {
      $0.append(UInt8(ascii: "^"))
      $0.append(repeating: UInt8(ascii: "~"), count: excerpt.length - 1)
    }
    output.append(UInt8(ascii: "\n"))
  }

  /// Appends the links of a chain, one a line, with locations aligned.
  private func appendChain(
    _ chain: [Diagnostic.ChainLink], _ report: Report, to output: inout TextBuffer
  ) {
    guard !chain.isEmpty else { return }
    var columns = Columns(lines: chain.count)
    for link in chain {
      columns.add(
        { link.append(to: &$0) },
        {
          report.append(pathOf: link.location.file, from: paths, to: &$0)
          $0.append(UInt8(ascii: ":"))
          $0.append(link.location.start.line)
        }, address: address(of: link.location, report))
    }
    columns.append(to: &output, indent: 4, style)
  }

  private func appendAdvice(
    of finding: Diagnostic, _ report: Report, to output: inout TextBuffer
  ) {
    append(finding.notes, report, to: &output)
    for help in finding.help {
      append(label: "help:", help, to: &output)
      output.append(UInt8(ascii: "\n"))
    }
  }

  func append(_ notes: [Diagnostic.Note], _ report: Report, to output: inout TextBuffer) {
    for note in notes {
      append(label: "note:", note.message, to: &output)
      if let location = note.location {
        output.append("  ")
        append(placeOf: location, report, to: &output)
      }
      output.append(UInt8(ascii: "\n"))
    }
  }

  func append(
    label: String, _ message: Diagnostic.Message, to output: inout TextBuffer
  ) {
    output.append("  ")
    style.append(.cyan, to: &output) { $0 += label }
    output.append(UInt8(ascii: " "))
    output.append(message.text, .terminal)
  }

  /// Appends the command that resolves findings, if one does.
  private func appendNext(of report: Report, to output: inout String) {
    let fixes = report.fixes.filter { report.findings[$0.key].state == .new }.values
    let (safe, all) = (fixes.count(where: \.isSafe), fixes.count)
    let arguments = report.fixArguments
    if safe > 0 {
      output += "'modlint fix\(arguments)' resolves \(safe) of these"
      output += all > safe ? ", 'modlint fix --unsafe\(arguments)' \(all)\n" : "\n"
    } else if all > 0 {
      output += "'modlint fix --unsafe\(arguments)' resolves \(all) of these\n"
    } else if report.summary.fixesLeftOut > 0 {
      output += "'modlint fix --diff\(arguments)' shows what it can resolve\n"
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

  /// The most cells of a source line if the terminal's width is unknown: more than people write,
  /// less than a minified file has.
  private static var widestLine: Int { 400 }
  private static var narrowestExcerpt: Int { 20 }
}

extension SourceMap {
  /// Returns `path:line:column`, escaped.
  func place(_ range: SourceRange) -> String {
    "\(self[range.file].escapedForTerminal):\(range.start.line):\(range.start.column)"
  }
}

/// Writes the first line of each new finding with an absolute path, for a build phase of Xcode.
public struct XcodeReporter: Reporter {
  public init() {}

  public func write(_ report: Report, lines: SourceLines, to output: inout ReportStream) {
    for finding in report.findings where finding.state == .new {
      if let location = finding.location {
        report.append(placeOf: location, from: .machine, to: &output.text)
        output.text.append(": ")
      }
      output.text += finding.severity.rawValue
      output.text.append(": ")
      output.text.append(finding.message.text, .terminal)
      output.text.append(" [")
      output.text.append(finding.rule.name, .terminal)
      output.text.append("]\n")
      output.sendPiece()
    }
  }
}
