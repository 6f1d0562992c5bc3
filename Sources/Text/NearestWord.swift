public import Diagnostics

extension Sequence<String> {
  /// The element that `word` is most likely a typo of, or `nil` if none is near.
  ///
  /// Near means at most a third of the longer word's letters are wrong, where a neighbouring pair
  /// in the wrong order counts once and case counts not at all. Of equally near ones the first in
  /// byte order.
  ///
  /// - Complexity: O(*n* · *l*²) for *n* words of length *l*, O(*n* · *l*) where few are near.
  public func nearest(to word: String) -> String? {
    WordIndex(self).nearest(to: word)
  }
}

/// Words to look for near ones among, again and again: most of thousands are far from another one, and
/// then cost a look at two numbers.
public struct WordIndex: Sendable {
  private let words: [String]
  private let shapes: [WordShape]

  /// - Complexity: O(*n* · *l*) for *n* words of length *l*.
  public init(_ words: some Sequence<String>) {
    self.words = Array(words)
    var letters: [UInt32] = []
    shapes = self.words.map { word in
      WordSearch.fill(&letters, with: word)
      return WordShape(letters)
    }
  }

  public func contains(_ word: String) -> Bool { words.contains(word) }

  /// The word that `word` is most likely a typo of, as `Sequence.nearest(to:)` has it, other
  /// than `excluded`.
  ///
  /// - Complexity: O(*n*) for *n* words, and O(*l*²) for each of length *l* that may be near.
  public func nearest(to word: String, except excluded: String? = nil) -> String? {
    var search = WordSearch(word)
    var best: (distance: Int, word: String)?
    for (number, shape) in shapes.enumerated()
    where search.mayBeNear(shape, most: best?.distance) && words[number] != excluded {
      let candidate = words[number]
      guard let distance = search.distance(to: candidate, most: best?.distance) else { continue }
      if let best, distance == best.distance, !candidate.precedes(best.word) { continue }
      best = (distance, candidate)
    }
    return best?.word
  }
}

/// The nearest of words that are gathered when the first one is looked for, and then looked through
/// for so many slips only: more of them are one mistake, not many.
public struct NearestWords {
  /// Words to look for neighbours of.
  public static let mostSearches = 100

  private let words: () -> [String]
  private var index: WordIndex?
  private var searches = 0

  public init(_ words: @escaping () -> [String]) { self.words = words }

  /// As `WordIndex` has it; `nil` after so many searches, too.
  public mutating func nearest(to word: String) -> String? {
    guard searches < Self.mostSearches else { return nil }
    searches += 1
    let index = index ?? WordIndex(words())
    self.index = index
    return index.nearest(to: word)
  }
}

/// What tells most words apart at a look.
private struct WordShape {
  var count: Int
  /// Which letters occur, with 64 kinds distinguished.
  var set: UInt64

  init(_ letters: [UInt32]) {
    count = letters.count
    set = letters.reduce(0) { $0 | 1 << UInt64($1 & 63) }
  }
}

/// Compares one word with many.
private struct WordSearch {
  private let wanted: [UInt32]
  private let wantedShape: WordShape
  // Scratch memory, kept from one candidate to the next.
  private var letters: [UInt32] = []
  private var beforeLast: [Int] = []
  private var last: [Int] = []
  private var row: [Int] = []

  private static let mostLetters = 80

  init(_ word: String) {
    Self.fill(&letters, with: word)
    wanted = letters
    wantedShape = WordShape(wanted)
  }

  /// Whether a word of that shape can be near enough and at a distance of at most `most`.
  func mayBeNear(_ shape: WordShape, most: Int?) -> Bool {
    let limit = Swift.max(wanted.count, shape.count) / 3
    let most = Swift.min(limit, most ?? limit)
    guard abs(wanted.count - shape.count) <= most else { return false }
    // One edit takes at most one letter out of the one word and one out of the other.
    let (set, wantedSet) = (shape.set, wantedShape.set)
    return (set & ~wantedSet).nonzeroBitCount <= most
      && (wantedSet & ~set).nonzeroBitCount <= most
  }

  /// The distance to a candidate, if it is near enough and at most `most`.
  mutating func distance(to candidate: String, most: Int?) -> Int? {
    Self.fill(&letters, with: candidate)
    let limit = Swift.max(wanted.count, letters.count) / 3
    let distance = editDistance()
    return distance <= Swift.min(limit, most ?? limit) ? distance : nil
  }

  /// The scalars of a word in lower case.
  static func fill(_ letters: inout [UInt32], with word: String) {
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

extension Diagnostic.Message {
  /// What helps where `word` was probably meant.
  public static func didYouMean(_ word: String) -> Self { "did you mean '\(word)'?" }
}

/// `; did you mean 'x'?`, or nothing.
public func nearestSuffix(_ nearest: String?) -> String {
  nearest.map { "; did you mean '\($0)'?" } ?? ""
}
