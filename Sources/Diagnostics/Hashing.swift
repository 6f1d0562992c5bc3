/// A hash index of the elements of a growing list; a set would copy all elements.
public struct PlaceIndex: Sendable {
  private var last: [Int: Int32] = [:]
  /// For each index the previous one with the same hash, or -1.
  private var before: [Int32] = []

  public init() {}

  /// Returns the index of an equal element with the same hash, or adds the next index.
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

/// A hash of bytes that is the same in every run: FNV-1a (64 bit, Fowler, Noll and Vo).
public struct ByteHash: Sendable {
  public var value: UInt64 = 0xcbf2_9ce4_8422_2325

  @inlinable
  public init() {}

  @inlinable
  public mutating func combine(_ byte: UInt8) {
    value = (value ^ UInt64(byte)) &* 0x100_0000_01b3
  }
}
