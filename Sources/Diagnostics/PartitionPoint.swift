extension RandomAccessCollection {
  /// Returns the index of the first element that `isBeyond`, or `endIndex`; it has to be true of all
  /// elements after the first of which it is.
  ///
  /// - Complexity: O(log *n*).
  @inlinable
  public func partitionPoint(where isBeyond: (Element) -> Bool) -> Index {
    var (low, count) = (startIndex, count)
    while count > 0 {
      let half = count / 2
      let middle = index(low, offsetBy: half)
      if isBeyond(self[middle]) {
        count = half
      } else {
        low = index(after: middle)
        count -= half + 1
      }
    }
    return low
  }
}
