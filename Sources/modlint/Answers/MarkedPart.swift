/// The generated part of a text file, between two markers.
struct MarkedPart {
  static let begin = "<!-- modlint:begin -->"
  static let end = "<!-- modlint:end -->"

  private let before: ArraySlice<UInt8>
  private let after: ArraySlice<UInt8>
  private let lineEnd: String

  /// Fails unless the file has each marker once, in order.
  init?(of text: [UInt8]) {
    let (begins, ends) = (text.ranges(of: Self.begin.utf8), text.ranges(of: Self.end.utf8))
    guard let begin = begins.first, let end = ends.first, begins.count == 1, ends.count == 1,
      begin.upperBound <= end.lowerBound
    else { return nil }
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
