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
  /// The index of every `step`-th scalar; empty for a plain line.
  private let marks: [Substring.Index]

  private static var step: Int { 256 }

  /// - Complexity: O(*n*).
  public init(_ text: Substring) {
    self.text = text
    isPlain = text.utf8.isPlainText()
    guard !isPlain else {
      count = text.utf8.count - text.utf8.reversed().prefix { $0 == UInt8(ascii: " ") }.count
      marks = []
      return
    }
    let scalars = text.unicodeScalars
    var end = scalars.endIndex
    while end > scalars.startIndex {
      let last = scalars.index(before: end)
      guard scalars[last].properties.isWhitespace else { break }
      end = last
    }
    var (count, marks) = (0, [Substring.Index]())
    var index = scalars.startIndex
    while index < end {
      if count % Self.step == 0 { marks.append(index) }
      scalars.formIndex(after: &index)
      count += 1
    }
    self.count = count
    self.marks = marks
  }

  /// Returns the UTF-8 offset of a scalar, or of the end of the line if it has fewer scalars.
  ///
  /// - Complexity: O(`step`), except for trailing blanks.
  func utf8Offset(ofScalar number: Int) -> Int {
    text.utf8.distance(from: text.startIndex, to: index(ofScalar: number))
  }

  private func index(ofScalar number: Int) -> Substring.Index {
    if isPlain {
      let offset = min(max(0, number), text.utf8.count)
      return text.utf8.index(text.startIndex, offsetBy: offset)
    }
    let mark = min(number / Self.step, marks.count - 1)
    guard mark >= 0 else { return text.startIndex }
    let scalars = text.unicodeScalars
    let (start, rest) = (marks[mark], number - mark * Self.step)
    return scalars.index(start, offsetBy: rest, limitedBy: scalars.endIndex) ?? scalars.endIndex
  }

  /// The line without trailing blanks.
  var shown: Substring { text[..<index(ofScalar: count)] }

  /// Returns a range of scalars.
  ///
  /// - Complexity: O(*k*) for *k* scalars.
  func scalars(_ range: Range<Int>) -> [Unicode.Scalar] {
    guard !range.isEmpty else { return [] }
    let scalars = text.unicodeScalars
    var index = index(ofScalar: range.lowerBound)
    var result: [Unicode.Scalar] = []
    result.reserveCapacity(range.count)
    while result.count < range.count {
      result.append(scalars[index])
      scalars.formIndex(after: &index)
    }
    return result
  }
}
