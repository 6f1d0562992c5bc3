/// The code of a manifest that does not affect the graph.
struct SkippedCode {
  /// The names in it, and whether each also occurs without a dot before it.
  private(set) var names: [String: Bool] = [:]
  private(set) var writtenNames: Set<String> = []
  private var pending: [Range<Int>] = []

  /// Notes the names that skipped code may change; throws if it may change the package.
  ///
  /// Follows each name into the code of all declarations that it may refer to.
  ///
  /// - Complexity: O(*n*) for *n* tokens, and those of all declarations once.
  mutating func pass(
    over range: Range<Int>, at cursor: ManifestCursor, _ declarations: ManifestDeclarations,
    _ scope: ManifestScope, _ budget: inout ManifestBudget
  ) throws(ManifestObstacle) {
    let tokens = cursor.tokens
    pending = [range]
    while let next = pending.popLast() {
      try budget.count(next.count, cursor.obstacle)
      let assignsTuple = next.contains {
        tokens.isAt($0, "=") && $0 > 0 && tokens.isAt($0 - 1, ")")
      }
      for place in next {
        guard passToken(place, assignsTuple: assignsTuple, tokens, declarations, scope) else {
          throw cursor.obstacle(at: range.lowerBound)
        }
      }
    }
  }

  /// - Returns: Whether the token cannot change the package.
  private mutating func passToken(
    _ place: Int, assignsTuple: Bool, _ tokens: ManifestTokens,
    _ declarations: ManifestDeclarations, _ scope: ManifestScope
  ) -> Bool {
    switch tokens.all[place].kind {
    case .attribute:
      return pass(String(tokens.word(place).dropFirst()), isMember: false, declarations, scope)
    case .identifier:
      let isMember = place > 0 && tokens.isAt(place - 1, ".")
      if !isMember, tokens.isLabel(place) { return true }
      let name = tokens.word(place)
      if !isMember, !assignsTuple, scope.holdsObjects(name), tokens.isHarmlessObject(place) {
        return true
      }
      if name == "Package", tokens.startsInitializer(place) { return false }
      if !isMember, assignsTuple || tokens.mayChange(place) {
        guard change(name, scope) else { return false }
      }
      return pass(name, isMember: isMember, declarations, scope)
    case .text where tokens.bytes[tokens.all[place].range].contains(UInt8(ascii: "\\")):
      let words = tokens.bytes[tokens.all[place].range].split { !$0.continuesIdentifier }
      return words.map { String(decoding: $0, as: UTF8.self) }.allSatisfy { name in
        change(name, scope) && pass(name, isMember: false, declarations, scope)
          && pass(name, isMember: true, declarations, scope)
      }
    default: return true
    }
  }

  private mutating func change(_ name: String, _ scope: ManifestScope) -> Bool {
    guard !(scope.locals[name]?.isVariable ?? false), !(scope.itself?.holdsObjects ?? false) else {
      return false
    }
    writtenNames.insert(name)
    return true
  }

  private mutating func pass(
    _ name: String, isMember: Bool, _ declarations: ManifestDeclarations, _ scope: ManifestScope
  ) -> Bool {
    if !isMember, scope.holdsObjects(name) { return false }
    if scope.statics.contains(where: { $0.value[name]?.holdsObjects ?? false }) { return false }
    let earlier = names[name]
    // An unqualified name may be a member as well.
    guard earlier == nil || !isMember && earlier == false else { return true }
    names[name] = !isMember
    if let code = declarations.code[name] { pending += code }
    return true
  }
}

extension ManifestTokens {
  /// Whether the target at `place` is only read, or only its settings are changed.
  fileprivate func isHarmlessObject(_ place: Int) -> Bool {
    guard place + 4 < all.count, isAt(place + 1, "."), isIdentifier(place + 2) else { return false }
    let member = word(place + 2)
    if ManifestCall.settings.contains(member) { return true }
    return ["name", "type", "isTest"].contains(member) && !mayChange(place + 2)
      && (place == 0 || !isAt(place - 1, "&"))
  }

  fileprivate func startsInitializer(_ place: Int) -> Bool {
    isAt(place + 1, "(") || isAt(place + 1, ".") && isAt(place + 2, "init")
  }

  fileprivate func isLabel(_ place: Int) -> Bool {
    place > 0 && isAt(place + 1, ":") && (isAt(place - 1, "(") || isAt(place - 1, ","))
  }

  fileprivate func mayChange(_ place: Int) -> Bool {
    if place > 0, isAt(place - 1, "&") { return true }
    let next = place + 1
    if isAt(next, ".") { return !Self.reads.contains { isAt(next + 1, $0) } }
    if all[next].startsLine { return all[next].kind == .operation }
    return !Self.uses.contains { isAt(next, $0) }
  }

  /// The members that do not mutate.
  private static let reads: [StaticString] = [
    "map", "compactMap", "flatMap", "filter", "contains", "isEmpty", "joined", "count", "sorted",
    "reversed", "allSatisfy", "hasPrefix", "hasSuffix", "lowercased", "rawValue",
  ]
  /// The tokens that follow a name that is only read.
  private static let uses: [StaticString] = [
    ",", ")", "]", "}", "+", "??", "==", "!=", ":", "{", "(", "&&", "||", ";",
  ]
}
