/// Wildcard matching, shared by all dialects of patterns.
public enum Wildcard {
  /// Returns whether tokens, some of which match any run of elements, match all elements.
  ///
  /// Backtracks to the last such token only, which then matches one more element. `length` is the
  /// number of elements that any other token matches at an index; `nil` if it does not match.
  ///
  /// - Complexity: O(*n* · *m*) for *n* elements and *m* tokens.
  @inlinable
  @inline(__always)
  public static func matches(
    tokens: Int, elements: Range<Int>, isAnyRun: (_ token: Int) -> Bool,
    length: (_ token: Int, _ place: Int) -> Int?, mayEnd: (_ place: Int) -> Bool
  ) -> Bool {
    var (token, place) = (0, elements.lowerBound)
    var retry: (token: Int, place: Int)?
    while true {
      if token < tokens, isAnyRun(token) {
        token += 1
        retry = (token, place)
      } else if token == tokens, mayEnd(place) {
        return true
      } else if token < tokens, place < elements.upperBound, let length = length(token, place) {
        token += 1
        place += length
      } else {
        guard let last = retry, last.place < elements.upperBound else { return false }
        retry = (last.token, last.place + 1)
        (token, place) = (last.token, last.place + 1)
      }
    }
  }
}

/// A parsed pattern for a name that matches UTF-8 bytes.
struct NameWildcard: Hashable, Sendable {
  /// Common shapes, which need no backtracking, and all others.
  private enum Shape: Hashable, Sendable {
    case exactly([UInt8])
    case anything
    case prefix([UInt8])
    case suffix([UInt8])
    case tokens([Token])
  }

  enum Token: Hashable, Sendable {
    case byte(UInt8)
    case anyCharacter
    case anyText
    case oneOf([ClosedRange<UInt32>], negated: Bool)
    /// Matches nothing.
    case never
  }

  private let shape: Shape

  init(_ tokens: [Token]) {
    if let bytes = Self.literal(tokens[...]) {
      shape = .exactly(bytes)
    } else if tokens == [.anyText] {
      shape = .anything
    } else if tokens.last == .anyText, let bytes = Self.literal(tokens.dropLast()) {
      shape = .prefix(bytes)
    } else if tokens.first == .anyText, let bytes = Self.literal(tokens.dropFirst()) {
      shape = .suffix(bytes)
    } else {
      shape = .tokens(tokens)
    }
  }

  /// The only matching name, if the pattern has no wildcards.
  var literal: [UInt8]? { if case .exactly(let bytes) = shape { bytes } else { nil } }

  /// The common prefix of all matching names.
  var start: [UInt8] {
    switch shape {
    case .exactly(let bytes), .prefix(let bytes): bytes
    case .anything, .suffix: []
    case .tokens(let tokens):
      Self.literal(tokens.prefix { if case .byte = $0 { true } else { false } }) ?? []
    }
  }

  /// The common suffix of all matching names that begins after the prefix.
  var end: [UInt8] {
    switch shape {
    case .exactly, .prefix, .anything: []
    case .suffix(let bytes): bytes
    case .tokens(let tokens):
      Self.literal(
        tokens[((tokens.lastIndex { if case .byte = $0 { false } else { true } } ?? 0) + 1)...])
        ?? []
    }
  }

  /// The longest text between wildcards.
  var run: [UInt8] {
    guard case .tokens(let tokens) = shape else { return [] }
    return tokens.split { if case .byte = $0 { false } else { true } }
      .max { $0.count < $1.count }.flatMap(Self.literal) ?? []
  }

  func matches(_ name: ArraySlice<UInt8>) -> Bool {
    switch shape {
    case .anything: true
    case .exactly(let bytes): name.count == bytes.count && name.elementsEqual(bytes)
    case .prefix(let bytes): name.starts(with: bytes)
    case .suffix(let bytes): name.ends(with: bytes)
    case .tokens(let tokens):
      Wildcard.matches(
        tokens: tokens.count, elements: name.indices, isAnyRun: { tokens[$0] == .anyText },
        length: { tokens[$0].length(in: name, at: $1) }, mayEnd: { $0 == name.endIndex })
    }
  }

  private static func literal(_ tokens: ArraySlice<Token>) -> [UInt8]? {
    var bytes: [UInt8] = []
    for token in tokens {
      guard case .byte(let byte) = token else { return nil }
      bytes.append(byte)
    }
    return bytes
  }
}

// Parsing.
extension NameWildcard {
  /// Returns the tokens of a pattern with sets such as `[!a-z]`, and with `\\` as an escape; `nil` if a
  /// set is not closed.
  static func tokens(
    of scalars: [Unicode.Scalar], hasSets: Bool, hasEscapes: Bool
  ) -> [Token]? {
    var tokens: [Token] = []
    var rest = scalars[...]
    while let scalar = rest.popFirst() {
      switch scalar {
      case "*": if tokens.last != .anyText { tokens.append(.anyText) }
      case "?": tokens.append(.anyCharacter)
      case "[" where hasSets:
        guard let set = set(&rest, hasEscapes: hasEscapes) else { return nil }
        tokens.append(set)
      default:
        let isEscape = hasEscapes && scalar == "\\"
        let literal = isEscape ? rest.popFirst() ?? scalar : scalar
        for byte in String(literal).utf8 { tokens.append(.byte(byte)) }
      }
    }
    return tokens
  }

  /// Parses a set after its `[`: `abc]`, `a-z]` or `!a]`.
  ///
  /// A leading `]` is a member. With escapes, a descending range is valid.
  private static func set(
    _ rest: inout ArraySlice<Unicode.Scalar>, hasEscapes: Bool
  ) -> Token? {
    let isNegated = rest.first == "!" || rest.first == "^"
    if isNegated { rest.removeFirst() }
    var ranges: [ClosedRange<UInt32>] = []
    while var low = rest.popFirst() {
      if low == "]", !ranges.isEmpty { return .oneOf(ranges, negated: isNegated) }
      if hasEscapes, low == "\\" { low = rest.popFirst() ?? low }
      var high = low
      if rest.first == "-", let end = rest.dropFirst().first, end != "]" {
        rest.removeFirst(2)
        high = hasEscapes && end == "\\" ? rest.popFirst() ?? end : end
      }
      guard low <= high || hasEscapes else { return nil }
      ranges.append(low.value...max(low, high).value)
    }
    return nil
  }
}

extension NameWildcard.Token {
  /// Returns the number of bytes of `name` that the token matches at `place`; `nil` if it does not
  /// match.
  fileprivate func length(in name: ArraySlice<UInt8>, at place: Int) -> Int? {
    switch self {
    case .byte(let byte): return name[place] == byte ? 1 : nil
    case .anyText, .never: return nil
    case .anyCharacter: return characterLength(name, at: place)
    case .oneOf(let ranges, let negated):
      guard let length = characterLength(name, at: place),
        let scalar = String(decoding: name[place..<place + length], as: UTF8.self)
          .unicodeScalars.first
      else { return nil }
      return ranges.contains { $0.contains(scalar.value) } != negated ? length : nil
    }
  }
}

/// Returns the length of the character that starts at `place`, or `nil` inside of one.
private func characterLength(_ name: ArraySlice<UInt8>, at place: Int) -> Int? {
  guard name[place] & 0xc0 != 0x80 else { return nil }
  var end = place + 1
  while end < name.endIndex, name[end] & 0xc0 == 0x80 { end += 1 }
  return end - place
}

extension ArraySlice<UInt8> {
  fileprivate func ends(with suffix: [UInt8]) -> Bool {
    guard suffix.count <= count else { return false }
    var index = endIndex - suffix.count
    for byte in suffix {
      if self[index] != byte { return false }
      index += 1
    }
    return true
  }
}
