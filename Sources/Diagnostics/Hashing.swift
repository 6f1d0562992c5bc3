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
