extension Glob {
  /// An alternative of a pattern with non-ASCII characters, which compares grapheme clusters: `é`
  /// can be one scalar, or an `e` and an accent.
  struct Letters: Hashable, Sendable {
    private var tokens: [Token] = []

    private enum Token: Hashable, Sendable {
      case letter(Character)
      case anyText
      case anyLetter
      case oneOf([ClosedRange<Unicode.Scalar>], negated: Bool)

      func accepts(_ letter: Character) -> Bool {
        switch self {
        case .letter(let own): own == letter
        case .anyLetter: true
        case .oneOf(let ranges, let negated):
          letter.unicodeScalars.first.map { first in
            ranges.contains { $0.contains(first) } != negated
          } ?? false
        case .anyText: false
        }
      }
    }

    mutating func append(_ text: String) { tokens += text.map { .letter($0) } }

    mutating func appendAnyText() { tokens.append(.anyText) }

    mutating func appendAnyLetter() { tokens.append(.anyLetter) }

    mutating func append(_ ranges: [ClosedRange<UInt32>], negated: Bool) {
      let scalars = ranges.compactMap { range -> ClosedRange<Unicode.Scalar>? in
        guard let low = Unicode.Scalar(range.lowerBound),
          let high = Unicode.Scalar(range.upperBound)
        else { return nil }
        return low...high
      }
      tokens.append(.oneOf(scalars, negated: negated))
    }

    mutating func removeLast() { tokens.removeLast() }

    func matches(_ name: [Character]) -> Bool {
      Wildcard.matches(
        tokens: tokens.count, elements: name.indices, isAnyRun: { tokens[$0] == .anyText },
        length: { tokens[$0].accepts(name[$1]) ? 1 : nil }, mayEnd: { $0 == name.endIndex })
    }
  }
}
