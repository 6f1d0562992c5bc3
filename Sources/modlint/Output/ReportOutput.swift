import ArgumentParser
import Diagnostics
import Files
import Report
import Text

struct ReportOutput {
  var options: ReportOptions
  var isQuiet: Bool
  var lines: SourceLines

  /// Writes the report, files first: a closed pipe must not prevent writing a file.
  ///
  /// - Returns: Whether all files were written. Errors are reported last.
  func write(_ report: Report) -> Bool {
    var failures: [String] = []
    for target in options.output {
      let format = options.format(of: target)
      do throws(FileError) {
        let text = text(of: report, by: format.reporter())
        try writeAtomically(Array(text.utf8), to: target.file)
      } catch {
        failures.append("\(target.file): \(error.reason)")
      }
    }
    if options.isPrinted { print(report) }
    for failure in failures { Terminal.printError(failure) }
    return failures.isEmpty
  }

  private func print(_ report: Report) {
    let format = options.mainFormat
    let isClean = report.summary.errors + report.summary.warnings == 0
    if isQuiet, isClean, format == .text { return }
    // An explicit format is the only one.
    if options.format == nil, Terminal.isGitHubAction {
      let commands = text(of: report, by: GitHubReporter(hasSummary: false))
      Terminal.write(commands: Array(commands.utf8))
    }
    let text = text(of: report, by: format.reporter(style: options.style))
    format == .github ? Terminal.write(commands: Array(text.utf8)) : Terminal.write(text)
  }

  private func text(of report: Report, by reporter: some Reporter) -> String {
    var text = ""
    reporter.write(report, lines: lines, to: &text)
    return text
  }
}
