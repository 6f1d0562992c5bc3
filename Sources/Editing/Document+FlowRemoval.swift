internal import YAML

// Removals from flow collections.
extension Document {
  private typealias FlowEntry = (range: Range<Int>, comma: Int?)

  /// Returns the bytes of an entry of a flow collection, and the place of the comma after it.
  private func flowEntry(_ child: Int, in collection: Int) -> FlowEntry {
    let start = values[child].range.lowerBound
    let end = max(start, end(ofEntry: child, in: collection))
    let next = lines.firstText(from: end)
    let hasComma = next < bytes.count && bytes[next] == UInt8(ascii: ",")
    return (start..<end, hasComma ? next : nil)
  }

  func removals(ofFlow removed: Set<Int>, in collection: Int) throws(EditRefusal) -> [TextEdit] {
    var rest = removed.sorted()[...]
    if holdsOnly(removed, collection) {
      let entries = rest.map { flowEntry($0, in: collection) }
      let inside = values[collection].content + 1..<values[collection].range.upperBound - 1
      guard let first = entries.first, let last = entries.last,
        inside.lowerBound <= inside.upperBound
      else { throw .isOddlyWritten }
      let gaps = [
        inside.lowerBound..<first.range.lowerBound, last.range.upperBound..<inside.upperBound,
      ]
      for gap in gaps
        + zip(entries, entries.dropFirst()).map({
          $0.range.upperBound..<$1.range.lowerBound
        }) where lines.hasComment(gap)
      {
        throw .holdsComment
      }
      return [TextEdit(inside)]
    }
    var edits: [TextEdit] = []
    while let first = rest.popFirst() {
      var run = [first]
      while let next = rest.first, next == sibling(after: run[run.count - 1], in: collection) {
        run.append(next)
        rest.removeFirst()
      }
      edits += try removal(of: run, in: collection)
    }
    return edits
  }

  /// Removes adjacent entries, but not all entries.
  private func removal(
    of run: [Int], in collection: Int
  ) throws(EditRefusal) -> [TextEdit] {
    let entries = run.map { flowEntry($0, in: collection) }
    guard let first = entries.first, let last = entries.last else { return [] }
    let before = sibling(before: run[0], in: collection)
    let isLast = sibling(after: run[run.count - 1], in: collection) == nil
    let (start, end) = (first.range.lowerBound, last.range.upperBound)
    for (entry, next) in zip(entries, entries.dropFirst())
    where lines.hasComment(entry.range.upperBound..<next.range.lowerBound) {
      throw .holdsComment
    }
    let afterComma = last.comma.map { $0 + 1 }
    if lines.hasComment(end..<(afterComma ?? end)) { throw .holdsComment }
    let lineStart = lines.start(at: start)
    let hasOwnLines = lines.isBlank(lineStart..<start)
    if hasOwnLines, let afterComma, lines.isRestOfLineFree(from: afterComma) {
      if !isLast || before == nil {
        return [TextEdit(lineStart..<lines.next(after: afterComma))]
      }
    }
    guard isLast else {
      // Remove up to the next entry if that is on the same line.
      guard let afterComma else { throw .isOddlyWritten }
      var rest = afterComma
      while rest < bytes.count, bytes[rest].isBlank { rest += 1 }
      if rest == lines.end(at: rest) {
        // Remove the blanks after the comma of the entry before.
        var begin = start
        while begin > lineStart, bytes[begin - 1].isBlank { begin -= 1 }
        return [TextEdit((begin == lineStart ? start : begin)..<afterComma)]
      }
      if bytes[rest] == UInt8(ascii: "#") { throw .holdsComment }
      return [TextEdit(start..<rest)]
    }
    return try removal(
      ofTail: start..<end, comma: last.comma,
      after: before.map { flowEntry($0, in: collection) }, hasOwnLines: hasOwnLines)
  }

  /// Removes the last entries, and the comma before them unless a comma follows them.
  private func removal(
    ofTail tail: Range<Int>, comma trailing: Int?, after before: FlowEntry?, hasOwnLines: Bool
  ) throws(EditRefusal) -> [TextEdit] {
    guard let comma = before?.comma else { throw .isOddlyWritten }
    let gap = comma + 1..<tail.lowerBound
    let from = trailing == nil ? comma : comma + 1
    guard lines.hasComment(gap) else {
      return [TextEdit(from..<(trailing.map { $0 + 1 } ?? tail.upperBound))]
    }
    guard hasOwnLines else { throw .holdsComment }
    let lineStart = lines.start(at: tail.lowerBound)
    let last = trailing.map { $0 + 1 } ?? tail.upperBound
    guard lines.isRestOfLineFree(from: last) else { throw .sharesLine }
    return (trailing == nil ? [TextEdit(comma..<comma + 1)] : [])
      + [TextEdit(lineStart..<lines.next(after: last))]
  }
}
