/// A wildcard pattern over one name or one part of a path.
///
/// `*` is any text, `?` any one character, `[abc]`, `[a-z]` and `[!a]` one of a set, `{a,b}` one of
/// the alternatives. Works on bytes of UTF-8, which wildcards never cut a character of.
public struct Glob: Hashable, Sendable {
  public let text: String
  private let alternatives: [Shape]
  /// The same for names that are not all ASCII; nothing where the pattern is.
  private let letters: [Letters]

  /// The commonest shapes, which need no backtracking, and the rest.
  private enum Shape: Hashable, Sendable {
    case exactly([UInt8])
    case anything
    case prefix([UInt8])
    case suffix([UInt8])
    case tokens([Token])
  }

  fileprivate enum Token: Hashable, Sendable {
    case byte(UInt8)
    case anyCharacter
    case anyText
    case oneOf([ClosedRange<UInt32>], negated: Bool)
  }

  /// Alternatives that one pattern may stand for; lists in a row multiply.
  private static let mostAlternatives = 256
  /// Bytes of a pattern; nobody writes so many, and braces nest as deep as the stack allows.
  private static let mostBytes = 4096

  /// Returns `nil` where a bracket or brace is not closed, or for a pattern that is too large.
  public init?(_ text: String) {
    self.text = text
    guard text.utf8.count <= Self.mostBytes,
      let expanded = expandBraces(Array(text.unicodeScalars), most: Self.mostAlternatives)
    else { return nil }
    var shapes: [Shape] = []
    var letters: [Letters] = []
    let isASCII = text.utf8.allSatisfy { $0 < 0x80 }
    for scalars in expanded {
      guard let tokens = tokens(of: scalars) else { return nil }
      shapes.append(Self.shape(of: tokens))
      if !isASCII { letters.append(Letters(tokens)) }
    }
    alternatives = shapes
    self.letters = letters
  }

  public var hasWildcards: Bool {
    guard alternatives.count == 1, case .exactly = alternatives[0] else { return true }
    return false
  }

  /// What all names that it matches start with.
  var start: [UInt8] {
    guard alternatives.count == 1 else { return [] }
    switch alternatives[0] {
    case .exactly(let bytes), .prefix(let bytes): return bytes
    case .anything, .suffix: return []
    case .tokens(let tokens):
      var bytes: [UInt8] = []
      for token in tokens {
        guard case .byte(let byte) = token else { break }
        bytes.append(byte)
      }
      return bytes
    }
  }

  /// The one name that it matches, if it has no wildcards.
  var literal: [UInt8]? {
    guard alternatives.count == 1, case .exactly(let bytes) = alternatives[0] else { return nil }
    return bytes
  }

  public func matches(_ name: String) -> Bool { matches(Array(name.utf8)[...]) }

  /// - Complexity: O(*n*) for the common shapes, O(*n* · *m*) for the rest.
  public func matches(_ name: ArraySlice<UInt8>) -> Bool {
    for shape in alternatives {
      switch shape {
      case .anything: return true
      case .exactly(let bytes):
        if name.count == bytes.count, name.ends(with: bytes) { return true }
      case .prefix(let bytes): if name.starts(with: bytes) { return true }
      case .suffix(let bytes): if name.ends(with: bytes) { return true }
      case .tokens(let tokens): if matchTokens(tokens, name) { return true }
      }
    }
    guard !letters.isEmpty, name.contains(where: { $0 >= 0x80 }) else { return false }
    let spelled = Array(String(decoding: name, as: UTF8.self))
    return letters.contains { $0.matches(spelled) }
  }

  private static func shape(of tokens: [Token]) -> Shape {
    func literal(_ tokens: ArraySlice<Token>) -> [UInt8]? {
      var bytes: [UInt8] = []
      for token in tokens {
        guard case .byte(let byte) = token else { return nil }
        bytes.append(byte)
      }
      return bytes
    }
    if let bytes = literal(tokens[...]) { return .exactly(bytes) }
    if tokens == [.anyText] { return .anything }
    if tokens.last == .anyText, let bytes = literal(tokens.dropLast()) { return .prefix(bytes) }
    if tokens.first == .anyText, let bytes = literal(tokens.dropFirst()) { return .suffix(bytes) }
    return .tokens(tokens)
  }
}

extension Glob.Letters {
  fileprivate init(_ tokens: [Glob.Token]) {
    self.init()
    var bytes: [UInt8] = []
    for token in tokens + [.anyText] {
      if case .byte(let byte) = token {
        bytes.append(byte)
        continue
      }
      append(String(decoding: bytes, as: UTF8.self))
      bytes = []
      switch token {
      case .byte: break
      case .anyText: appendAnyText()
      case .anyCharacter: appendAnyLetter()
      case .oneOf(let ranges, let negated): append(ranges, negated: negated)
      }
    }
    // The one that was put behind them.
    removeLast()
  }
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

/// Goes back to the last `*` alone, which takes one more character each time: what earlier ones
/// matched stays right, whatever the later ones take.
private func matchTokens(_ tokens: [Glob.Token], _ name: ArraySlice<UInt8>) -> Bool {
  var (token, place) = (0, name.startIndex)
  var retry: (token: Int, place: Int)?
  while true {
    if token < tokens.count, tokens[token] == .anyText {
      token += 1
      retry = (token, place)
    } else if token == tokens.count, place == name.endIndex {
      return true
    } else if token < tokens.count, place < name.endIndex,
      let length = matchedLength(tokens[token], name, at: place)
    {
      token += 1
      place += length
    } else {
      guard let last = retry, last.place < name.endIndex else { return false }
      retry = (last.token, last.place + 1)
      (token, place) = (last.token, last.place + 1)
    }
  }
}

/// How many bytes of `name` from `place` on a token takes, or `nil` if it does not match.
private func matchedLength(_ token: Glob.Token, _ name: ArraySlice<UInt8>, at place: Int) -> Int? {
  switch token {
  case .byte(let byte): return name[place] == byte ? 1 : nil
  case .anyText: return nil
  case .anyCharacter: return characterLength(name, at: place)
  case .oneOf(let ranges, let negated):
    guard let length = characterLength(name, at: place),
      let scalar = String(decoding: name[place..<place + length], as: UTF8.self)
        .unicodeScalars.first
    else { return nil }
    return ranges.contains { $0.contains(scalar.value) } != negated ? length : nil
  }
}

/// The bytes of the character that starts at `place`; `nil` in the middle of one.
private func characterLength(_ name: ArraySlice<UInt8>, at place: Int) -> Int? {
  guard name[place] & 0xc0 != 0x80 else { return nil }
  var end = place + 1
  while end < name.endIndex, name[end] & 0xc0 == 0x80 { end += 1 }
  return end - place
}

private func tokens(of scalars: [Unicode.Scalar]) -> [Glob.Token]? {
  var tokens: [Glob.Token] = []
  var rest = scalars[...]
  while let scalar = rest.popFirst() {
    switch scalar {
    case "*": if tokens.last != .anyText { tokens.append(.anyText) }
    case "?": tokens.append(.anyCharacter)
    case "[":
      guard let set = takeSet(&rest) else { return nil }
      tokens.append(set)
    default: tokens += String(scalar).utf8.map { .byte($0) }
    }
  }
  return tokens
}

/// Reads `abc]`, `a-z]` or `!a]`; a `]` that comes first is one of the set.
private func takeSet(_ rest: inout ArraySlice<Unicode.Scalar>) -> Glob.Token? {
  let negated = rest.first == "!" || rest.first == "^"
  if negated { rest.removeFirst() }
  var ranges: [ClosedRange<UInt32>] = []
  while let scalar = rest.popFirst() {
    if scalar == "]", !ranges.isEmpty { return .oneOf(ranges, negated: negated) }
    var last = scalar
    if rest.first == "-", let end = rest.dropFirst().first, end != "]" {
      guard scalar.value <= end.value else { return nil }
      rest.removeFirst(2)
      last = end
    }
    ranges.append(scalar.value...last.value)
  }
  return nil
}

/// Each way to take one alternative out of every `{a,b}`.
private func expandBraces(_ scalars: [Unicode.Scalar], most: Int) -> [[Unicode.Scalar]]? {
  guard let open = scalars.firstIndex(of: "{") else {
    return scalars.contains("}") ? nil : [scalars]
  }
  var depth = 0
  var commas: [Int] = [open]
  for index in scalars.indices[open...] {
    switch scalars[index] {
    case "{": depth += 1
    case "}": depth -= 1
    case "," where depth == 1: commas.append(index)
    default: break
    }
    guard depth == 0 else { continue }
    var result: [[Unicode.Scalar]] = []
    for (start, end) in zip(commas, commas.dropFirst() + [index]) {
      let one = scalars[..<open] + scalars[(start + 1)..<end] + scalars[(index + 1)...]
      guard let expanded = expandBraces(Array(one), most: most - result.count) else { return nil }
      result += expanded
      if result.count > most { return nil }
    }
    return result
  }
  return nil
}
