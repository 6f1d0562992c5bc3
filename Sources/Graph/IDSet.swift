public typealias ModuleSet = IDSet<ModuleID>

public typealias LinkSet = IDSet<LinkID>

/// A bit set of modules or links, in the order of their numbers.
///
/// The storage grows with the largest member. An operation on two sets is a loop over *n* / 64
/// words, one on a member takes constant time (Knuth, The Art of Computer Programming, volume 4A,
/// 7.1.3).
public struct IDSet<ID: GraphID>: ExpressibleByArrayLiteral, Sendable {
  @usableFromInline var words: [UInt64] = []

  @inlinable public init() {}

  @inlinable public init(capacity: Int) {
    words = Array(repeating: 0, count: (capacity + 63) / 64)
  }

  @inlinable public init(_ members: some Sequence<ID>) {
    for member in members { insert(member) }
  }

  @inlinable public init(arrayLiteral members: ID...) { self.init(members) }

  @inlinable public var isEmpty: Bool { words.allSatisfy { $0 == 0 } }

  /// - Complexity: O(*n* / 64).
  @inlinable public var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

  /// The member with the smallest number.
  @inlinable public var first: ID? {
    guard let index = words.firstIndex(where: { $0 != 0 }) else { return nil }
    return ID(index << 6 + words[index].trailingZeroBitCount)
  }

  @inlinable public func contains(_ id: ID) -> Bool {
    let index = id.number >> 6
    return index < words.count && words[index] & Self.bit(of: id) != 0
  }

  @inlinable @discardableResult
  public mutating func insert(_ id: ID) -> (inserted: Bool, memberAfterInsert: ID) {
    let index = id.number >> 6
    if index >= words.count { grow(to: index + 1) }
    let bit = Self.bit(of: id)
    let isNew = words[index] & bit == 0
    words[index] |= bit
    return (isNew, id)
  }

  @inlinable @discardableResult
  public mutating func remove(_ id: ID) -> ID? {
    guard contains(id) else { return nil }
    words[id.number >> 6] &= ~Self.bit(of: id)
    return id
  }

  @inlinable static func bit(of id: ID) -> UInt64 {
    1 << UInt64(truncatingIfNeeded: id.number & 63)
  }

  @inlinable mutating func grow(to count: Int) {
    if words.count < count { words += repeatElement(0, count: count - words.count) }
  }
}

// Set operations.
extension IDSet {
  @inlinable public mutating func formUnion(_ other: Self) {
    grow(to: other.words.count)
    for index in other.words.indices { words[index] |= other.words[index] }
  }

  @inlinable public mutating func formIntersection(_ other: Self) {
    for index in words.indices {
      words[index] &= index < other.words.count ? other.words[index] : 0
    }
  }

  @inlinable public mutating func subtract(_ other: Self) {
    for index in words.indices.prefix(other.words.count) { words[index] &= ~other.words[index] }
  }

  @inlinable public func union(_ other: Self) -> Self {
    var result = self
    result.formUnion(other)
    return result
  }

  @inlinable public func intersection(_ other: Self) -> Self {
    var result = self
    result.formIntersection(other)
    return result
  }

  @inlinable public func subtracting(_ other: Self) -> Self {
    var result = self
    result.subtract(other)
    return result
  }

  @inlinable public func isDisjoint(with other: Self) -> Bool {
    zip(words, other.words).allSatisfy { $0 & $1 == 0 }
  }

  @inlinable public func isSubset(of other: Self) -> Bool {
    words.indices.allSatisfy { index in
      words[index] & ~(index < other.words.count ? other.words[index] : 0) == 0
    }
  }
}

// Equality ignores capacity.
extension IDSet: Hashable {
  @inlinable public static func == (a: Self, b: Self) -> Bool {
    a.isSubset(of: b) && b.isSubset(of: a)
  }

  @inlinable public func hash(into hasher: inout Hasher) {
    let end = words.lastIndex { $0 != 0 } ?? -1
    for word in words.prefix(end + 1) { hasher.combine(word) }
  }
}

extension IDSet: Sequence {
  /// Returns the members in order.
  @inlinable public func makeIterator() -> Iterator { Iterator(words) }

  public struct Iterator: IteratorProtocol {
    @usableFromInline let words: [UInt64]
    @usableFromInline var index = 0
    @usableFromInline var rest: UInt64

    @inlinable init(_ words: [UInt64]) {
      self.words = words
      rest = words.first ?? 0
    }

    @inlinable public mutating func next() -> ID? {
      while rest == 0 {
        index += 1
        guard index < words.count else { return nil }
        rest = words[index]
      }
      let bit = rest.trailingZeroBitCount
      rest &= rest - 1
      return ID(index << 6 + bit)
    }
  }
}
