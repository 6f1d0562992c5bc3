/// The generated part of a text file, between two markers.
struct MarkedPart {
  static let begin = "<!-- modlint:begin -->"
  static let end = "<!-- modlint:end -->"

  private let before: ArraySlice<UInt8>
  private let after: ArraySlice<UInt8>
  private let lineEnd: String

  /// The reason why a file has no such part.
  enum FormatError: Error {
    case noMarkers
    case severalMarkers
    case wrongOrder
  }

  /// - Throws: `FormatError` unless the file has each marker once, in order.
  init(of text: [UInt8]) throws(FormatError) {
    let (begins, ends) = (text.ranges(of: Self.begin.utf8), text.ranges(of: Self.end.utf8))
    guard let begin = begins.first, let end = ends.first else { throw .noMarkers }
    guard begins.count == 1, ends.count == 1 else { throw .severalMarkers }
    guard begin.upperBound <= end.lowerBound else { throw .wrongOrder }
    before = text[..<begin.upperBound]
    after = text[end.lowerBound...]
    lineEnd = text[begin.upperBound...].starts(with: "\r\n".utf8) ? "\r\n" : "\n"
  }

  func file(with content: String) -> [UInt8] {
    let lines = content.split(separator: "\n", omittingEmptySubsequences: false)
    return before + Array((lineEnd + lines.joined(separator: lineEnd)).utf8) + after
  }

  static func newFile(_ content: String) -> [UInt8] {
    Array("\(begin)\n\(content)\(end)\n".utf8)
  }
}

extension MarkedPart.FormatError {
  /// The problem and its solution.
  var reason: String {
    switch self {
    case .noMarkers:
      "it lacks the lines '\(MarkedPart.begin)' and '\(MarkedPart.end)', between which the text goes"
    case .severalMarkers: "it has a marker of modlint more than once"
    case .wrongOrder: "'\(MarkedPart.end)' is before '\(MarkedPart.begin)'"
    }
  }
}
