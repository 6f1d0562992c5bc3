internal import Diagnostics

// Collections and their values.
extension BlockReader {
  /// The end of a key with its quotes, and the offset of its colon.
  typealias KeyExtent = (end: Int, colon: Int)

  /// Returns the key that starts at `place`, and the colon after it; `nil` if none does.
  func keyExtent(_ text: Span<UInt8>, at place: Int) throws(Unsupported) -> KeyExtent? {
    var key: KeyExtent
    if text[place] == "\"" || text[place] == "'" {
      let end = try endOfQuoted(text, from: place)
      key = (end, skipBlanks(text, from: end))
      guard text[key.colon] == ":", isBlank(text, at: key.colon + 1) else { return nil }
    } else {
      guard startsPlain(text, at: place) else { return nil }
      let colon = endOfPlain(text, from: place)
      guard text[colon] == ":" else { return nil }
      key = (trimBlanks(text, before: colon), colon)
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
    if text[place] != "\n", text[place] != "#" || place == start {
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
    case "\"", "'":
      let end = try endOfQuoted(text, from: start)
      addScalar(text, start..<end, isKey: false, to: &tree)
      return try endLine(text, from: end)
    case "[", "{":
      let end = try readFlow(text, from: start, into: &tree)
      return try endLine(text, from: end)
    case "|":
      return try readLiteral(text, from: start, column: column, into: &tree)
    default:
      guard startsPlain(text, at: start) else { throw Unsupported() }
      let stop = endOfPlain(text, from: start)
      // A second colon after a value is an error.
      guard text[stop] != ":" else { throw Unsupported() }
      addScalar(text, start..<trimBlanks(text, before: stop), isKey: false, to: &tree)
      return nextLine(text, from: stop)
    }
  }

  mutating func open(
    _ kind: Node.Kind, _ text: Span<UInt8>, at place: Int, in tree: inout Tree
  ) throws(Unsupported) {
    // libyaml reads deeper files, so that the stack of a thread suffices.
    guard builder.depth < 48 else { throw Unsupported() }
    builder.open(kind, at: position(text, place), in: &tree)
  }

  mutating func close(at last: Position? = nil, in tree: inout Tree) throws(Unsupported) {
    guard builder.close(at: last, in: &tree) != nil else { throw Unsupported() }
  }

  @inline(__always)
  mutating func addScalar(
    _ text: Span<UInt8>, _ extent: Range<Int>, isKey: Bool, to tree: inout Tree
  ) {
    let isQuoted = text[extent.lowerBound] == "\"" || text[extent.lowerBound] == "'"
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

// Block scalars.
extension BlockReader {
  /// Reads a literal block scalar, `|` or `|-` at the offset `start`, of the collection in
  /// `column`.
  ///
  /// - Returns: The beginning of the next line.
  mutating func readLiteral(
    _ text: Span<UInt8>, from start: Int, column: Int, into tree: inout Tree
  ) throws(Unsupported) -> Int {
    let isStripped = text[start + 1] == "-"
    let header = start + (isStripped ? 2 : 1)
    guard isBlank(text, at: header) else { throw Unsupported() }
    var scalar = NodeBuilder.Scalar(
      form: .text, first: tree.text.count, start: position(text, start), end: position(text, start))
    var place = try endLine(text, from: header)
    let indent = literalIndentation(text, from: place)
    guard indent > column else { throw Unsupported() }
    // The end of the last line that is not empty.
    var end = scalar.first
    while place < text.count {
      let content = skipIndentation(text, from: place, indent)
      let lineEnd = endOfLine(text, from: content)
      let isEmpty = content == lineEnd
      if content - place < indent, !isEmpty { break }
      for byte in content..<lineEnd { tree.text.append(text[byte]) }
      if !isEmpty { end = tree.text.count }
      tree.text.append(UInt8(ascii: "\n"))
      place = nextLine(text, from: lineEnd)
    }
    // The text depends on whether the last line has a line break.
    guard place < text.count || endsInLineFeed else { throw Unsupported() }
    if !isStripped { end += 1 }
    tree.text.removeLast(tree.text.count - end)
    scalar.end = Position(line: line, column: 1)
    addText(scalar, to: &tree)
    return place
  }

  /// Returns the indentation of the text of a literal block scalar: that of its first nonempty
  /// line.
  ///
  /// It is 0 if all lines are empty, or if an empty line before the first nonempty one is longer.
  private func literalIndentation(_ text: Span<UInt8>, from start: Int) -> Int {
    var (place, longest) = (start, 0)
    while place < text.count {
      let content = skipBlanks(text, from: place)
      let indent = content - place
      if text[content] != "\n" { return indent < longest ? 0 : indent }
      longest = max(longest, indent)
      place = content + 1
    }
    return 0
  }

  private func skipIndentation(_ text: Span<UInt8>, from start: Int, _ indent: Int) -> Int {
    var place = start
    while place - start < indent, text[place] == " " { place += 1 }
    return place
  }

  /// Adds a value whose text was appended to the tree last.
  private mutating func addText(_ scalar: NodeBuilder.Scalar, to tree: inout Tree) {
    let text = Array(tree.text[scalar.first...])
    builder.addValue(scalar, text.span, to: &tree)
  }
}

// Flow collections.
extension BlockReader {
  /// Reads a flow collection that ends on its line; returns the offset of its end.
  mutating func readFlow(
    _ text: Span<UInt8>, from start: Int, into tree: inout Tree
  ) throws(Unsupported) -> Int {
    let isMapping = text[start] == "{"
    let bracket = UInt8(ascii: isMapping ? "}" : "]")
    try open(isMapping ? .mapping : .sequence, text, at: start, in: &tree)
    var place = skipBlanks(text, from: start + 1)
    while text[place] != bracket {
      if isMapping { place = try readFlowKey(text, from: place, into: &tree) }
      if text[place] == "[" || text[place] == "{" {
        place = try readFlow(text, from: place, into: &tree)
      } else {
        place = try readFlowScalar(text, from: place, isKey: false, into: &tree)
      }
      place = skipBlanks(text, from: place)
      if text[place] == bracket { break }
      guard text[place] == "," else { throw Unsupported() }
      place = skipBlanks(text, from: place + 1)
      // libyaml reads trailing commas.
      if text[place] == bracket { throw Unsupported() }
    }
    try close(at: position(text, place + 1), in: &tree)
    return place + 1
  }

  /// Reads the key of a flow mapping and its colon; returns the offset of its value.
  private mutating func readFlowKey(
    _ text: Span<UInt8>, from start: Int, into tree: inout Tree
  ) throws(Unsupported) -> Int {
    let end = try readFlowScalar(text, from: start, isKey: true, into: &tree)
    let colon = skipBlanks(text, from: end)
    guard text[colon] == ":", text[colon + 1] == " ", colon - start <= 1000 else {
      throw Unsupported()
    }
    return skipBlanks(text, from: colon + 1)
  }

  private mutating func readFlowScalar(
    _ text: Span<UInt8>, from start: Int, isKey: Bool, into tree: inout Tree
  ) throws(Unsupported) -> Int {
    var end = start
    if text[start] == "\"" || text[start] == "'" {
      end = try endOfQuoted(text, from: start)
    } else {
      // A hyphen before a character starts a word such as `-ObjC`.
      let startsWord = text[start] == "-" && text[start + 1] != " "
      guard startsWord || !text[start].isIndicator else { throw Unsupported() }
      if startsWord { end += 1 }
      guard !text[end].endsFlowScalar else { throw Unsupported() }
      while !text[end].endsFlowScalar { end += 1 }
      end = trimBlanks(text, before: end)
    }
    addScalar(text, start..<end, isKey: isKey, to: &tree)
    return end
  }
}
