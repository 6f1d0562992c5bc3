/// A line of a file, of which a part anywhere is as near as its start.
///
/// A minified file is one line of megabytes, and every finding in it shows a part of it.
public struct SourceLine: Sendable {
  let text: Substring
  /// The scalars before the blanks at its end.
  let count: Int
  /// Where every `step`-th scalar is.
  private let marks: [Substring.Index]

  private static var step: Int { 256 }

  /// - Complexity: O(*n*).
  public init(_ text: Substring) {
    self.text = text
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
  /// - Complexity: O(`step`) and the copying of no text.
  func utf8Offset(ofScalar number: Int) -> Int {
    let scalars = text.unicodeScalars
    var index = marks.isEmpty ? text.startIndex : marks[min(number / Self.step, marks.count - 1)]
    var left = number - (marks.isEmpty ? 0 : min(number / Self.step, marks.count - 1) * Self.step)
    while left > 0, index < text.endIndex {
      scalars.formIndex(after: &index)
      left -= 1
    }
    return text.utf8.distance(from: text.startIndex, to: index)
  }

  /// Some of the scalars.
  ///
  /// - Complexity: O(*k*) for *k* scalars.
  func scalars(_ range: Range<Int>) -> [Unicode.Scalar] {
    guard !range.isEmpty else { return [] }
    let scalars = text.unicodeScalars
    var index = marks[range.lowerBound / Self.step]
    scalars.formIndex(&index, offsetBy: range.lowerBound % Self.step)
    var result: [Unicode.Scalar] = []
    result.reserveCapacity(range.count)
    while result.count < range.count {
      result.append(scalars[index])
      scalars.formIndex(after: &index)
    }
    return result
  }
}
