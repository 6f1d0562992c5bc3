internal import Diagnostics

/// Reads the common subset of YAML that specs use straight into nodes; libyaml reads all other
/// YAML.
///
/// The subset: the root is a block mapping without indentation. It contains block mappings and
/// sequences (also compact ones after a `-`, and sequences in the column of their key), plain and
/// quoted scalars on one line, `|` and `|-`, flow collections on one line, comments, and UTF-8.
/// Excluded are anchors, aliases, tags, `?` keys, merge keys with aliases, escapes in quotes,
/// scalars of several lines, `>`, document markers, directives, and characters with special rules
/// in libyaml: tabs, carriage returns, Unicode line breaks, byte order marks and control
/// characters.
///
/// It reports no errors. At anything else it rejects the whole file, which libyaml then reads. So
/// it can be strict, but it must read accepted files exactly as libyaml does, including all
/// positions. See `docs/decisions/block-reader.md`.
///
/// Every text ends in a line feed (`read` adds a missing one), so that loops over a line need not
/// check for the end of the text. All access is bounds-checked.
struct BlockReader: Sendable {
  var builder: NodeBuilder
  /// The current line, counted from 1, and the offset of its start.
  private(set) var line: UInt32 = 1
  private(set) var lineStart = 0
  /// The column of the next content, from 0, or -1 at the end of the text; see `nextContent`.
  private(set) var indentation = 0
  private var isASCII = true
  /// The number of UTF-8 continuation bytes of the current line before an offset.
  private var counted = (place: 0, continuations: 0)
  private(set) var textStart = 0
  /// Whether the file itself ends in a line feed.
  private(set) var endsInLineFeed = true

  /// The file is not in the subset: libyaml has to read it.
  struct Unsupported: Error {}

  init(knownKeys: KnownKeys) { builder = NodeBuilder(knownKeys: knownKeys) }

  /// Appends the document in `bytes` to `tree`.
  ///
  /// - Returns: The root of the document, or `nil` if libyaml has to read the file. Then `tree` is
  ///   unchanged.
  /// - Complexity: O(*n*) for *n* bytes; O(*n* log *n*) if keys occur twice.
  mutating func read(_ bytes: [UInt8], into tree: inout Tree, layer: UInt16) -> NodeID? {
    // No file has more than three nodes for two bytes.
    guard let last = bytes.last, tree.nodes.count + bytes.count * 2 < Limits.nodes,
      let isASCII = Self.isASCII(bytes)
    else { return nil }
    self.isASCII = isASCII
    endsInLineFeed = last == "\n"
    let size = tree.size
    textStart = size.text
    builder.begin(layer: layer)
    (line, lineStart, counted) = (1, 0, (0, 0))
    do throws(Unsupported) {
      tree.text.append(contentsOf: bytes)
      let lines = endsInLineFeed ? bytes : bytes + [UInt8(ascii: "\n")]
      let text = lines.span
      let start = try nextContent(text, from: 0)
      guard indentation == 0, let key = try keyExtent(text, at: start) else { throw Unsupported() }
      _ = try readMapping(text, from: start, firstKey: key, into: &tree)
      guard indentation < 0 else { throw Unsupported() }
      return NodeID(size.nodes)
    } catch {
      tree.shrink(to: size)
      return nil
    }
  }
}

// Characters.
extension BlockReader {
  /// Returns whether a text is ASCII, or `nil` if it is not UTF-8 or has characters that libyaml
  /// reads.
  private static func isASCII(_ bytes: [UInt8]) -> Bool? {
    let text = bytes.span
    var (all, odd): (UInt8, UInt8) = (0, 0)
    for place in text.indices {
      let byte = text[place]
      all |= byte
      // Without branches, so that the compiler vectorizes the loop.
      odd |= (byte < 0x20 ? byte ^ 0x0a : 0) | (byte == 0x7f ? 1 : 0)
    }
    if odd != 0 { return nil }
    if all < 0x80 { return true }
    guard String(validating: bytes, as: UTF8.self) != nil else { return nil }
    for (place, byte) in bytes.enumerated() where byte == 0xc2 || byte == 0xe2 || byte == 0xef {
      // In valid UTF-8 another byte follows each of these.
      switch (byte, bytes[place + 1]) {
      case (0xc2, ..<0xa0): return nil  // U+0080 to U+009F, U+0085 among them
      case (0xe2, 0x80) where bytes[place + 2] & 0xfe == 0xa8: return nil  // U+2028, U+2029
      case (0xef, 0xbb) where bytes[place + 2] == 0xbf: return nil  // U+FEFF
      case (0xef, 0xbf) where bytes[place + 2] >= 0xbe: return nil  // U+FFFE, U+FFFF
      default: break
      }
    }
    return false
  }

  /// Returns the position of an offset on the current line; those of successive calls must ascend.
  @inline(__always)
  mutating func position(_ text: Span<UInt8>, _ place: Int) -> Position {
    var column = place &- lineStart
    if !isASCII { column -= continuations(text, before: place) }
    return Position(line: line, column: UInt32(truncatingIfNeeded: column &+ 1))
  }

  private mutating func continuations(_ text: Span<UInt8>, before place: Int) -> Int {
    if counted.place < lineStart { counted = (lineStart, 0) }
    assert(counted.place <= place)
    while counted.place < place {
      if text[counted.place] & 0xc0 == 0x80 { counted.continuations += 1 }
      counted.place += 1
    }
    return counted.continuations
  }
}

// Lines.
extension BlockReader {
  /// Moves from the beginning of a line to the next content, past empty lines and comments.
  mutating func nextContent(_ text: Span<UInt8>, from start: Int) throws(Unsupported) -> Int {
    var place = start
    while place < text.count {
      lineStart = place
      place = skipBlanks(text, from: place)
      let byte = text[place]
      if byte == "\n" || byte == "#" {
        place = nextLine(text, from: place)
        continue
      }
      indentation = place &- lineStart
      if indentation == 0, isMarker(text, at: place) { throw Unsupported() }
      return place
    }
    indentation = -1
    return place
  }

  @inline(__always)
  mutating func nextLine(_ text: Span<UInt8>, from start: Int) -> Int {
    line &+= 1
    return endOfLine(text, from: start) &+ 1
  }

  /// Moves to the beginning of the next line, past a comment.
  mutating func endLine(_ text: Span<UInt8>, from start: Int) throws(Unsupported) -> Int {
    let place = skipBlanks(text, from: start)
    guard text[place] == "\n" || text[place] == "#" && place > start else {
      throw Unsupported()
    }
    return nextLine(text, from: place)
  }

  @inline(__always)
  func endOfLine(_ text: Span<UInt8>, from start: Int) -> Int {
    var place = start
    while text[place] != "\n" { place &+= 1 }
    return place
  }

  @inline(__always)
  func skipBlanks(_ text: Span<UInt8>, from start: Int) -> Int {
    var place = start
    while text[place] == " " { place &+= 1 }
    return place
  }

  /// Returns whether a blank or the end of the line is at `place`.
  @inline(__always)
  func isBlank(_ text: Span<UInt8>, at place: Int) -> Bool {
    text[place] == " " || text[place] == "\n"
  }

  @inline(__always)
  func isItem(_ text: Span<UInt8>, at place: Int) -> Bool {
    text[place] == "-" && isBlank(text, at: place &+ 1)
  }

  private func isMarker(_ text: Span<UInt8>, at place: Int) -> Bool {
    let byte = text[place]
    guard byte == "-" || byte == "." else { return false }
    return text[place + 1] == byte && text[place + 2] == byte && isBlank(text, at: place + 3)
  }
}

// Scalars on one line.
extension BlockReader {
  @inline(__always)
  func startsPlain(_ text: Span<UInt8>, at place: Int) -> Bool {
    let byte = text[place]
    guard byte.isIndicator else { return true }
    // These are indicators only before a blank.
    guard byte == "-" || byte == "?" || byte == ":" else { return false }
    return !isBlank(text, at: place + 1)
  }

  /// Returns the colon before a blank, comment or line end at which a plain scalar ends.
  @inline(__always)
  func endOfPlain(_ text: Span<UInt8>, from start: Int) -> Int {
    var place = start
    while true {
      let bytes = text.eightBytes(from: place)
      let stops =
        places(of: UInt8(ascii: "\n"), in: bytes) | places(of: UInt8(ascii: ":"), in: bytes)
        | places(of: UInt8(ascii: "#"), in: bytes)
      guard stops != 0 else {
        place &+= 8
        continue
      }
      place &+= stops.trailingZeroBitCount &>> 3
      switch text[place] {
      case ":" where !isBlank(text, at: place &+ 1),
        "#" where text[place &- 1] != " ":
        place &+= 1
      default: return place
      }
    }
  }

  @inline(__always)
  func trimBlanks(_ text: Span<UInt8>, before end: Int) -> Int {
    var place = end
    while text[place &- 1] == " " { place &-= 1 }
    return place
  }

  func endOfQuoted(_ text: Span<UInt8>, from start: Int) throws(Unsupported) -> Int {
    let quote = text[start]
    var place = start + 1
    while text[place] != quote {
      if text[place] == "\n" || text[place] == "\\" && quote == "\"" {
        throw Unsupported()
      }
      place += 1
    }
    // A doubled quote is an escaped quote.
    if quote == "'", text[place + 1] == quote { throw Unsupported() }
    return place + 1
  }
}

// Bytes, which compare with characters of ASCII.
extension UInt8 {
  static func == (byte: UInt8, character: Unicode.Scalar) -> Bool {
    byte == UInt8(ascii: character)
  }

  static func != (byte: UInt8, character: Unicode.Scalar) -> Bool {
    byte != UInt8(ascii: character)
  }

  static func ~= (character: Unicode.Scalar, byte: UInt8) -> Bool {
    byte == UInt8(ascii: character)
  }

  /// Whether no plain scalar starts with it, or only if no blank follows.
  @inline(__always)
  var isIndicator: Bool {
    switch self {
    case "#", "&", "*", "!", "|", ">", "'", "\"", "%", "@", "`", ",", "[", "]", "{", "}", "-", "?",
      ":", " ", "\n":
      true
    default: false
    }
  }

  /// Whether it ends a plain scalar in a flow collection, or needs libyaml.
  @inline(__always)
  var endsFlowScalar: Bool {
    switch self {
    case "#", "&", "'", "\"", ",", "[", "]", "{", "}", "?", ":", "\n": true
    default: false
    }
  }
}
