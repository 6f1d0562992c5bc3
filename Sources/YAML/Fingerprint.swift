extension Span<UInt8> {
  /// Returns eight bytes from `offset` on as a little-endian number, with zeros after the end of
  /// the text.
  @inlinable
  @inline(__always)
  public func eightBytes(from offset: Int) -> UInt64 {
    let left = count &- offset
    if left >= 8 { return load(UInt64.self, at: offset) }
    guard left > 0 else { return 0 }
    // Fewer bytes are read from both ends. Where the two parts overlap they agree.
    if left >= 4 {
      let (first, last) = (load(UInt32.self, at: offset), load(UInt32.self, at: count &- 4))
      return UInt64(first) | UInt64(last) &<< UInt64(8 &* (left &- 4))
    }
    let middle = left / 2
    return UInt64(self[offset]) | UInt64(self[offset &+ middle]) &<< UInt64(8 &* middle)
      | UInt64(self[count &- 1]) &<< UInt64(8 &* (left &- 1))
  }

  /// Loads an integer with a bounds check; it is unsafe only because it can load any type.
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

/// Returns a number with the top bit of each byte equal to `wanted` set.
///
/// Only the lowest of these bits is reliable; higher ones can be false positives.
@inlinable
@inline(__always)
public func places(of wanted: UInt8, in bytes: UInt64) -> UInt64 {
  // A wanted byte becomes 0, and the subtraction borrows the top bit of zeros only (Warren,
  // Hacker's Delight, 6-1).
  let zeroes = bytes ^ (0x0101_0101_0101_0101 &* UInt64(wanted))
  return (zeroes &- 0x0101_0101_0101_0101) & ~zeroes & 0x8080_8080_8080_8080
}

/// A summary of a text such as a key or name.
///
/// For a text of at most 16 bytes it contains the whole text.
public struct Fingerprint: Equatable, Sendable {
  private let first: UInt64
  /// The last eight bytes, which may overlap with the first; 0 if the text has at most eight.
  private let last: UInt64
  let count: Int
  /// The two halves of the product of the first and last eight bytes, combined as in wyhash.
  ///
  /// Never 0. Collisions are harmless, since texts are compared as well.
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

  /// Whether no other text has the same fingerprint.
  var isExact: Bool { count <= 16 }

  private static func mix(_ a: UInt64, _ b: UInt64) -> UInt64 {
    // Odd numbers with as many ones as zeros, so that a factor is 0 only by chance.
    let product = (a ^ 0xa076_1d64_78bd_642f).multipliedFullWidth(by: b ^ 0xe703_7ed1_a0b4_28db)
    return product.high ^ product.low
  }
}
