extension Glob {
  /// One alternative of a pattern that is not all ASCII, letter by letter: equal letters may be
  /// written in several ways, such as `é` as one scalar or as an `e` and an accent.
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

    /// Goes back to the last `*` alone, as the matching of bytes does.
    func matches(_ name: [Character]) -> Bool {
      var (token, place) = (0, 0)
      var retry: (token: Int, place: Int)?
      while true {
        if token < tokens.count, tokens[token] == .anyText {
          token += 1
          retry = (token, place)
        } else if token == tokens.count, place == name.count {
          return true
        } else if token < tokens.count, place < name.count, tokens[token].accepts(name[place]) {
          token += 1
          place += 1
        } else {
          guard let last = retry, last.place < name.count else { return false }
          retry = (last.token, last.place + 1)
          (token, place) = (last.token, last.place + 1)
        }
      }
    }
  }
}
