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
