/// A buffer of UTF-8 text.
///
/// Appending to bytes is much faster than appending to a string, and a reused buffer needs no
/// allocation.
public struct TextBuffer: Sendable {
  @usableFromInline
  var storage: [UInt8] = []

  @inlinable public var bytes: [UInt8] { storage }

  public init() {}

  @inlinable public var count: Int { storage.count }

  public var isEmpty: Bool { storage.isEmpty }

  /// The text as a string.
  public var string: String { String(decoding: storage, as: UTF8.self) }

  public mutating func reserveCapacity(_ count: Int) { storage.reserveCapacity(count) }

  public mutating func removeAll() { storage.removeAll(keepingCapacity: true) }

  /// Removes all but the first `count` bytes.
  public mutating func removeAll(behind count: Int) { storage.removeSubrange(count...) }

  /// Returns the bytes and empties the buffer.
  public mutating func take() -> [UInt8] {
    let taken = storage
    storage = []
    storage.reserveCapacity(taken.count)
    return taken
  }
}

// Appending.
extension TextBuffer {
  public static func += (buffer: inout Self, text: String) { buffer.append(utf8: text.utf8) }

  public static func += (buffer: inout Self, bytes: ArraySlice<UInt8>) {
    buffer.append(utf8: bytes)
  }

  public static func += (buffer: inout Self, other: Self) { buffer.append(utf8: other.bytes) }

  @inlinable
  public mutating func append(_ byte: UInt8) { storage.append(byte) }

  /// Appends a literal.
  @inlinable
  public mutating func append(_ text: StaticString) {
    text.withUTF8Buffer { storage.append(contentsOf: $0) }
  }

  public mutating func append(spaces count: Int) {
    append(repeating: UInt8(ascii: " "), count: count)
  }

  public mutating func append(repeating byte: UInt8, count: Int) {
    storage.append(contentsOf: repeatElement(byte, count: max(0, count)))
  }

  /// Appends a number that is not negative, in decimal digits.
  public mutating func append(_ number: UInt32) {
    var (rest, divisor) = (number, UInt32(1))
    while rest / divisor >= 10 { divisor *= 10 }
    while divisor > 0 {
      storage.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest / divisor))
      rest %= divisor
      divisor /= 10
    }
  }

  public mutating func append(_ text: String, _ escapes: Escapes) {
    append(text.utf8, escapes)
  }

  public mutating func append(_ other: Self, _ escapes: Escapes) {
    append(other.bytes, escapes)
  }

  private mutating func append(_ text: some Collection<UInt8>, _ escapes: Escapes) {
    let isDone: Void? = text.withContiguousStorageIfAvailable { escapes.append($0, to: &storage) }
    if isDone == nil { escapes.append(Array(text), to: &storage) }
  }

  private mutating func append(utf8 text: some Collection<UInt8>) {
    let isDone: Void? = text.withContiguousStorageIfAvailable { storage.append(contentsOf: $0) }
    if isDone == nil { storage.append(contentsOf: text) }
  }
}
