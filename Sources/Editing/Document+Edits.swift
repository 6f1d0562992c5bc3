internal import YAML

extension Document {
  /// The edits of the file that make `changes`, in order of place, and the file with them.
  ///
  /// All other bytes stay, and so does what the file says besides: the result is read again and compared.
  ///
  /// - Throws: Why it cannot be done.
  /// - Complexity: O(*n* log *n*) for *n* bytes.
  public func edits(
    for changes: [DocumentChange]
  ) throws(EditRefusal) -> (edits: [TextEdit], result: [UInt8]) {
    let grouped = try Changes(changes, in: self)
    guard let sorted = try edits(for: grouped).inOrder() else { throw .overlaps }
    let result = sorted.applied(to: bytes)
    let changed: Document
    do throws(EditRefusal) {
      changed = try Document(result, isJSON: isJSON)
    } catch {
      throw hasAliases ? .isShared : .isOddlyWritten
    }
    guard structure(after: grouped) == changed.structure() else {
      throw hasAliases ? .isShared : .isOddlyWritten
    }
    return (sorted, result)
  }

  /// The edits that make `changes`, of which nothing says yet that they do nothing else.
  ///
  /// - Complexity: O(1) for what is removed from a block, and the entries of any other collection.
  public func uncheckedEdits(for changes: [DocumentChange]) throws(EditRefusal) -> [TextEdit] {
    guard let sorted = try edits(for: Changes(changes, in: self)).inOrder() else { throw .overlaps }
    return sorted
  }

  /// Whether the file says with `edits`, in any order, what it says once `changes` are made, and nothing else.
  public func says(_ changes: [DocumentChange], after edits: [TextEdit]) -> Bool {
    guard let grouped = try? Changes(changes, in: self), let sorted = edits.inOrder(),
      let changed = try? Document(sorted.applied(to: bytes), isJSON: isJSON)
    else { return false }
    return structure(after: grouped) == changed.structure()
  }

  private func edits(for grouped: Changes) throws(EditRefusal) -> [TextEdit] {
    var edits: [TextEdit] = []
    for (collection, children) in grouped.removed.sorted(by: { $0.key < $1.key }) {
      edits +=
        isFlow(collection)
        ? try removals(ofFlow: children, in: collection)
        : try removals(ofBlock: children, in: collection)
    }
    for (index, value) in grouped.replaced.sorted(by: { $0.key < $1.key }) {
      edits.append(try replacement(of: index, with: value))
    }
    for (collection, elements) in grouped.appended.sorted(by: { $0.key < $1.key }) {
      edits += try insertions(ofElements: elements, in: collection)
    }
    for (collection, entries) in grouped.added.sorted(by: { $0.key < $1.key }) {
      edits += try insertions(ofEntries: entries, in: collection)
    }
    return edits
  }

  private var hasAliases: Bool { values.contains { $0.kind == .alias } }

  private func replacement(of index: Int, with value: NewValue) throws(EditRefusal) -> TextEdit {
    let old = values[index]
    let range = old.content..<old.range.upperBound
    guard old.kind == .scalar || old.kind == .key, !range.isEmpty else { throw .notFound }
    let first = bytes[range.lowerBound]
    guard lines.end(at: range.lowerBound) >= range.upperBound, first != UInt8(ascii: "|"),
      first != UInt8(ascii: ">")
    else { throw .isNotPlain }
    var style = ValueStyle()
    style.texts = Quotes(firstByte: first)
    return TextEdit(range, Array(style.flow(value).utf8))
  }
}

// Removing.
extension Document {
  /// Where the last value of an entry ends.
  func end(ofEntry child: Int, in collection: Int) -> Int {
    let last = isMapping(collection) ? value(ofKey: child) : child
    return values[last].range.upperBound
  }

  /// The bytes of an entry of a block: from its dash, or from its key.
  ///
  /// Elements that are left out, of which there are only the dashes, are gone through back to one that is not.
  func range(ofBlockEntry child: Int, in collection: Int) -> Range<Int> {
    guard !isMapping(collection) else {
      let start = values[child].range.lowerBound
      return start..<max(start, end(ofEntry: child, in: collection))
    }
    var first = child
    while let last = sibling(before: first, in: collection) {
      first = last
      if !values[last].range.isEmpty { break }
    }
    var start = values[collection].content
    if first != child, !values[first].range.isEmpty {
      start = lines.firstText(from: values[first].range.upperBound)
      first += values[first].extent
    }
    while first < child {
      start = lines.firstText(from: max(values[first].range.upperBound, start + 1))
      first += values[first].extent
    }
    return start..<max(values[child].range.upperBound, start + 1)
  }

  func removals(
    ofBlock removed: Set<Int>, in collection: Int
  ) throws(EditRefusal) -> [TextEdit] {
    var edits: [TextEdit] = []
    if holdsOnly(removed, collection) { edits.append(try emptyBrackets(for: collection)) }
    for child in removed.sorted() {
      let range = range(ofBlockEntry: child, in: collection)
      if lines.isBlank(lines.start(at: range.lowerBound)..<range.lowerBound) {
        edits.append(TextEdit(try wholeLines(of: range)))
        continue
      }
      // It stands behind the dash of what it is part of: what follows takes its place.
      guard let next = sibling(after: child, in: collection), !removed.contains(next) else {
        throw .sharesLine
      }
      let start = self.range(ofBlockEntry: next, in: collection).lowerBound
      guard !lines.hasComment(range.upperBound..<start),
        !edits.contains(where: { $0.range.overlaps(range) })
      else { throw .holdsComment }
      edits.append(TextEdit(range.lowerBound..<start))
    }
    return edits
  }

  /// The lines that hold `range` and nothing else, with what ends them.
  private func wholeLines(of range: Range<Int>) throws(EditRefusal) -> Range<Int> {
    let start = lines.start(at: range.lowerBound)
    let isAtStart = lines.start(at: range.upperBound) == range.upperBound
    if isAtStart, range.upperBound > start, range.upperBound <= bytes.count,
      lines.start(at: range.upperBound - 1) != range.upperBound
    {
      return start..<range.upperBound
    }
    guard lines.isRestOfLineFree(from: range.upperBound) else { throw .sharesLine }
    let end = lines.next(after: range.upperBound)
    // The last line without an end takes that of the line before along.
    if end == bytes.count, lines.end(at: range.upperBound) == bytes.count, start > 0 {
      return lines.end(at: start - 1)..<end
    }
    return start..<end
  }

  /// What stands instead of a block that loses all it holds, behind its key.
  private func emptyBrackets(for collection: Int) throws(EditRefusal) -> TextEdit {
    guard collection > 0, values[collection - 1].kind == .key,
      values[collection - 1].parent == values[collection].parent
    else { throw .isNested }
    let value = values[collection]
    var place = value.content
    if value.range.lowerBound == value.content {
      place = lines.firstText(from: values[collection - 1].range.upperBound)
      guard place < bytes.count, bytes[place] == UInt8(ascii: ":") else { throw .isOddlyWritten }
      place += 1
    } else {
      while place > value.range.lowerBound, bytes[place - 1] <= UInt8(ascii: " ") { place -= 1 }
      guard !lines.hasComment(value.range.lowerBound..<place) else { throw .holdsComment }
    }
    guard lines.end(at: place) < value.content else { throw .sharesLine }
    return TextEdit(place..<place, Array((isMapping(collection) ? " {}" : " []").utf8))
  }
}
