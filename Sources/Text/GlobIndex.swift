/// An index of globs by the bytes that their matches start and end with.
public struct GlobIndex: Sendable {
  private struct Ends: Hashable {
    var start: ArraySlice<UInt8>
    var end: ArraySlice<UInt8>
  }

  private var byEnds: [Ends: [Int]] = [:]
  /// The lengths of both ends, each pair once.
  private var lengths: [(start: Int, end: Int)] = []

  public init() {}

  /// Adds a glob under a number.
  public mutating func insert(_ number: Int, _ glob: Glob) {
    let (start, end) = glob.ends
    byEnds[Ends(start: start[...], end: end[...]), default: []].append(number)
    if !lengths.contains(where: { $0 == (start.count, end.count) }) {
      lengths.append((start.count, end.count))
    }
  }

  /// Returns the numbers of the globs that may match a name.
  public func candidates(for name: ArraySlice<UInt8>) -> [Int] {
    lengths.reduce(into: []) { found, length in
      guard length.start + length.end <= name.count else { return }
      let ends = Ends(start: name.prefix(length.start), end: name.suffix(length.end))
      found += byEnds[ends] ?? []
    }
  }
}
