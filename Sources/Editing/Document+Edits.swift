internal import YAML

extension Document {
  /// Returns the edits that make `changes`, in order of place, and the edited file.
  ///
  /// Keeps all other bytes. Parses and compares the result, so no other value changes.
  ///
  /// - Throws: The reason why an edit is impossible.
  /// - Complexity: O(*n* log *n*) for *n* bytes.
  public func edits(
    for changes: [DocumentChange]
  ) throws(EditRefusal) -> (edits: [TextEdit], result: [UInt8]) {
    let grouped = try Changes(changes, in: self)
    guard let sorted = try edits(for: grouped).inOrder() else { throw .overlaps }
    let result = sorted.applied(to: bytes)
    let changed: Document
    do throws(EditRefusal) {
      changed = try Document(result)
    } catch {
      throw hasAliases ? .isShared : .isOddlyWritten
    }
    guard structure(after: grouped) == changed.structure() else {
      throw hasAliases ? .isShared : .isOddlyWritten
    }
    return (sorted, result)
  }

  /// Returns the edits that make `changes`, without checking that no other value changes.
  ///
  /// - Complexity: O(1) for a removal from a block, O(*n*) for *n* entries of another collection.
  public func uncheckedEdits(for changes: [DocumentChange]) throws(EditRefusal) -> [TextEdit] {
    guard let sorted = try edits(for: Changes(changes, in: self)).inOrder() else { throw .overlaps }
    return sorted
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

// Removals.
extension Document {
  func end(ofEntry child: Int, in collection: Int) -> Int {
    values[isMapping(collection) ? value(ofKey: child) : child].range.upperBound
  }

  /// Returns the bytes of an entry of a block, starting at its dash or key.
  func range(ofBlockEntry child: Int, in collection: Int) throws(EditRefusal) -> Range<Int> {
    var start = values[child].range.lowerBound
    let end = max(start, end(ofEntry: child, in: collection))
    if !isMapping(collection) {
      while start > 0, bytes[start - 1].isBlank { start -= 1 }
      guard start > 0, bytes[start - 1] == UInt8(ascii: "-"), !isEmpty(child) else {
        throw .isOddlyWritten
      }
      start -= 1
    }
    return start..<end
  }

  /// Returns the start of the line after an entry of a block.
  func nextLine(after range: Range<Int>) throws(EditRefusal) -> Int {
    let end = range.upperBound
    // A block scalar ends at the start of the next line.
    if lines.start(at: end) == end, lines.start(at: range.lowerBound) != end { return end }
    guard lines.isRestOfLineFree(from: end) else { throw .sharesLine }
    return lines.next(after: end)
  }

  /// Whether a line that would start at a place follows a last line without a line break.
  func followsOpenLine(_ place: Int) -> Bool {
    place == bytes.count && lines.start(at: place) != place
  }

  /// Removes entries of a flow collection and the commas that separated them.
  private func removals(
    ofFlow removed: Set<Int>, in collection: Int
  ) throws(EditRefusal) -> [TextEdit] {
    let (inside, children) = (try inside(ofFlow: collection), children(of: collection))
    let kept = children.indices.filter { !removed.contains(children[$0]) }
    guard let last = kept.last else { return [TextEdit(inside)] }
    func start(_ number: Int) -> Int { values[children[number]].range.lowerBound }
    func end(_ number: Int) -> Int { self.end(ofEntry: children[number], in: collection) }
    var gone = zip([-1] + kept, kept).filter { $0 + 1 < $1 }.map { (start($0 + 1), start($1)) }
    if last + 1 < children.count { gone.append((end(last), end(children.count - 1))) }
    guard gone.allSatisfy({ $0 <= $1 }) else { throw .isOddlyWritten }
    return gone.map { TextEdit($0..<$1) }
  }

  /// Returns the bytes between the brackets of a flow collection, which must have one line.
  func inside(ofFlow collection: Int) throws(EditRefusal) -> Range<Int> {
    let range = values[collection].content..<values[collection].range.upperBound
    guard lines.end(at: range.lowerBound) >= range.upperBound else { throw .spansLines }
    guard range.count > 1 else { throw .isOddlyWritten }
    return range.lowerBound + 1..<range.upperBound - 1
  }

  private func removals(
    ofBlock removed: Set<Int>, in collection: Int
  ) throws(EditRefusal) -> [TextEdit] {
    var edits: [TextEdit] = []
    if holdsOnly(removed, collection) { edits.append(try emptyBrackets(for: collection)) }
    for child in removed.sorted() {
      let range = try range(ofBlockEntry: child, in: collection)
      if lines.isBlank(lines.start(at: range.lowerBound)..<range.lowerBound) {
        edits.append(TextEdit(try wholeLines(of: range)))
        continue
      }
      // The entry follows the dash of its parent: the next entry takes its place.
      guard let next = sibling(after: child, in: collection), !removed.contains(next) else {
        throw .sharesLine
      }
      let start = try self.range(ofBlockEntry: next, in: collection).lowerBound
      guard !lines.hasComment(range.upperBound..<start) else { throw .holdsComment }
      edits.append(TextEdit(range.lowerBound..<start))
    }
    return edits
  }

  private func wholeLines(of range: Range<Int>) throws(EditRefusal) -> Range<Int> {
    let (start, end) = (lines.start(at: range.lowerBound), try nextLine(after: range))
    // The line before becomes the last one, without a line break.
    return (start > 0 && followsOpenLine(end) ? lines.end(at: start - 1) : start)..<end
  }

  /// Returns the empty collection that replaces a block without entries, after its key.
  private func emptyBrackets(for collection: Int) throws(EditRefusal) -> TextEdit {
    guard let key = key(ofValue: collection) else { throw .isNested }
    let value = values[collection]
    var place = lines.firstText(from: values[key].range.upperBound)
    guard place < value.content, bytes[place] == UInt8(ascii: ":") else { throw .isOddlyWritten }
    place += 1
    if value.range.lowerBound < value.content {
      place = lines.endOfWord(from: value.range.lowerBound)
    }
    guard lines.end(at: place) < value.content else { throw .sharesLine }
    let text = isMapping(collection) ? " {}" : " []"
    return TextEdit(place..<place, Array(text.utf8))
  }
}
