import Diagnostics
internal import Text

extension TextReporter {
  /// Appends a block of findings; `finding` is the first of them.
  func append(
    _ block: Block, of finding: Diagnostic, _ report: Report, to output: inout TextBuffer
  ) {
    appendHeading(of: finding, report, message: block.sentence, to: &output)
    if block.showsPlaces {
      appendPlaces(of: block, report, to: &output)
    } else {
      appendNames(of: block, report, to: &output)
    }
    append(block.notes, report, to: &output)
    for help in block.help {
      append(label: "help:", .init(help.text), to: &output)
      output.append(UInt8(ascii: "\n"))
      for line in help.lines {
        output.append(spaces: 4)
        output.append(line, .terminal)
        output.append(UInt8(ascii: "\n"))
      }
    }
  }

  private func appendPlaces(of block: Block, _ report: Report, to output: inout TextBuffer) {
    var columns = Columns(lines: block.findings.count)
    for number in block.findings {
      let finding = report.findings[number]
      guard let location = finding.location else { continue }
      columns.add(
        { $0.append("'\(finding.otherName)'", .terminal) },
        {
          report.append(pathOf: location.file, from: paths, to: &$0)
          $0.append(UInt8(ascii: ":"))
          $0.append(location.start.line)
        }, address: address(of: location, report))
    }
    columns.append(to: &output, indent: 4, style)
  }

  private func appendNames(of block: Block, _ report: Report, to output: inout TextBuffer) {
    let room = min(style.width ?? Self.widestNames, Self.widestNames)
    var cells = 0
    for (place, number) in block.findings.enumerated() {
      let isLast = place == block.findings.count - 1
      let name = "'\(report.findings[number].otherName.escapedForTerminal)'" + (isLast ? "" : ",")
      if cells > 0, cells + 1 + name.displayCells > room {
        output.append(UInt8(ascii: "\n"))
        cells = 0
      }
      output.append(spaces: cells == 0 ? 4 : 1)
      output += name
      cells += name.displayCells + (cells == 0 ? 4 : 1)
    }
    output.append(UInt8(ascii: "\n"))
  }

  /// The most cells of a line of names, even on wider terminals.
  private static var widestNames: Int { 100 }
}

extension Diagnostic {
  /// The module that distinguishes the finding from others of its block.
  var otherName: String { subject.to ?? subject.from ?? "" }
}
