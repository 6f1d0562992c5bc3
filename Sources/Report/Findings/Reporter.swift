public import Diagnostics

/// A report format.
///
/// Reporters are pure: the same report and lines produce the same bytes.
public protocol Reporter: Sendable {
  func write(_ report: Report, lines: SourceLines, to output: inout String)
}

/// The formats of `--format` and `--output`.
public enum Format: String, CaseIterable, Sendable {
  case text, json, sarif, github, gitlab, azure, teamcity, rdjson, junit, checkstyle, markdown,
    xcode,
    html

  /// Returns the reporter of the format.
  ///
  /// Only formats for people use `style`.
  public func reporter(style: Style = Style()) -> any Reporter {
    switch self {
    case .text: TextReporter(style: style)
    case .json: JSONReporter()
    case .sarif: SARIFReporter()
    case .github: GitHubReporter()
    case .gitlab: GitLabReporter()
    case .azure: AzureReporter()
    case .teamcity: TeamCityReporter()
    case .rdjson: ReviewdogReporter()
    case .junit: JUnitReporter()
    case .checkstyle: CheckstyleReporter()
    case .markdown: MarkdownReporter()
    case .xcode: XcodeReporter()
    case .html: HTMLReporter()
    }
  }
}
