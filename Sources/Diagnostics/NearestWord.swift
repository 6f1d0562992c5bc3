extension Sequence<String> {
  /// The element that `word` is most likely a slip of the pen of, or `nil` if none is near.
  ///
  /// Near means at most a third of the longer word's letters are wrong, where a neighbouring pair
  /// in the wrong order counts once and case counts not at all. Of equally near ones the first in
  /// byte order.
  ///
  /// - Complexity: O(*n* · *l*²) for *n* words of length *l*.
  public func nearest(to word: String) -> String? {
    let wanted = Array(word.lowercased().unicodeScalars.prefix(80))
    var best: (distance: Int, word: String)?
    for candidate in self {
      let letters = Array(candidate.lowercased().unicodeScalars.prefix(80))
      let limit = Swift.max(wanted.count, letters.count) / 3
      let most = Swift.min(limit, best?.distance ?? limit)
      guard abs(wanted.count - letters.count) <= most else { continue }
      let distance = restrictedEditDistance(wanted, letters)
      guard distance <= most else { continue }
      if let best, distance == best.distance, !candidate.precedes(best.word) { continue }
      best = (distance, candidate)
    }
    return best?.word
  }
}

/// The least number of insertions, deletions, replacements and swaps of neighbours between two
/// words: the optimal string alignment distance (Damerau 1964, without edited swaps).
///
/// - Complexity: O(*n* · *m*).
private func restrictedEditDistance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Int {
  var beforeLast = [Int](repeating: 0, count: b.count + 1)
  var last = Array(0...b.count)
  for i in 0..<a.count {
    var row = [i + 1]
    row.reserveCapacity(b.count + 1)
    for j in 0..<b.count {
      var cost = Swift.min(last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
      if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
        cost = Swift.min(cost, beforeLast[j - 1] + 1)
      }
      row.append(cost)
    }
    (beforeLast, last) = (last, row)
  }
  return last[b.count]
}
