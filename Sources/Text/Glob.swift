/// A wildcard pattern for a name or a path component.
///
/// `*` matches any text, `?` any character, `[abc]`, `[a-z]` and `[!a]` a character of a set, and
/// `{a,b}` one of the alternatives. Matches UTF-8 bytes, but never a part of a character.
public struct Glob: Hashable, Sendable {
  public let text: String
  private let alternatives: [NameWildcard]
  /// The alternatives for names with non-ASCII characters; empty if the pattern is ASCII.
  private let letters: [Letters]

  /// The maximum number of alternatives of a pattern.
  ///
  /// Successive lists multiply.
  private static let mostAlternatives = 256
  /// The maximum number of bytes of a pattern, since nested braces use the stack.
  private static let mostBytes = 4096

  /// Parses a pattern; `nil` if a bracket or brace is not closed, or if the pattern is too large.
  public init?(_ text: String) {
    self.text = text
    guard text.utf8.count <= Self.mostBytes,
      let expanded = expandBraces(Array(text.unicodeScalars), most: Self.mostAlternatives)
    else { return nil }
    var alternatives: [NameWildcard] = []
    var letters: [Letters] = []
    let isASCII = text.utf8.allSatisfy { $0 < 0x80 }
    for scalars in expanded {
      guard let tokens = NameWildcard.tokens(of: scalars) else { return nil }
      alternatives.append(NameWildcard(tokens))
      if !isASCII { letters.append(Letters(tokens)) }
    }
    self.alternatives = alternatives
    self.letters = letters
  }

  public var hasWildcards: Bool { literal == nil }

  /// The bytes that all matching names start with, and those that they end with; empty if unknown.
  public var ends: (start: [UInt8], end: [UInt8]) {
    // Names with other characters are compared in canonical form.
    guard alternatives.count == 1, letters.isEmpty else { return ([], []) }
    return (alternatives[0].start, alternatives[0].end)
  }

  /// The only matching name, if the pattern has no wildcards.
  public var literal: [UInt8]? { alternatives.count == 1 ? alternatives[0].literal : nil }

  public func matches(_ name: String) -> Bool { matches(Array(name.utf8)[...]) }

  /// Returns whether `name` matches.
  ///
  /// - Complexity: O(*n*) for the common shapes, O(*n* · *m*) for the rest.
  public func matches(_ name: ArraySlice<UInt8>) -> Bool {
    if alternatives.contains(where: { $0.matches(name) }) { return true }
    guard !letters.isEmpty, name.contains(where: { $0 >= 0x80 }) else { return false }
    let spelled = Array(String(decoding: name, as: UTF8.self))
    return letters.contains { $0.matches(spelled) }
  }
}

extension Glob.Letters {
  fileprivate init(_ tokens: [NameWildcard.Token]) {
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
      case .byte, .never: break
      case .anyText: appendAnyText()
      case .anyCharacter: appendAnyLetter()
      case .oneOf(let ranges, let negated): append(ranges, negated: negated)
      }
    }
    // Removes the sentinel.
    removeLast()
  }
}

/// Returns all combinations of the alternatives of each `{a,b}`.
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
