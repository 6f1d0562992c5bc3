/// Finds the place of an equal element in a growing list by its hash.
///
/// Keeps numbers only: a set of the elements would be a second copy of all of them.
public struct PlaceIndex: Sendable {
  private var last: [Int: Int32] = [:]
  /// For each place the one before it with the same hash, or -1.
  private var before: [Int32] = []

  public init() {}

  /// The place of the element that `isEqual`, among those with the same hash; where there is none, the
  /// next place in the list is noted for it.
  ///
  /// - Complexity: O(1) expected.
  public mutating func place(ofHash hash: Int, where isEqual: (Int) -> Bool) -> Int? {
    var place = last[hash] ?? -1
    while place >= 0 {
      if isEqual(Int(place)) { return Int(place) }
      place = before[Int(place)]
    }
    before.append(last.updateValue(Int32(truncatingIfNeeded: before.count), forKey: hash) ?? -1)
    return nil
  }
}

/// The hash of a text by its bytes, the same in every run: FNV-1a (64 bit, Fowler, Noll and Vo).
public struct ByteHash: Sendable {
  public var value: UInt64 = 0xcbf2_9ce4_8422_2325

  @inlinable
  public init() {}

  @inlinable
  public mutating func combine(_ byte: UInt8) {
    value = (value ^ UInt64(byte)) &* 0x100_0000_01b3
  }
}
