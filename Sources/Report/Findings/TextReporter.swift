public import Diagnostics
import Text

/// Writes findings as text, with locations that terminals, editors and Xcode can open.
public struct TextReporter: Reporter {
  public var style: Style
  var paths = PathBase.workspace

  public init(style: Style = Style()) { self.style = style }

  init(paths: PathBase) {
    style = Style()
    self.paths = paths
  }

  public func write(_ report: Report, lines: SourceLines, to output: inout String) {
    let mayHaveBlocks = !style.isConcise && !style.isVerbose && report.findings.count > 1
    let blocks = mayHaveBlocks ? report.blocks() : nil
    for (number, finding) in report.findings.enumerated() where finding.state == .new {
      if let blocks, blocks.rest.contains(number) { continue }
      if style.isConcise {
        appendHeading(of: finding, report, to: &output)
      } else if let block = blocks?.byFirst[number] {
        append(block, of: finding, report, to: &output)
        output += "\n"
      } else {
        append(finding, report, lines, to: &output)
        output += "\n"
      }
    }
    if style.isVerbose { appendGaps(of: report.summary, to: &output) }
    if !style.isConcise { appendNext(of: report, to: &output) }
    let summary = report.summary
    let paint: Paint = summary.errors > 0 ? .red : .yellow
    let isClean = summary.errors + summary.warnings == 0
    output += "\(summary.extent): "
    output += (isClean ? summary.verdict : style.painted(summary.verdict, paint)) + "\n"
    for fact in report.facts { output += fact + "\n" }
  }

  func append(
    _ finding: Diagnostic, _ report: Report, _ lines: SourceLines, to output: inout String
  ) {
    appendHeading(of: finding, report, to: &output)
    appendExcerpt(of: finding, lines, to: &output)
    if !finding.subject.chain.isEmpty { appendChain(finding.subject.chain, report, to: &output) }
    append(finding.notes, report, to: &output)
    for help in finding.help { output += labelled("help:", help) + "\n" }
  }

  /// Appends the first line, such as `core/Network/project.yml:23:9: error: 'A' links 'B'
  /// [upward]`.
  func appendHeading(
    of finding: Diagnostic, _ report: Report, message: Diagnostic.Message? = nil,
    to output: inout String
  ) {
    if let location = finding.location {
      output += style.painted(report.place(of: location, from: paths) + ":", .bold) + " "
    }
    output += style.painted(finding.severity.rawValue + ":", paint(of: finding.severity))
    output += " \((message ?? finding.message).text.escapedForTerminal) "
    output += style.painted("[\(finding.rule.name.escapedForTerminal)]", .dim) + "\n"
  }

  func appendExcerpt(
    of finding: Diagnostic, _ lines: SourceLines, to output: inout String
  ) {
    guard let location = finding.location, let line = lines(location.file, location.start.line)
    else { return }
    let digits = String(location.start.line)
    let width = max(5, digits.utf8.count)
    // More than people write, less than a minified file has.
    let widestLine = 400
    let narrowestExcerpt = 20
    let room = (style.width ?? widestLine) - width - 3
    let excerpt = Excerpt(line, location, cells: max(narrowestExcerpt, room))

    output += style.painted(digits.padded(toAtLeast: width) + " |", .dim)
    output += (excerpt.text.isEmpty ? "" : " ") + excerpt.text + "\n"
    let mark = "^" + String(repeating: "~", count: max(0, excerpt.length - 1))
    output += style.painted("|".padded(toAtLeast: width + 2), .dim)
    output += String(repeating: " ", count: excerpt.indent + 1)
    output += style.painted(mark, paint(of: finding.severity)) + "\n"
  }

  private func appendChain(
    _ chain: [Diagnostic.ChainLink], _ report: Report, to output: inout String
  ) {
    var columns = Columns()
    for link in chain {
      let path = report.path(of: link.location.file, from: paths).escapedForTerminal
      columns.add(link.text, "\(path):\(link.location.start.line)")
    }
    output += columns.text(indent: 4, style)
  }

  func append(_ notes: [Diagnostic.Note], _ report: Report, to output: inout String) {
    for note in notes {
      let place = note.location.map { "  " + report.place(of: $0, from: paths) } ?? ""
      output += labelled("note:", note.message) + place + "\n"
    }
  }

  func labelled(_ label: String, _ message: Diagnostic.Message) -> String {
    "  \(style.painted(label, .cyan)) \(message.text.escapedForTerminal)"
  }

  private func appendNext(of report: Report, to output: inout String) {
    let arguments = report.fixArguments
    guard let (safe, all) = report.fixCounts else {
      if report.findings.contains(where: { $0.fix != nil && $0.state == .new }) {
        output += "'modlint fix --diff\(arguments)' shows what it can resolve\n"
      }
      return
    }
    if safe > 0 {
      output += "'modlint fix\(arguments)' resolves \(safe) of these"
      output += all > safe ? ", 'modlint fix --unsafe\(arguments)' \(all)\n" : "\n"
    } else if all > 0 {
      output += "'modlint fix --unsafe\(arguments)' resolves \(all) of these\n"
    }
  }

  private func paint(of severity: Severity) -> Paint {
    switch severity {
    case .error: .red
    case .warning: .yellow
    }
  }
}

/// Writes the first line of each new finding with an absolute path, for a build phase of Xcode.
struct XcodeReporter: Reporter {
  func write(_ report: Report, lines: SourceLines, to output: inout String) {
    let reporter = TextReporter(paths: .machine)
    for finding in report.newFindings { reporter.appendHeading(of: finding, report, to: &output) }
  }
}

extension TextReporter {
  func append(
    _ block: Block, of finding: Diagnostic, _ report: Report, to output: inout String
  ) {
    appendHeading(of: finding, report, message: block.sentence, to: &output)
    if block.showsPlaces {
      appendPlaces(of: block, report, to: &output)
    } else {
      appendNames(block.findings.map { report.findings[$0].otherName }, to: &output)
    }
    append(block.notes, report, to: &output)
    for help in block.help {
      output += labelled("help:", .init(help.text)) + "\n"
      for line in help.lines { output += "    \(line.escapedForTerminal)\n" }
    }
  }

  private func appendPlaces(of block: Block, _ report: Report, to output: inout String) {
    var columns = Columns()
    for number in block.findings {
      let finding = report.findings[number]
      guard let location = finding.location else { continue }
      let path = report.path(of: location.file, from: paths).escapedForTerminal
      let start = block.showsBothEnds ? "'\(finding.subject.from ?? "")' links " : ""
      columns.add(
        "\(start)'\(finding.otherName)'".escapedForTerminal, "\(path):\(location.start.line)")
    }
    output += columns.text(indent: 4, style)
  }

  func appendGaps(of summary: Report.Summary, to output: inout String) {
    for (kind, gaps) in summary.gapsByKind {
      let byReason = Dictionary(grouping: gaps, by: \.why)
      for (why, gaps) in byReason.sorted(by: { $0.key.precedes($1.key) }) {
        output += "\(counted(gaps.count, kind.noun)) \(why.escapedForTerminal)\n"
        appendNames(gaps.map(\.name), to: &output)
        output += "\n"
      }
    }
  }

  private func appendNames(_ names: [String], to output: inout String) {
    let room = min(style.width ?? Self.widestNames, Self.widestNames)
    var cells = 0
    for (place, name) in names.enumerated() {
      let name = "'\(name.escapedForTerminal)'" + (place == names.count - 1 ? "" : ",")
      if cells > 0, cells + 1 + name.displayCells > room {
        output += "\n"
        cells = 0
      }
      output += (cells == 0 ? "    " : " ") + name
      cells += name.displayCells + (cells == 0 ? 4 : 1)
    }
    output += "\n"
  }

  /// The maximum number of cells of a line of names, even on wider terminals.
  private static var widestNames: Int { 100 }
}

extension Diagnostic {
  /// The module that distinguishes the finding from others of its block.
  var otherName: String { subject.to ?? subject.from ?? "" }
}
