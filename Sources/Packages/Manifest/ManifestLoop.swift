/// A loop over the targets of the package, or of a list, that changes only their settings.
///
/// The forms are `for target in package.targets where … { … }`, with or without
/// `package.targets[…]` in it, `for target in targets { … }`, and `forEach`.
struct ManifestLoop {
  /// The code of the loop without the names of targets.
  private(set) var rest: [Range<Int>] = []

  private let tokens: ManifestTokens
  /// Whether the loop is over a list, not over `package.targets`.
  private let isOverList: Bool
  /// The names that may be bound to a target.
  private var names: Set<String> = ["$0"]
  /// The indexes at which loop variables and closure parameters are declared.
  private var declarations: Set<Int> = []

  /// Members of targets that do not affect the graph.
  static let settings: Set<String> = [
    "swiftSettings", "cSettings", "cxxSettings", "linkerSettings",
  ]
  /// Members that a condition may read.
  private static let facts: Set<String> = ["name", "type", "isTest"]
  private static let questions: Set<String> = ["hasPrefix", "hasSuffix", "contains", "lowercased"]
  private static let walks: Set<String> = ["forEach", "filter", "lazy"]

  /// Parses a loop; returns nil for other code and for loops that may change more than settings.
  init?(
    _ range: Range<Int>, over package: String, isList: Bool = false, _ tokens: ManifestTokens
  ) {
    self.tokens = tokens
    isOverList = isList
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
      } else if names.contains(word), !declarations.contains(place) {
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

  /// Collects the names in `{ target in`, since any closure may be called with targets.
  ///
  /// - Returns: Whether all parameters have this form.
  private mutating func takeParameters(in range: Range<Int>) -> Bool {
    for place in range where tokens.isAt(place, "in") {
      guard place >= range.lowerBound + 2 else { return false }
      var name = place - 1
      let isIndex = place + 5 < range.upperBound && tokens.isAt(place + 5, "indices")
      while true {
        guard tokens.isIdentifier(name) else { return false }
        declarations.insert(name)
        if !isIndex { names.insert(tokens.word(name)) }
        // `{ name, value in`
        guard tokens.isAt(name - 1, ","), name > range.lowerBound + 2 else { break }
        name -= 2
      }
      guard tokens.isAt(name - 1, "for") || tokens.isAt(name - 1, "{") else { return false }
    }
    return true
  }

  /// Returns the index after `package.targets` if a supported form follows.
  private func behindTargets(_ place: Int, before limit: Int) -> Int? {
    if isOverList { return tokens.isAt(place - 1, "in") && isBlock(place + 1) ? place + 1 : nil }
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

  /// Whether the brackets contain only a closure.
  private func isClosure(_ place: Int) -> Bool {
    tokens.isAt(place + 1, "{") && tokens.behind(place + 1) == tokens.all[place].match
  }

  private func isBlock(_ place: Int) -> Bool {
    tokens.isAt(place, "{") || tokens.isAt(place, "where")
  }

  private func isHarmless(_ place: Int, before limit: Int) -> Bool {
    Self.isHarmless(place, before: limit, tokens)
  }

  /// Whether the target at `place` is only read, or only its settings are changed.
  static func isHarmless(_ place: Int, before limit: Int, _ tokens: ManifestTokens) -> Bool {
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
