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
public struct WordIndex: Sendable {
  private let words: [Word]

  public init(_ words: some Sequence<String>) { self.words = words.map(Word.init) }

  public func contains(_ word: String) -> Bool { words.contains { $0.text == word } }

  /// Returns the word that `word` is most likely a typo of; see `Sequence.nearest(to:)`.
  public func nearest(to word: String, except excluded: String? = nil) -> String? {
    let wanted = Word(word)
    var best: (distance: Int, word: String)?
    for candidate in words {
      guard let distance = wanted.distance(to: candidate, most: best?.distance ?? .max),
        candidate.text != excluded
      else { continue }
      if let best, distance == best.distance, !candidate.text.precedes(best.word) { continue }
      best = (distance, candidate.text)
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

private struct Word: Sendable {
  let text: String
  private let letters: [UInt32]
  /// The set of these letters, modulo 64.
  private let set: UInt64

  private static let mostLetters = 80

  init(_ text: String) {
    self.text = text
    letters = text.lowercased().unicodeScalars.prefix(Self.mostLetters).map(\.value)
    set = letters.reduce(0) { $0 | 1 << UInt64($1 & 63) }
  }

  /// Returns the distance to another word if it is near, and at most `most`.
  func distance(to other: Word, most: Int) -> Int? {
    let (count, otherCount) = (letters.count, other.letters.count)
    let most = min(max(count, otherCount) / 3, most)
    // One edit removes at most one letter from each of the two words.
    guard abs(count - otherCount) <= most, (set & ~other.set).nonzeroBitCount <= most,
      (other.set & ~set).nonzeroBitCount <= most
    else { return nil }
    let distance = editDistance(to: other.letters)
    return distance <= most ? distance : nil
  }

  /// Returns the optimal string alignment distance of the two words: the least number of
  /// insertions, deletions, replacements and swaps of adjacent letters (Damerau 1964, restricted).
  private func editDistance(to other: [UInt32]) -> Int {
    var last = Array(0...other.count)
    var (beforeLast, row) = (last, last)
    for i in letters.indices {
      row[0] = i + 1
      for j in other.indices {
        var cost = min(last[j + 1] + 1, row[j] + 1, last[j] + (letters[i] == other[j] ? 0 : 1))
        if i > 0, j > 0, letters[i] == other[j - 1], letters[i - 1] == other[j] {
          cost = min(cost, beforeLast[j - 1] + 1)
        }
        row[j + 1] = cost
      }
      (beforeLast, last, row) = (last, row, beforeLast)
    }
    return last[other.count]
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
