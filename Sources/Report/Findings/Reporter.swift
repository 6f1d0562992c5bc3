public import Diagnostics
internal import Text

/// A report format.
///
/// Reporters are pure: the same report and lines produce the same bytes.
public protocol Reporter: Sendable {
  /// Writes the whole report to `output`, including its last newline.
  func write(_ report: Report, lines: SourceLines, to output: inout ReportStream)
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

/// A stream that passes a report on in chunks, so that it is never entirely in memory.
public struct ReportStream {
  /// The buffered text.
  var text = ""
  private let send: ([UInt8]) -> Void

  /// The size of a chunk in bytes.
  private static var chunkSize: Int { 1 << 16 }

  /// Creates a stream that passes its chunks to `send`, the last one on `finish`.
  public init(_ send: @escaping ([UInt8]) -> Void) { self.send = send }

  public static func += (stream: inout Self, text: String) {
    stream.text += text
    stream.sendPiece()
  }

  /// Sends the buffered text, if it is a full chunk.
  mutating func sendPiece() {
    if text.utf8.count >= Self.chunkSize { finish() }
  }

  /// Sends the text of `json`, if it is a full chunk.
  mutating func sendPiece(of json: inout JSONWriter) {
    if json.count >= Self.chunkSize {
      finish()
      send(json.takePiece())
    }
  }

  /// Sends the rest of `json`.
  mutating func sendRest(of json: consuming JSONWriter) {
    finish()
    send(json.finish())
  }

  /// Sends the rest of the buffer.
  public mutating func finish() {
    guard !text.isEmpty else { return }
    send(Array(text.utf8))
    text = ""
  }
}

extension Reporter {
  /// Appends the whole report to `output`, including its last newline.
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
