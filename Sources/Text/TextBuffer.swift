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
  public static func += (buffer: inout Self, text: String) {
    buffer.storage.append(contentsOf: text.utf8)
  }

  public static func += (buffer: inout Self, bytes: ArraySlice<UInt8>) {
    buffer.storage.append(contentsOf: bytes)
  }

  public static func += (buffer: inout Self, other: Self) { buffer.storage += other.storage }

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

  public mutating func append(_ number: UInt32) { self += String(number) }

  public mutating func append(_ text: String, _ escapes: Escapes) {
    self += escapes.escape(text)
  }

  public mutating func append(_ other: Self, _ escapes: Escapes) {
    if escapes.keep(other.storage) { self += other } else { self += escapes.escape(other.string) }
  }
}
