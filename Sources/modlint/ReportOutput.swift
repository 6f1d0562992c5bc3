import ArgumentParser
import Diagnostics
import Files
import Report

/// Sends a report to all places that were asked for.
struct ReportOutput {
  var options: ReportOptions
  /// Whether nothing is printed where nothing is found.
  var isQuiet: Bool
  var lines: SourceLines

  /// Writes the files first, so that a reader of standard output that goes away costs none of them.
  ///
  /// - Returns: Whether all files were written; those that were not are complained about last.
  func write(_ report: Report) -> Bool {
    var complaints: [String] = []
    for target in options.output {
      let text = text(of: report, target.format ?? options.mainFormat)
      do throws(FileError) {
        try writeAtomically(Array(text.utf8), to: target.file)
      } catch {
        complaints.append("\(target.file): \(error.reason)")
      }
    }
    if options.isPrinted { print(report) }
    for complaint in complaints { Terminal.complain(complaint) }
    return complaints.isEmpty
  }

  private func print(_ report: Report) {
    let format = options.mainFormat
    let isClean = report.summary.errors + report.summary.warnings == 0
    if isQuiet, isClean, format == .text { return }
    var text = text(of: report, format, style: options.style)
    if format == .text, Terminal.isGitHubAction {
      text = WorkflowCommands.fence(text)
      // Who names a format gets that format and nothing else.
      if options.format == nil { text = annotations(of: report) + text }
    }
    Terminal.write(text)
  }

  private func annotations(of report: Report) -> String {
    var text = ""
    GitHubReporter(hasSummary: false).write(report, lines: lines, to: &text)
    return text
  }

  private func text(of report: Report, _ format: Format, style: Style = Style()) -> String {
    var text = ""
    format.reporter(style: style).write(report, lines: lines, to: &text)
    return text
  }
}
