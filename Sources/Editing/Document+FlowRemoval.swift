internal import YAML

// Removing from what is written in brackets.
extension Document {
  /// The bytes of the entries of a collection in brackets, and where the comma behind each is.
  private func flowEntries(of collection: Int) -> [(child: Int, range: Range<Int>, comma: Int?)] {
    children(of: collection).map { child in
      let start = values[child].range.lowerBound
      let end = max(start, end(ofEntry: child, in: collection))
      let next = lines.firstText(from: end)
      let hasComma = next < bytes.count && bytes[next] == UInt8(ascii: ",")
      return (child, start..<end, hasComma ? next : nil)
    }
  }

  func removals(ofFlow removed: Set<Int>, in collection: Int) throws(EditRefusal) -> [TextEdit] {
    let entries = flowEntries(of: collection)
    if entries.count == removed.count {
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
    var place = 0
    while place < entries.count {
      guard removed.contains(entries[place].child) else {
        place += 1
        continue
      }
      var last = place
      while last + 1 < entries.count, removed.contains(entries[last + 1].child) { last += 1 }
      edits += try removal(from: place, through: last, of: entries)
      place = last + 1
    }
    return edits
  }

  /// Removes entries that stand in a row; some other stays before or behind them.
  private func removal(
    from first: Int, through last: Int, of entries: [(child: Int, range: Range<Int>, comma: Int?)]
  ) throws(EditRefusal) -> [TextEdit] {
    let (start, end) = (entries[first].range.lowerBound, entries[last].range.upperBound)
    for place in first..<last
    where lines.hasComment(entries[place].range.upperBound..<entries[place + 1].range.lowerBound) {
      throw .holdsComment
    }
    let afterComma = entries[last].comma.map { $0 + 1 }
    if lines.hasComment(end..<(afterComma ?? end)) { throw .holdsComment }
    let lineStart = lines.start(at: start)
    let hasOwnLines = lines.isBlank(lineStart..<start)
    if hasOwnLines, let afterComma, lines.isRestOfLineFree(from: afterComma) {
      if last + 1 < entries.count || first == 0 {
        return [TextEdit(lineStart..<lines.next(after: afterComma))]
      }
    }
    guard last + 1 == entries.count else {
      // Up to the next one, if that stands on the same line.
      guard let afterComma else { throw .isOddlyWritten }
      var rest = afterComma
      while rest < bytes.count, bytes[rest].isBlank { rest += 1 }
      if rest == lines.end(at: rest) {
        // What comes before loses the blanks behind its comma.
        var begin = start
        while begin > lineStart, bytes[begin - 1].isBlank { begin -= 1 }
        return [TextEdit((begin == lineStart ? start : begin)..<afterComma)]
      }
      if bytes[rest] == UInt8(ascii: "#") { throw .holdsComment }
      return [TextEdit(start..<rest)]
    }
    return try removal(ofTail: first, end: end, of: entries, hasOwnLines: hasOwnLines)
  }

  /// Removes the last entries; the comma in front of them goes, unless there was one behind them.
  private func removal(
    ofTail first: Int, end: Int, of entries: [(child: Int, range: Range<Int>, comma: Int?)],
    hasOwnLines: Bool
  ) throws(EditRefusal) -> [TextEdit] {
    guard first > 0, let comma = entries[first - 1].comma else { throw .isOddlyWritten }
    let trailing = entries.last?.comma
    let gap = comma + 1..<entries[first].range.lowerBound
    let from = trailing == nil ? comma : comma + 1
    guard lines.hasComment(gap) else { return [TextEdit(from..<(trailing.map { $0 + 1 } ?? end))] }
    guard hasOwnLines else { throw .holdsComment }
    let lineStart = lines.start(at: entries[first].range.lowerBound)
    let last = trailing.map { $0 + 1 } ?? end
    guard lines.isRestOfLineFree(from: last) else { throw .sharesLine }
    return (trailing == nil ? [TextEdit(comma..<comma + 1)] : [])
      + [TextEdit(lineStart..<lines.next(after: last))]
  }
}
