internal import Text

/// The difference of two versions of a file in the format of `diff -u`, for `git apply` and
/// `patch -p1`.
public struct UnifiedDiff: Sendable {
  private let path: String
  private let old: [ArraySlice<UInt8>]
  private let new: [ArraySlice<UInt8>]

  private static let context = 3
  /// The maximum number of changed lines in the shortest difference, which takes the square of it.
  private static let mostChanges = 4_000

  public init(of path: String, from old: [UInt8], to new: [UInt8]) {
    self.path = path
    self.old = Self.lines(old)
    self.new = Self.lines(new)
  }

  private static func lines(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    var lines: [ArraySlice<UInt8>] = []
    var start = 0
    for index in bytes.indices where bytes[index] == UInt8(ascii: "\n") {
      lines.append(bytes[start...index])
      start = index + 1
    }
    if start < bytes.count { lines.append(bytes[start...]) }
    return lines
  }

  private struct Change {
    var old: Range<Int>
    var new: Range<Int>
  }

  /// Returns the text; empty if the versions are equal.
  ///
  /// - Complexity: O(*n* · *m*) for *n* lines, *m* of them changed.
  public func bytes() -> [UInt8] {
    let changes = changes()
    guard !changes.isEmpty else { return [] }
    var result = Array("--- \(Self.name("a/" + path))\n+++ \(Self.name("b/" + path))\n".utf8)
    var place = 0
    while place < changes.count {
      var last = place
      while last + 1 < changes.count,
        changes[last + 1].old.lowerBound - changes[last].old.upperBound <= 2 * Self.context
      {
        last += 1
      }
      add(changes[place...last], to: &result)
      place = last + 1
    }
    return result
  }

  /// Returns the runs of differing lines, in order.
  private func changes() -> [Change] {
    var (start, oldEnd, newEnd) = (0, old.count, new.count)
    while start < min(oldEnd, newEnd), old[start] == new[start] { start += 1 }
    while oldEnd > start, newEnd > start, old[oldEnd - 1] == new[newEnd - 1] {
      oldEnd -= 1
      newEnd -= 1
    }
    let (gone, come) = differences(old[start..<oldEnd], new[start..<newEnd])
    var changes: [Change] = []
    var (i, j) = (start, start)
    while i < oldEnd || j < newEnd {
      let (first, other) = (i, j)
      while gone.contains(i) { i += 1 }
      while come.contains(j) { j += 1 }
      if first < i || other < j { changes.append(Change(old: first..<i, new: other..<j)) }
      (i, j) = (i + 1, j + 1)
    }
    return changes
  }

  /// Returns the removed and the added lines: the fewest, or all if they are too many to tell.
  private func differences(
    _ old: ArraySlice<ArraySlice<UInt8>>, _ new: ArraySlice<ArraySlice<UInt8>>
  ) -> (gone: Set<Int>, come: Set<Int>) {
    var counts: [ArraySlice<UInt8>: Int] = [:]
    for line in old { counts[line, default: 0] += 1 }
    for line in new { counts[line, default: 0] -= 1 }
    guard counts.values.reduce(0, { $0 + abs($1) }) <= Self.mostChanges else {
      return (Set(old.indices), Set(new.indices))
    }
    var (gone, come): (Set<Int>, Set<Int>) = ([], [])
    for change in Array(new).difference(from: Array(old)) {
      switch change {
      case .remove(let place, _, _): gone.insert(old.startIndex + place)
      case .insert(let place, _, _): come.insert(new.startIndex + place)
      }
    }
    return (gone, come)
  }

  private func add(_ changes: ArraySlice<Change>, to result: inout [UInt8]) {
    guard let first = changes.first, let last = changes.last else { return }
    let before = min(Self.context, first.old.lowerBound)
    let after = min(Self.context, old.count - last.old.upperBound)
    let (oldStart, newStart) = (first.old.lowerBound - before, first.new.lowerBound - before)
    let oldRange = Self.range(oldStart, last.old.upperBound + after - oldStart)
    let newRange = Self.range(newStart, last.new.upperBound + after - newStart)
    result += "@@ -\(oldRange) +\(newRange) @@\n".utf8
    var place = oldStart
    for change in changes {
      add(old[place..<change.old.lowerBound], " ", to: &result)
      add(old[change.old], "-", to: &result)
      add(new[change.new], "+", to: &result)
      place = change.old.upperBound
    }
    add(old[place..<last.old.upperBound + after], " ", to: &result)
  }

  private func add(_ lines: ArraySlice<ArraySlice<UInt8>>, _ sign: String, to result: inout [UInt8])
  {
    for line in lines {
      result += sign.utf8
      result += line
      if line.last != UInt8(ascii: "\n") { result += "\n\\ No newline at end of file\n".utf8 }
    }
  }

  /// Returns a range of lines, such as `12,3`: `12` for one line, the line before for an empty
  /// range.
  private static func range(_ start: Int, _ count: Int) -> String {
    count == 1 ? "\(start + 1)" : "\(count == 0 ? start : start + 1),\(count)"
  }

  /// Returns the name on one line, followed by a tab if it contains blanks, as in git.
  private static func name(_ path: String) -> String {
    let name = path.escapedForTerminal
    return name.utf8.contains(UInt8(ascii: " ")) ? name + "\t" : name
  }
}
