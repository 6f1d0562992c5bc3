internal import Text

/// A way to write a report.
///
/// Pure: the same report and lines give the same bytes, and nothing is printed.
public protocol Reporter: Sendable {
  /// Writes the whole report to `output`, its last newline included.
  func write(_ report: Report, lines: SourceLines, to output: inout ReportStream)
}

/// The formats that `--format` and `--output` name.
public enum Format: String, CaseIterable, Sendable {
  case text, json, sarif, github, gitlab, junit, checkstyle, markdown, xcode, html

  /// Whoever writes the format; `style` matters to formats for people only.
  public func reporter(style: Style = Style()) -> any Reporter {
    switch self {
    case .text: TextReporter(style: style)
    case .json: JSONReporter()
    case .sarif: SARIFReporter()
    case .github: GitHubReporter()
    case .gitlab: GitLabReporter()
    case .junit: JUnitReporter()
    case .checkstyle: CheckstyleReporter()
    case .markdown: MarkdownReporter()
    case .xcode: XcodeReporter()
    case .html: HTMLReporter()
    }
  }
}
