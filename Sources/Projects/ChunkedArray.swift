/// A list that grows without moving its elements.
///
/// An array that grows moves its elements to new memory. For the targets of thousands of specs that
/// costs more than reading them, because the system has to provide each page. Here the elements are
/// in chunks of equal size, which are never moved.
public struct ChunkedArray<Element: Sendable>: RandomAccessCollection, Sendable {
  @usableFromInline var chunks: [[Element]] = []
  @usableFromInline var storedCount = 0

  @inlinable public var count: Int { storedCount }

  @inlinable public init() {}

  /// The number of elements of a chunk, as a power of two.
  @inlinable static var shift: Int { 9 }
  @inlinable static var mask: Int { (1 << shift) - 1 }

  @inlinable public var startIndex: Int { 0 }
  @inlinable public var endIndex: Int { count }

  @inlinable public subscript(index: Int) -> Element {
    chunks[index &>> Self.shift][index & Self.mask]
  }

  /// Adds an element at the end.
  ///
  /// - Complexity: O(1).
  @inlinable public mutating func append(_ element: Element) {
    if storedCount & Self.mask == 0 {
      var chunk: [Element] = []
      chunk.reserveCapacity(1 << Self.shift)
      chunks.append(chunk)
    }
    chunks[chunks.count - 1].append(element)
    storedCount += 1
  }

  /// Removes all elements from `start` on.
  public mutating func removeAll(from start: Int) {
    let kept = start & Self.mask
    let whole = start >> Self.shift
    chunks.removeSubrange((kept == 0 ? whole : whole + 1)...)
    if kept > 0 { chunks[whole].removeSubrange(kept...) }
    storedCount = start
  }
}
