import Diagnostics
internal import Text

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
      let path = report.shownPath(of: location.file, from: paths)
      let start = block.showsBothEnds ? "'\(finding.subject.from ?? "")' links " : ""
      columns.add(
        "\(start)'\(finding.otherName)'".escapedForTerminal, "\(path):\(location.start.line)")
    }
    output += columns.text(indent: 4, style)
  }

  /// Appends what was not read or not judged, by reason.
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
