import ArgumentParser
import Diagnostics
import Files
import Report
import Text

/// Writes a report to all requested outputs.
struct ReportOutput {
  var options: ReportOptions
  /// Whether to print nothing if there are no findings.
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
        try writeAtomically(to: target.file) { send in write(report, format, to: send) }
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
      send(report, by: GitHubReporter(hasSummary: false)) { Terminal.write(commands: $0) }
    }
    if format == .github {
      return write(report, format, style: options.style) { Terminal.write(commands: $0) }
    }
    var disarming = CommandDisarming()
    write(report, format, style: options.style) { Terminal.write(commands: disarming.piece($0)) }
    Terminal.write(commands: disarming.end())
  }

  /// Writes the report piece by piece.
  private func write(
    _ report: Report, _ format: Format, style: Style = Style(), to send: @escaping ([UInt8]) -> Void
  ) {
    self.send(report, by: format.reporter(style: style), to: send)
  }

  private func send(
    _ report: Report, by reporter: some Reporter, to send: @escaping ([UInt8]) -> Void
  ) {
    var stream = ReportStream(send)
    reporter.write(report, lines: lines, to: &stream)
    stream.finish()
  }
}
