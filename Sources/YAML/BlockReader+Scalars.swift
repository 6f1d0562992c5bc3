internal import Diagnostics

// Scalars on one line.
extension BlockReader {
  @inline(__always)
  func startsPlain(_ text: Span<UInt8>, at place: Int) -> Bool {
    let byte = text[place]
    guard byte.isIndicator else { return true }
    // These are indicators only before a blank.
    guard byte == .hyphen || byte == .questionMark || byte == .colon else { return false }
    return !isBlank(text, at: place + 1)
  }

  /// Returns the colon before a blank, comment or line end at which a plain scalar ends.
  @inline(__always)
  func endOfPlain(_ text: Span<UInt8>, from start: Int) -> Int {
    var place = start
    while true {
      let bytes = text.eightBytes(from: place)
      let stops =
        places(of: .lineFeed, in: bytes) | places(of: .colon, in: bytes)
        | places(of: .numberSign, in: bytes)
      guard stops != 0 else {
        place &+= 8
        continue
      }
      place &+= stops.trailingZeroBitCount &>> 3
      switch text[place] {
      case .colon where !isBlank(text, at: place &+ 1),
        .numberSign where text[place &- 1] != .blank:
        place &+= 1
      default: return place
      }
    }
  }

  @inline(__always)
  func trimBlanks(_ text: Span<UInt8>, before end: Int) -> Int {
    var place = end
    while text[place &- 1] == .blank { place &-= 1 }
    return place
  }

  func endOfQuoted(_ text: Span<UInt8>, from start: Int) throws(Unsupported) -> Int {
    let quote = text[start]
    var place = start + 1
    while text[place] != quote {
      if text[place] == .lineFeed || text[place] == .backslash && quote == .quote {
        throw Unsupported()
      }
      place += 1
    }
    // A doubled quote is an escaped quote.
    if quote == .apostrophe, text[place + 1] == quote { throw Unsupported() }
    return place + 1
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
    let isStripped = text[start + 1] == .hyphen
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
      tree.text.append(.lineFeed)
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
      if text[content] != .lineFeed { return indent < longest ? 0 : indent }
      longest = max(longest, indent)
      place = content + 1
    }
    return 0
  }

  private func skipIndentation(_ text: Span<UInt8>, from start: Int, _ indent: Int) -> Int {
    var place = start
    while place - start < indent, text[place] == .blank { place += 1 }
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
    let isMapping = text[start] == .leftBrace
    let bracket: UInt8 = isMapping ? .rightBrace : .rightBracket
    try open(isMapping ? .mapping : .sequence, text, at: start, in: &tree)
    var place = skipBlanks(text, from: start + 1)
    while text[place] != bracket {
      if isMapping { place = try readFlowKey(text, from: place, into: &tree) }
      if text[place] == .leftBracket || text[place] == .leftBrace {
        place = try readFlow(text, from: place, into: &tree)
      } else {
        place = try readFlowScalar(text, from: place, isKey: false, into: &tree)
      }
      place = skipBlanks(text, from: place)
      if text[place] == bracket { break }
      guard text[place] == .comma else { throw Unsupported() }
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
    guard text[colon] == .colon, text[colon + 1] == .blank, colon - start <= 1000 else {
      throw Unsupported()
    }
    return skipBlanks(text, from: colon + 1)
  }

  private mutating func readFlowScalar(
    _ text: Span<UInt8>, from start: Int, isKey: Bool, into tree: inout Tree
  ) throws(Unsupported) -> Int {
    var end = start
    if text[start] == .quote || text[start] == .apostrophe {
      end = try endOfQuoted(text, from: start)
    } else {
      // A hyphen before a character starts a word such as `-ObjC`.
      let startsWord = text[start] == .hyphen && text[start + 1] != .blank
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

// Bytes with a meaning in YAML.
extension UInt8 {
  /// Whether no plain scalar starts with it, or only if no blank follows.
  @inline(__always)
  fileprivate var isIndicator: Bool {
    switch self {
    case .numberSign, .ampersand, .asterisk, .exclamationMark, .verticalBar, .greaterThan,
      .apostrophe, .quote, .percent, .at, .backtick, .comma, .leftBracket, .rightBracket,
      .leftBrace, .rightBrace, .hyphen, .questionMark, .colon, .blank, .lineFeed:
      true
    default: false
    }
  }

  /// Whether it ends a plain scalar in a flow collection, or needs libyaml.
  @inline(__always)
  fileprivate var endsFlowScalar: Bool {
    switch self {
    case .numberSign, .ampersand, .apostrophe, .quote, .comma, .leftBracket, .rightBracket,
      .leftBrace, .rightBrace, .questionMark, .colon, .lineFeed:
      true
    default: false
    }
  }

  static let lineFeed = UInt8(ascii: "\n")
  static let blank = UInt8(ascii: " ")
  static let quote = UInt8(ascii: "\"")
  static let exclamationMark = UInt8(ascii: "!")
  static let numberSign = UInt8(ascii: "#")
  static let percent = UInt8(ascii: "%")
  static let ampersand = UInt8(ascii: "&")
  static let apostrophe = UInt8(ascii: "'")
  static let asterisk = UInt8(ascii: "*")
  static let comma = UInt8(ascii: ",")
  static let hyphen = UInt8(ascii: "-")
  static let period = UInt8(ascii: ".")
  static let colon = UInt8(ascii: ":")
  static let greaterThan = UInt8(ascii: ">")
  static let questionMark = UInt8(ascii: "?")
  static let at = UInt8(ascii: "@")
  static let leftBracket = UInt8(ascii: "[")
  static let backslash = UInt8(ascii: "\\")
  static let rightBracket = UInt8(ascii: "]")
  static let backtick = UInt8(ascii: "`")
  static let leftBrace = UInt8(ascii: "{")
  static let verticalBar = UInt8(ascii: "|")
  static let rightBrace = UInt8(ascii: "}")
}
