internal import Diagnostics

// Collections and their values.
extension BlockReader {
  /// The end of a key with its quotes, and the offset of its colon.
  struct KeyExtent {
    var end: Int
    var colon: Int
  }

  /// Returns the key that starts at `place`, and the colon after it; `nil` if none does.
  func keyExtent(_ text: Span<UInt8>, at place: Int) throws(Unsupported) -> KeyExtent? {
    var key: KeyExtent
    if text[place] == .quote || text[place] == .apostrophe {
      let end = try endOfQuoted(text, from: place)
      key = KeyExtent(end: end, colon: skipBlanks(text, from: end))
      guard text[key.colon] == .colon, isBlank(text, at: key.colon + 1) else { return nil }
    } else {
      guard startsPlain(text, at: place) else { return nil }
      let colon = endOfPlain(text, from: place)
      guard text[colon] == .colon else { return nil }
      key = KeyExtent(end: trimBlanks(text, before: colon), colon: colon)
    }
    // libyaml supports keys of at most 1,024 characters.
    guard key.colon - place <= 1000 else { throw Unsupported() }
    return key
  }

  /// Reads a mapping whose first key starts at `start`; returns the offset of the next content.
  mutating func readMapping(
    _ text: Span<UInt8>, from start: Int, firstKey: KeyExtent, into tree: inout Tree
  ) throws(Unsupported) -> Int {
    let column = start - lineStart
    try open(.mapping, text, at: start, in: &tree)
    var (place, key) = (start, firstKey)
    while true {
      addScalar(text, place..<key.end, isKey: true, to: &tree)
      place = try readValue(
        text, from: key.colon + 1, column: column, mayBeSequence: true, into: &tree)
      guard indentation == column else { break }
      guard let next = try keyExtent(text, at: place) else { throw Unsupported() }
      key = next
    }
    try close(in: &tree)
    return place
  }

  /// Reads a sequence whose first item starts at `start`; returns the offset of the next content.
  private mutating func readSequence(
    _ text: Span<UInt8>, from start: Int, into tree: inout Tree
  ) throws(Unsupported) -> Int {
    let column = start - lineStart
    try open(.sequence, text, at: start, in: &tree)
    var place = start
    repeat {
      let content = skipBlanks(text, from: place + 1)
      if isItem(text, at: content) {
        place = try readSequence(text, from: content, into: &tree)
      } else if let key = try keyExtent(text, at: content) {
        place = try readMapping(text, from: content, firstKey: key, into: &tree)
      } else {
        place = try readValue(
          text, from: place + 1, column: column, mayBeSequence: false, into: &tree)
      }
    } while indentation == column && isItem(text, at: place)
    try close(in: &tree)
    return place
  }

  /// Reads the value after a `:` or `-` of the collection in `column`, from the offset `start` on.
  ///
  /// Below a key, the value may be a sequence in the same column (`mayBeSequence`).
  ///
  /// - Returns: The offset of the next content, which is not indented deeper than the collection.
  private mutating func readValue(
    _ text: Span<UInt8>, from start: Int, column: Int, mayBeSequence: Bool, into tree: inout Tree
  ) throws(Unsupported) -> Int {
    var place = skipBlanks(text, from: start)
    if text[place] != .lineFeed, text[place] != .numberSign || place == start {
      place = try readLine(text, from: place, column: column, into: &tree)
      place = try nextContent(text, from: place)
    } else {
      let empty = position(text, start)
      place = try nextContent(text, from: nextLine(text, from: place))
      if indentation > column || indentation == column && mayBeSequence && isItem(text, at: place) {
        if isItem(text, at: place) {
          place = try readSequence(text, from: place, into: &tree)
        } else {
          guard let key = try keyExtent(text, at: place) else { throw Unsupported() }
          place = try readMapping(text, from: place, firstKey: key, into: &tree)
        }
      } else {
        let scalar = NodeBuilder.Scalar(first: tree.text.count, start: empty, end: empty)
        builder.addValue(scalar, Span(), to: &tree)
      }
    }
    guard indentation <= column else { throw Unsupported() }
    return place
  }

  /// Reads a value on the line of its key or `-`; returns the beginning of the next line.
  private mutating func readLine(
    _ text: Span<UInt8>, from start: Int, column: Int, into tree: inout Tree
  ) throws(Unsupported) -> Int {
    switch text[start] {
    case .quote, .apostrophe:
      let end = try endOfQuoted(text, from: start)
      addScalar(text, start..<end, isKey: false, to: &tree)
      return try endLine(text, from: end)
    case .leftBracket, .leftBrace:
      let end = try readFlow(text, from: start, into: &tree)
      return try endLine(text, from: end)
    case .verticalBar:
      return try readLiteral(text, from: start, column: column, into: &tree)
    default:
      guard startsPlain(text, at: start) else { throw Unsupported() }
      let stop = endOfPlain(text, from: start)
      // A second colon after a value is an error.
      guard text[stop] != .colon else { throw Unsupported() }
      addScalar(text, start..<trimBlanks(text, before: stop), isKey: false, to: &tree)
      return nextLine(text, from: stop)
    }
  }

  mutating func open(
    _ kind: Node.Kind, _ text: Span<UInt8>, at place: Int, in tree: inout Tree
  ) throws(Unsupported) {
    guard builder.depth < Self.deepest else { throw Unsupported() }
    builder.open(kind, at: position(text, place), in: &tree)
  }

  mutating func close(at last: Position? = nil, in tree: inout Tree) throws(Unsupported) {
    guard builder.close(at: last, in: &tree) != nil else { throw Unsupported() }
  }

  @inline(__always)
  mutating func addScalar(
    _ text: Span<UInt8>, _ extent: Range<Int>, isKey: Bool, to tree: inout Tree
  ) {
    let isQuoted = text[extent.lowerBound] == .quote || text[extent.lowerBound] == .apostrophe
    let contents = isQuoted ? extent.lowerBound + 1..<extent.upperBound - 1 : extent
    let start = position(text, extent.lowerBound)
    let scalar = NodeBuilder.Scalar(
      form: isQuoted ? .text : .plain, first: textStart &+ contents.lowerBound, start: start,
      end: position(text, extent.upperBound))
    if isKey {
      builder.addKey(scalar, text.extracting(contents), to: &tree)
    } else {
      builder.addValue(scalar, text.extracting(contents), to: &tree)
    }
  }
}
