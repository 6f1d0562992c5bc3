public import Diagnostics

extension Sequence<String> {
  /// Returns the element that `word` is most likely a typo of, or `nil` if none is near.
  ///
  /// A word is near if at most a third of the letters of the longer word differ. A transposed pair
  /// of letters counts once, and case is ignored. Of equally near words, the first in byte order is
  /// returned.
  ///
  /// - Complexity: O(*n* · *l*²) for *n* words of length *l*, O(*n* · *l*) if few are near.
  public func nearest(to word: String) -> String? {
    WordIndex(self).nearest(to: word)
  }
}

/// An index of words for many searches.
///
/// Comparing two numbers rejects most words.
public struct WordIndex: Sendable {
  private let words: [String]
  private let shapes: [WordShape]

  /// Creates an index of `words`.
  ///
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

  /// Returns the word that `word` is most likely a typo of, other than `excluded`.
  ///
  /// See `Sequence.nearest(to:)`.
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

/// A lazily built index of words with a limited number of searches: many typos are usually one
/// mistake.
public struct NearestWords {
  /// The maximum number of searches.
  public static let mostSearches = 100

  private let words: () -> [String]
  private var index: WordIndex?
  private var searches = 0

  public init(_ words: @escaping () -> [String]) { self.words = words }

  /// Returns the nearest word as `WordIndex` does, or `nil` after too many searches.
  public mutating func nearest(to word: String) -> String? {
    guard searches < Self.mostSearches else { return nil }
    searches += 1
    let index = index ?? WordIndex(words())
    self.index = index
    return index.nearest(to: word)
  }
}

/// A summary of a word, to reject most words quickly.
private struct WordShape {
  var count: Int
  /// The set of its letters, modulo 64.
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
  // Memory that is reused for all candidates.
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

  /// Returns whether a word of this shape can be near, with a distance of at most `most`.
  func mayBeNear(_ shape: WordShape, most: Int?) -> Bool {
    let limit = Swift.max(wanted.count, shape.count) / 3
    let most = Swift.min(limit, most ?? limit)
    guard abs(wanted.count - shape.count) <= most else { return false }
    // One edit removes at most one letter from each of the two words.
    let (set, wantedSet) = (shape.set, wantedShape.set)
    return (set & ~wantedSet).nonzeroBitCount <= most
      && (wantedSet & ~set).nonzeroBitCount <= most
  }

  /// Returns the distance to a candidate if it is near, and at most `most`.
  mutating func distance(to candidate: String, most: Int?) -> Int? {
    Self.fill(&letters, with: candidate)
    let limit = Swift.max(wanted.count, letters.count) / 3
    let distance = editDistance()
    return distance <= Swift.min(limit, most ?? limit) ? distance : nil
  }

  /// Stores the lowercase scalars of a word.
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

  /// Returns the optimal string alignment distance of the two words: the least number of
  /// insertions, deletions, replacements and swaps of adjacent letters (Damerau 1964, restricted).
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
  /// Returns a help message that suggests `word`.
  public static func didYouMean(_ word: String) -> Self { "did you mean '\(word)'?" }
}

/// Returns `; did you mean 'x'?`, or an empty text.
public func nearestSuffix(_ nearest: String?) -> String {
  nearest.map { "; did you mean '\($0)'?" } ?? ""
}
