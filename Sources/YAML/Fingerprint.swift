extension Span<UInt8> {
  /// The bytes from `offset` on as one number, the first one lowest; zeros where the text ends before
  /// the eighth.
  @inlinable
  @inline(__always)
  public func eightBytes(from offset: Int) -> UInt64 {
    let left = count &- offset
    if left >= 8 { return load(UInt64.self, at: offset) }
    guard left > 0 else { return 0 }
    // Fewer are read from both ends; where those overlap, they agree.
    if left >= 4 {
      let (first, last) = (load(UInt32.self, at: offset), load(UInt32.self, at: count &- 4))
      return UInt64(first) | UInt64(last) &<< UInt64(8 &* (left &- 4))
    }
    let middle = left / 2
    return UInt64(self[offset]) | UInt64(self[offset &+ middle]) &<< UInt64(8 &* middle)
      | UInt64(self[count &- 1]) &<< UInt64(8 &* (left &- 1))
  }

  /// A load checks that it stays within the text; unsafe is only that any type could be asked for.
  @inlinable
  @inline(__always)
  func load<Number: FixedWidthInteger & BitwiseCopyable>(_: Number.Type, at offset: Int)
    -> Number
  {
    Number(littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: Number.self))
  }

  public func isEqual(to other: Span<UInt8>) -> Bool {
    guard count == other.count else { return false }
    var offset = 0
    while offset < count {
      if eightBytes(from: offset) != other.eightBytes(from: offset) { return false }
      offset &+= 8
    }
    return true
  }
}

/// The top bits of those of eight bytes that are `wanted`, the first one lowest.
///
/// A byte above the first of them may be taken for one that is not: only the first is to be trusted.
@inlinable
@inline(__always)
public func places(of wanted: UInt8, in bytes: UInt64) -> UInt64 {
  // The byte that is wanted becomes 0, and only from a 0 does the subtraction borrow the top bit
  // (Warren, Hacker's Delight, 6-1).
  let zeroes = bytes ^ (0x0101_0101_0101_0101 &* UInt64(wanted))
  return (zeroes &- 0x0101_0101_0101_0101) & ~zeroes & 0x8080_8080_8080_8080
}

/// What tells short texts apart, such as keys and names: of one of up to 16 bytes all of it.
public struct Fingerprint: Equatable, Sendable {
  /// The first eight bytes.
  private let first: UInt64
  /// The last eight bytes, which may overlap with the first; 0 where those are all.
  private let last: UInt64
  let count: Int
  /// Eight bytes and eight bytes multiplied, both halves of the product combined, as wyhash does.
  ///
  /// Never 0. Texts need not resist collisions, since they are compared as well.
  public let hash: UInt32

  @inline(__always)
  public init(_ text: Span<UInt8>) {
    count = text.count
    first = text.eightBytes(from: 0)
    last = count > 8 ? text.eightBytes(from: count &- 8) : 0
    var mix = Self.mix(first, last ^ UInt64(truncatingIfNeeded: count))
    var offset = 8
    while offset < count &- 8 {
      mix = Self.mix(mix, text.eightBytes(from: offset))
      offset &+= 8
    }
    hash = max(1, UInt32(truncatingIfNeeded: mix))
  }

  /// Whether no other text has the same.
  var isExact: Bool { count <= 16 }

  private static func mix(_ a: UInt64, _ b: UInt64) -> UInt64 {
    // Odd numbers with as many ones as zeros, so that neither factor is 0 but by chance.
    let product = (a ^ 0xa076_1d64_78bd_642f).multipliedFullWidth(by: b ^ 0xe703_7ed1_a0b4_28db)
    return product.high ^ product.low
  }
}
