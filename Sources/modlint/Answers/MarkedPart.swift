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
    let (begins, ends) = (text.places(of: Self.begin), text.places(of: Self.end))
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

  static func newFile(with content: String) -> [UInt8] {
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

extension [UInt8] {
  fileprivate func places(of text: String) -> [Range<Int>] {
    let word = Array(text.utf8)
    var places: [Range<Int>] = []
    var start = 0
    while start + word.count <= count {
      if self[start] == word[0], self[start..<start + word.count].elementsEqual(word) {
        places.append(start..<start + word.count)
        start += word.count
      } else {
        start += 1
      }
    }
    return places
  }
}
