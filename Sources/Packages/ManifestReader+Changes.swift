// Statements that change the package.
extension ManifestReader {
  /// Members of the package that do not affect the graph.
  private static let settings: Set<String> = [
    "platforms", "defaultLocalization", "swiftLanguageVersions", "swiftLanguageModes",
    "cLanguageStandard", "cxxLanguageStandard", "pkgConfig", "providers", "traits",
  ]

  private static let lists: [String: ManifestType] = [
    "targets": .target, "products": .product, "dependencies": .packageDependency,
  ]

  /// Reads `package.targets += […]`, `append` or `= […]`.
  mutating func readChange(before end: Int) throws(ManifestObstacle) {
    let start = evaluator.obstacle
    evaluator.cursor.advance()
    try evaluator.cursor.require(".")
    let member = try evaluator.cursor.takeIdentifier()
    // The compiler parses the next line as another statement.
    guard evaluator.cursor.place <= end else { throw start }
    if Self.settings.contains(member) { return try evaluator.pass(to: end) }
    guard !isUncertain, let type = Self.lists[member], evaluator.package.lists[member] != nil
    else { throw start }
    let (elements, replaces) = try evaluator.change(of: type.list, before: end)
    if replaces {
      evaluator.package.lists[member] = elements
    } else {
      evaluator.package.lists[member]?.append(contentsOf: elements)
    }
  }
}

// Conditions.
extension ManifestReader {
  /// Reads `if … { … } else { … }`.
  mutating func readCondition(before end: Int) throws(ManifestObstacle) {
    let branches = try evaluator.cursor.branches(before: end)
    let start = self
    if try changesNothing(branches, keepingVariables: true) { return evaluator.cursor.place = end }
    do throws(ManifestObstacle) {
      let names = evaluator.scope.locals.scope
      if let chosen = try evaluator.chosen(of: branches) { try readBlock(chosen) }
      evaluator.scope.locals.leave(to: names)
    } catch {
      // Only values that depend on the variables become unknown.
      reset(to: start)
      guard !keepsVariables, try changesNothing(branches, keepingVariables: false) else {
        throw error
      }
    }
    evaluator.cursor.place = end
  }

  mutating func readBlock(_ block: Range<Int>) throws(ManifestObstacle) {
    let names = evaluator.scope.globals.scope
    blocks += 1
    guard blocks < Self.mostBlocks else { throw evaluator.obstacle }
    evaluator.cursor.place = block.lowerBound
    try readStatements(before: block.upperBound)
    blocks -= 1
    evaluator.scope.globals.leave(to: names)
  }

  /// Whether none of the branches changes the graph, or a variable if these are kept.
  mutating func changesNothing(
    _ branches: [ManifestBranch], keepingVariables: Bool
  ) throws(ManifestObstacle) -> Bool {
    let before = self
    keepsVariables = keepingVariables
    defer { keepsVariables = before.keepsVariables }
    try evaluator.count(1 + evaluator.scope.globals.values.count + evaluator.skipped.names.count)
    do throws(ManifestObstacle) {
      for branch in branches {
        try evaluator.pass(over: branch.condition)
        evaluator.cursor.place = branch.block.lowerBound
        try readUncertainly(before: branch.block.upperBound)
      }
      return true
    } catch {
      reset(to: before)
      return false
    }
  }

  /// Restores an earlier state, except the count of work.
  mutating func reset(to state: ManifestReader) {
    let steps = evaluator.budget.steps
    self = state
    evaluator.budget.steps = steps
  }
}

// Loops over the targets of the package, or over values.
extension ManifestReader {
  /// Whether the code may end an iteration early.
  private func leaves(_ block: Range<Int>) -> Bool {
    let words: [StaticString] = [
      "continue", "break", "return", "guard", "throw", "while", "repeat",
    ]
    return block.contains { place in words.contains { evaluator.tokens.isAt(place, $0) } }
  }

  /// Runs a loop over a list.
  ///
  /// - Returns: False if it cannot be run; then nothing changes.
  mutating func readLoop(before end: Int) throws(ManifestObstacle) -> Bool {
    guard evaluator.cursor.isAt("for"), !isUncertain else { return false }
    let before = self
    do throws(ManifestObstacle) {
      let start = evaluator.cursor.place
      let loop = try evaluator.loop(before: end)
      let names = evaluator.scope.locals.scope
      if leaves(loop.block) {
        evaluator.cursor.place = start
        try ManifestBody(type: nil).perform(before: end, &evaluator)
        return true
      }
      for element in loop.elements {
        try evaluator.count(1 + loop.block.count)
        if try evaluator.enters(loop, with: element) { try readBlock(loop.block) }
        evaluator.scope.locals.leave(to: names)
      }
      evaluator.cursor.place = end
      return true
    } catch {
      reset(to: before)
      return false
    }
  }

  /// Runs a statement that ends with `forEach`.
  ///
  /// - Returns: False if it cannot be run; then nothing changes.
  mutating func readWalk(before end: Int) throws(ManifestObstacle) -> Bool {
    let (tokens, start) = (evaluator.tokens, evaluator.cursor.place)
    guard !isUncertain, tokens.first("forEach", from: start, before: end) < end else {
      return false
    }
    let before = self
    do throws(ManifestObstacle) {
      _ = try evaluator.expression(nil, before: end)
      return true
    } catch {
      reset(to: before)
      return false
    }
  }

  /// Skips a loop that changes only settings of targets.
  ///
  /// - Returns: Whether the statement is such a loop.
  mutating func passLoop(before end: Int) throws(ManifestObstacle) -> Bool {
    let (range, tokens) = (evaluator.cursor.place..<end, evaluator.tokens)
    let isLoop = range.count > 4 && tokens.isAt(range.lowerBound, "for")
    let list = isLoop ? tokens.word(range.lowerBound + 3) : ""
    let isList = evaluator.scope.globals[list]?.type == .target.list
    guard let name = isList ? list : evaluator.scope.packageConstant,
      let loop = ManifestLoop(range, over: name, isList: isList, tokens)
    else { return false }
    for part in loop.rest { try evaluator.pass(over: part) }
    evaluator.cursor.place = end
    return true
  }
}
