public import Diagnostics
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
  case text, json, sarif, github, gitlab, azure, teamcity, rdjson, junit, checkstyle, markdown,
    xcode,
    html

  /// Whoever writes the format; `style` matters to formats for people only.
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

/// Where a report goes piece by piece as it is written, so that it is never in memory as a whole.
public struct ReportStream {
  private var bytes: [UInt8] = []
  private let send: ([UInt8]) -> Void

  /// Bytes that are kept back to be sent together.
  private static var pieceSize: Int { 1 << 16 }

  /// A stream that hands its pieces to `send`, the last one on `finish`.
  public init(_ send: @escaping ([UInt8]) -> Void) { self.send = send }

  public static func += (stream: inout Self, text: String) {
    stream.bytes.append(contentsOf: text.utf8)
    if stream.bytes.count >= pieceSize { stream.finish() }
  }

  static func += (stream: inout Self, bytes: [UInt8]) {
    stream.bytes += bytes
    if stream.bytes.count >= pieceSize { stream.finish() }
  }

  /// Sends what was kept back.
  public mutating func finish() {
    guard !bytes.isEmpty else { return }
    send(bytes)
    bytes.removeAll(keepingCapacity: true)
  }
}

extension Reporter {
  /// Appends the whole report to `output`, its last newline included.
  public func write(
    _ report: Report, lines: (FileID, UInt32) -> String?, to output: inout String
  ) {
    var bytes: [UInt8] = []
    withoutActuallyEscaping({ (piece: [UInt8]) in bytes += piece }) { send in
      var stream = ReportStream(send)
      write(report, lines: { lines($0, $1).map { SourceLine($0[...]) } }, to: &stream)
      stream.finish()
    }
    output += String(decoding: bytes, as: UTF8.self)
  }
}
