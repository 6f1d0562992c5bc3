/// What the bytes of texts lie in.
protocol ByteText: RandomAccessCollection where Element == UInt8, Index == Int {}
extension Array: ByteText where Element == UInt8 {}
extension ArraySlice: ByteText where Element == UInt8 {}
extension UnsafeBufferPointer: ByteText where Element == UInt8 {}

/// The bytes of a text from `offset` on as one number, the first one lowest; zeros where it ends
/// before the eighth.
@inline(__always)
func eightBytes(of text: some ByteText, from offset: Int) -> UInt64 {
  let start = text.startIndex &+ offset
  let count = text.endIndex &- start
  if count >= 8 { return number(of: 8, in: text, at: start) }
  guard count > 0 else { return 0 }
  // Fewer are read from both ends; where those overlap, they agree.
  if count >= 4 {
    let last = number(of: 4, in: text, at: text.endIndex &- 4)
    return number(of: 4, in: text, at: start) | last &<< UInt64(8 &* (count &- 4))
  }
  let middle = count / 2
  return UInt64(text[start]) | UInt64(text[start &+ middle]) &<< UInt64(8 &* middle)
    | UInt64(text[text.endIndex &- 1]) &<< UInt64(8 &* (count &- 1))
}

/// The optimiser makes it one load where the text lies in memory.
@inline(__always)
private func number(of count: Int, in text: some ByteText, at start: Int) -> UInt64 {
  var bytes: UInt64 = 0
  for place in 0..<count { bytes |= UInt64(text[start &+ place]) &<< UInt64(8 &* place) }
  return bytes
}

/// What tells the texts of keys apart: of one of up to 16 bytes all of it.
struct Fingerprint: Equatable {
  /// The first eight bytes.
  private let first: UInt64
  /// The last eight bytes, which may overlap with the first; 0 where those are all.
  private let last: UInt64
  let count: Int
  /// Eight bytes and eight bytes multiplied, both halves of the product combined, as wyhash does.
  ///
  /// Never 0. Keys need not resist collisions, since texts are compared as well.
  let hash: UInt32

  @inline(__always)
  init(_ text: some ByteText) {
    count = text.count
    first = eightBytes(of: text, from: 0)
    last = count > 8 ? eightBytes(of: text, from: count &- 8) : 0
    var mix = Self.mix(first, last ^ UInt64(truncatingIfNeeded: count))
    var offset = 8
    while offset < count &- 8 {
      mix = Self.mix(mix, eightBytes(of: text, from: offset))
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
