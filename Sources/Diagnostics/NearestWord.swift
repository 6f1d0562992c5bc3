extension Sequence<String> {
  /// The element that `word` is most likely a slip of the pen of, or `nil` if none is near.
  ///
  /// Near means at most a third of the longer word's letters are wrong, where a neighbouring pair
  /// in the wrong order counts once and case counts not at all. Of equally near ones the first in
  /// byte order.
  ///
  /// - Complexity: O(*n* · *l*²) for *n* words of length *l*, O(*n* · *l*) where few are near.
  public func nearest(to word: String) -> String? {
    var search = WordSearch(word)
    var best: (distance: Int, word: String)?
    for candidate in self {
      guard let distance = search.distance(to: candidate, most: best?.distance) else { continue }
      if let best, distance == best.distance, !candidate.precedes(best.word) { continue }
      best = (distance, candidate)
    }
    return best?.word
  }
}

/// Compares one word with many: most of thousands of names are far from it, and cost a look.
private struct WordSearch {
  private let wanted: [UInt32]
  private let wantedSet: UInt64
  // Scratch memory, kept from one candidate to the next.
  private var letters: [UInt32] = []
  private var beforeLast: [Int] = []
  private var last: [Int] = []
  private var row: [Int] = []

  private static let mostLetters = 80

  init(_ word: String) {
    Self.fill(&letters, with: word)
    wanted = letters
    wantedSet = Self.set(of: wanted)
  }

  /// The distance to a candidate, if it is near enough and at most `most`.
  mutating func distance(to candidate: String, most: Int?) -> Int? {
    Self.fill(&letters, with: candidate)
    let limit = Swift.max(wanted.count, letters.count) / 3
    let most = Swift.min(limit, most ?? limit)
    guard abs(wanted.count - letters.count) <= most else { return nil }
    // One edit takes at most one letter out of the one word and one out of the other.
    let set = Self.set(of: letters)
    let least = Swift.max(
      (set & ~wantedSet).nonzeroBitCount, (wantedSet & ~set).nonzeroBitCount)
    guard least <= most else { return nil }
    let distance = editDistance()
    return distance <= most ? distance : nil
  }

  /// The scalars of a word in lower case.
  private static func fill(_ letters: inout [UInt32], with word: String) {
    letters.removeAll(keepingCapacity: true)
    for byte in word.utf8.prefix(mostLetters) {
      guard byte < 0x80 else {
        letters.removeAll(keepingCapacity: true)
        letters += word.lowercased().unicodeScalars.prefix(mostLetters).map(\.value)
        return
      }
      letters.append(UInt32(byte) | (0x41...0x5a ~= byte ? 0x20 : 0))
    }
  }

  /// Which letters occur, 64 of them told apart.
  private static func set(of letters: [UInt32]) -> UInt64 {
    letters.reduce(0) { $0 | 1 << UInt64($1 & 63) }
  }

  /// The least number of insertions, deletions, replacements and swaps of neighbours between the two
  /// words: the optimal string alignment distance (Damerau 1964, without edited swaps).
  ///
  /// - Complexity: O(*n* · *m*).
  private mutating func editDistance() -> Int {
    let count = letters.count
    last.removeAll(keepingCapacity: true)
    last.append(contentsOf: 0...count)
    beforeLast = last
    row = last
    for i in wanted.indices {
      row[0] = i + 1
      for j in 0..<count {
        let isEqual = wanted[i] == letters[j]
        var cost = Swift.min(last[j + 1] + 1, row[j] + 1, last[j] + (isEqual ? 0 : 1))
        if i > 0, j > 0, wanted[i] == letters[j - 1], wanted[i - 1] == letters[j] {
          cost = Swift.min(cost, beforeLast[j - 1] + 1)
        }
        row[j + 1] = cost
      }
      swap(&beforeLast, &last)
      swap(&last, &row)
    }
    return last[count]
  }
}
