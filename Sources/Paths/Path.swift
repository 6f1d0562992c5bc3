/// A path split into components, for matching against many patterns.
///
/// Most paths are passed as strings. Operations on those are static methods: `Path.parent("a/b")`.
/// No operation accesses files.
public struct Path: Hashable, Sendable {
  /// The path without redundant slashes, so that equal paths are equal.
  @usableFromInline var bytes: [UInt8] = []
  /// The end offset of each component.
  @usableFromInline var ends: [Int] = []

  public init(_ path: String) { replace(with: path) }

  /// Replaces the path with another one, reusing the memory.
  public mutating func replace(with path: String) {
    bytes.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
    bytes.append(contentsOf: path.utf8)
    var previous = Self.slash
    for (place, byte) in bytes.enumerated() {
      if byte == Self.slash {
        if previous == Self.slash {
          let parts = path.utf8.split(separator: Self.slash).map { Substring($0) }
          return replace(with: Self.joined(parts))
        }
        ends.append(place)
      }
      previous = byte
    }
    if previous != Self.slash {
      ends.append(bytes.count)
    } else if !bytes.isEmpty {
      bytes.removeLast()
    }
  }

  @inlinable
  public var count: Int { ends.count }

  @inlinable
  public subscript(component: Int) -> ArraySlice<UInt8> {
    bytes[(component == 0 ? 0 : ends[component - 1] + 1)..<ends[component]]
  }

  public var whole: ArraySlice<UInt8> { bytes[..<(ends.last ?? 0)] }

  /// The prefixes of the path up to each component.
  public var starts: some Sequence<ArraySlice<UInt8>> { ends.lazy.map { [bytes] in bytes[..<$0] } }

  public func prefix(_ count: Int) -> Path {
    var result = self
    guard count < ends.count else { return result }
    result.ends.removeSubrange(count...)
    result.bytes.removeSubrange((result.ends.last ?? 0)...)
    return result
  }

  /// The folder of the path; the root is empty.
  public var folder: Path { prefix(max(count - 1, 0)) }

  public var text: String { String(decoding: bytes, as: UTF8.self) }

  public func contains(_ name: [UInt8]) -> Bool {
    (0..<count).contains { self[$0].elementsEqual(name) }
  }
}
