/// A loop over the targets of the package that changes nothing but settings of these.
///
/// `for target in package.targets where … { … }`, with `package.targets[…]` in it or not, and `forEach`.
struct ManifestLoop {
  /// What it runs, without the names that stand for targets.
  private(set) var rest: [Range<Int>] = []

  private let tokens: ManifestTokens
  /// The names that stand for a target.
  private var names: Set<String> = ["$0"]

  /// Members of targets that no graph depends on.
  private static let settings: Set<String> = [
    "swiftSettings", "cSettings", "cxxSettings", "linkerSettings",
  ]
  /// Members that a condition may ask for.
  private static let facts: Set<String> = ["name", "type", "isTest"]
  private static let questions: Set<String> = ["hasPrefix", "hasSuffix", "contains", "lowercased"]
  private static let walks: Set<String> = ["forEach", "filter", "lazy"]

  /// The loop in a range of tokens; nil if that is something else, or may do more.
  init?(_ range: Range<Int>, over package: String, _ tokens: ManifestTokens) {
    self.tokens = tokens
    let start = range.lowerBound
    guard range.count > 4 else { return nil }
    if tokens.isAt(start, "for") {
      guard tokens.isIdentifier(start + 1), tokens.isAt(start + 2, "in"),
        tokens.word(start + 3) == package
      else { return nil }
    } else {
      guard tokens.isAt(start + 1, "."), tokens.isAt(start + 2, "targets"),
        tokens.isAt(start + 3, "."), Self.walks.contains(tokens.word(start + 4))
      else { return nil }
    }
    guard takeParameters(in: range), !names.contains(package) else { return nil }
    var place = start
    var last = start
    while place < range.upperBound {
      let isName =
        tokens.isIdentifier(place) && !tokens.isAt(place - (place > 0 ? 1 : 0), ".")
      guard isName else {
        place += 1
        continue
      }
      let word = tokens.word(place)
      if word == package {
        guard let next = behindTargets(place, before: range.upperBound) else { return nil }
        rest.append(last..<place)
        (place, last) = (next, next)
      } else if names.contains(word), !isDeclared(place) {
        guard isHarmless(place, before: range.upperBound) else { return nil }
        rest.append(last..<place)
        (place, last) = (place + 1, place + 1)
      } else {
        place += 1
      }
    }
    rest.append(last..<range.upperBound)
    rest.removeAll { $0.isEmpty }
  }

  /// Finds the names in `{ target in`, as all closures may have the targets.
  ///
  /// - Returns: Whether all are written like this.
  private mutating func takeParameters(in range: Range<Int>) -> Bool {
    for place in range where tokens.isAt(place, "in") {
      guard place >= range.lowerBound + 2, isDeclared(place - 1) else { return false }
      let isIndex = place + 5 < range.upperBound && tokens.isAt(place + 5, "indices")
      if !isIndex { names.insert(tokens.word(place - 1)) }
    }
    return true
  }

  /// Whether it is the name of what a loop or a closure goes over.
  private func isDeclared(_ place: Int) -> Bool {
    tokens.isIdentifier(place) && tokens.isAt(place + 1, "in")
      && (tokens.isAt(place - 1, "for") || tokens.isAt(place - 1, "{"))
  }

  /// The place behind `package.targets`, with what follows it being known.
  private func behindTargets(_ place: Int, before limit: Int) -> Int? {
    guard place + 3 < limit, tokens.isAt(place + 1, "."), tokens.isAt(place + 2, "targets") else {
      return nil
    }
    let next = place + 3
    if tokens.isAt(next, "["), !tokens.all[next].startsLine {
      let member = tokens.behind(next)
      return isHarmless(member - 1, before: limit) ? next : nil
    }
    if tokens.isAt(next, "."), tokens.isAt(next + 1, "indices") {
      return isBlock(next + 2) ? next : nil
    }
    var end = next
    while tokens.isAt(end, "."), Self.walks.contains(tokens.word(end + 1)) {
      let isLast = tokens.isAt(end + 1, "forEach")
      end += 2
      if tokens.isAt(end, "("), !isClosure(end) { return nil }
      if tokens.isAt(end, "(") || tokens.isAt(end, "{") { end = tokens.behind(end) }
      if isLast { return end >= limit || tokens.all[end].startsLine ? next : nil }
    }
    return isBlock(end) ? next : nil
  }

  /// Whether the brackets have nothing but a closure.
  private func isClosure(_ place: Int) -> Bool {
    tokens.isAt(place + 1, "{") && tokens.behind(place + 1) == tokens.all[place].match
  }

  private func isBlock(_ place: Int) -> Bool {
    tokens.isAt(place, "{") || tokens.isAt(place, "where")
  }

  /// Whether what is done with the target at `place` is a question, or changes settings.
  private func isHarmless(_ place: Int, before limit: Int) -> Bool {
    guard place + 3 < limit, tokens.isAt(place + 1, "."), tokens.isIdentifier(place + 2),
      !tokens.isAt(place - 1, "&") || Self.settings.contains(tokens.word(place + 2))
    else { return false }
    let member = tokens.word(place + 2)
    if Self.settings.contains(member) { return true }
    guard Self.facts.contains(member) else { return false }
    let next = place + 3
    if tokens.isAt(next, ".") { return Self.questions.contains(tokens.word(next + 1)) }
    let signs: [StaticString] = ["==", "!=", "&&", "||", ")", "{", "}", ",", "]", "?", ":", "else"]
    return signs.contains { tokens.isAt(next, $0) }
  }
}
