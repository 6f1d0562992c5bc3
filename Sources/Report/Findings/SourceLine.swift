internal import Text

/// A line of a file with fast access to any part.
///
/// A minified file is one line of megabytes, and every finding in it shows a part of it.
public struct SourceLine: Sendable {
  let text: Substring
  /// The number of scalars without trailing blanks.
  let count: Int
  /// Whether all scalars are visible ASCII characters and blanks: one byte and one cell each.
  let isPlain: Bool
  /// The UTF-8 offsets of the scalars and of the end; empty for a plain line.
  private let offsets: [Int]

  /// Creates a line.
  ///
  /// - Complexity: O(*n*).
  public init(_ text: Substring) {
    self.text = text
    isPlain = text.utf8.isPlainText()
    var offsets: [Int] = []
    if !isPlain {
      offsets.append(0)
      for scalar in text.unicodeScalars {
        offsets.append(offsets[offsets.count - 1] + UTF8.width(scalar))
      }
    }
    let blanks = text.unicodeScalars.reversed().prefix { $0.properties.isWhitespace }.count
    count = (isPlain ? text.utf8.count : offsets.count - 1) - blanks
    self.offsets = offsets
  }

  /// Returns the UTF-8 offset of a scalar, or of the end of the line if it has fewer scalars.
  func utf8Offset(ofScalar number: Int) -> Int {
    let number = max(0, number)
    return isPlain ? min(number, text.utf8.count) : offsets[min(number, offsets.count - 1)]
  }

  private func index(ofScalar number: Int) -> Substring.Index {
    text.utf8.index(text.startIndex, offsetBy: utf8Offset(ofScalar: number))
  }

  /// The line without trailing blanks.
  var shown: Substring { text[..<index(ofScalar: count)] }

  /// Returns a range of scalars.
  ///
  /// - Complexity: O(*k*) for *k* scalars.
  func scalars(_ range: Range<Int>) -> [Unicode.Scalar] {
    Array(
      text[index(ofScalar: range.lowerBound)..<index(ofScalar: range.upperBound)].unicodeScalars)
  }
}
