internal import Text

/// A line of a file, of which a part anywhere is as near as its start.
///
/// A minified file is one line of megabytes, and every finding in it shows a part of it.
public struct SourceLine: Sendable {
  let text: Substring
  /// The scalars before the blanks at its end.
  let count: Int
  /// Whether all its scalars are visible ASCII characters and blanks, a byte and a cell each.
  let isPlain: Bool
  /// Where every `step`-th scalar is; of a plain line none.
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

  /// How many bytes come before a scalar, or before the end of the line if it has fewer scalars.
  ///
  /// - Complexity: O(`step`), but for blanks at the end of the line.
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

  /// The scalars before the blanks at its end, as text.
  var shown: Substring { text[..<index(ofScalar: count)] }

  /// Some of the scalars.
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
