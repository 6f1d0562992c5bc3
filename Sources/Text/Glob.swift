/// A wildcard pattern for a name or a path component.
///
/// `*` matches any text, `?` any character, `[abc]`, `[a-z]` and `[!a]` a character of a set, and
/// `{a,b}` one of the alternatives. Matches UTF-8 bytes, but never a part of a character. Without
/// wildcards, texts are compared in Unicode's canonical form.
public struct Glob: Hashable, Sendable {
  public let text: String
  private let alternatives: [NameWildcard]
  private let isASCII: Bool

  /// The maximum number of alternatives of a pattern, which successive lists multiply.
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
    for scalars in expanded {
      guard let tokens = NameWildcard.tokens(of: scalars, hasSets: true, hasEscapes: false) else {
        return nil
      }
      alternatives.append(NameWildcard(tokens))
    }
    self.alternatives = alternatives
    isASCII = text.utf8.allSatisfy { $0 < 0x80 }
  }

  public var hasWildcards: Bool { literal == nil }

  /// The bytes that all matching names start with, and those that they end with; empty if unknown.
  public var ends: (start: [UInt8], end: [UInt8]) {
    guard alternatives.count == 1, isASCII else { return ([], []) }
    return (alternatives[0].start, alternatives[0].end)
  }

  /// The longest text that all matching names contain; empty if unknown.
  fileprivate var run: [UInt8] {
    alternatives.count == 1 && isASCII ? alternatives[0].run : []
  }

  /// The only matching name, if the pattern has no wildcards.
  public var literal: [UInt8]? { alternatives.count == 1 ? alternatives[0].literal : nil }

  public func matches(_ name: String) -> Bool { matches(Array(name.utf8)[...]) }

  public func matches(_ name: ArraySlice<UInt8>) -> Bool {
    for alternative in alternatives where alternative.matches(name) { return true }
    return !isASCII && literal != nil && text == String(decoding: name, as: UTF8.self)
  }
}

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

/// An index of globs by the bytes that their matches start and end with, or by longer ones that
/// these contain.
public struct GlobIndex: Sendable {
  private struct Ends: Hashable {
    var start: ArraySlice<UInt8>
    var end: ArraySlice<UInt8>
  }

  private var byEnds: [Ends: [Int]] = [:]
  /// The lengths of both ends, each pair once.
  private var lengths: [(start: Int, end: Int)] = []
  private var byRun: [ArraySlice<UInt8>: [Int]] = [:]
  private var runLengths: Set<Int> = []

  public init() {}

  /// Adds a glob under a number.
  public mutating func insert(_ number: Int, _ glob: Glob) {
    let (start, end) = glob.ends
    let run = glob.run
    if run.count > start.count + end.count {
      byRun[run[...], default: []].append(number)
      runLengths.insert(run.count)
      return
    }
    byEnds[Ends(start: start[...], end: end[...]), default: []].append(number)
    if !lengths.contains(where: { $0 == (start.count, end.count) }) {
      lengths.append((start.count, end.count))
    }
  }

  /// Returns the numbers of the globs that may match a name, in order.
  public func candidates(for name: ArraySlice<UInt8>) -> [Int] {
    var found: [Int] = []
    for length in lengths where length.start + length.end <= name.count {
      let ends = Ends(start: name.prefix(length.start), end: name.suffix(length.end))
      found += byEnds[ends] ?? []
    }
    for length in runLengths where length <= name.count {
      for start in name.startIndex...(name.endIndex - length) {
        for number in byRun[name[start..<(start + length)]] ?? [] where !found.contains(number) {
          found.append(number)
        }
      }
    }
    return found.sorted()
  }
}
