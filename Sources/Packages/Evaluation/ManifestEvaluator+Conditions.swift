// Conditions.
extension ManifestEvaluator {
  /// Returns the block whose condition holds and binds its names until their scope is left.
  mutating func chosen(of branches: [ManifestBranch]) throws(ManifestObstacle) -> Range<Int>? {
    for branch in branches {
      let names = scope.locals.scope
      cursor.place = branch.condition.lowerBound
      if try holds(before: branch.condition.upperBound) { return branch.block }
      scope.locals.leave(to: names)
    }
    return nil
  }

  /// Returns the statements of the matching case of the `switch` at the token.
  mutating func chosenCase(
    before end: Int
  ) throws(ManifestObstacle) -> Range<Int> {
    cursor.advance()
    let subject = try expression(nil).value
    guard cursor.isAt("{"), tokens.behind(cursor.place) == end,
      let type = subject.comparedType
    else { throw obstacle }
    cursor.advance()
    while cursor.place < end - 1 {
      var matches = cursor.take("default")
      if !matches {
        try cursor.require("case")
        repeat {
          let pattern = try expression(type).value
          guard let isEqual = ManifestValue.equals(subject, pattern) else {
            throw obstacle
          }
          matches = matches || isEqual
        } while cursor.take(",")
      }
      try cursor.require(":")
      let start = cursor.place
      while cursor.place < end - 1, !cursor.isCaseLabel {
        cursor.place = tokens.behind(cursor.place)
      }
      let statements = start..<cursor.place
      guard matches else { continue }
      guard !statements.isEmpty, !statements.contains(where: { tokens.isAt($0, "fallthrough") })
      else { throw obstacle }
      return statements
    }
    throw obstacle
  }

  /// Whether all comma-separated conditions hold.
  mutating func holds(before end: Int) throws(ManifestObstacle) -> Bool {
    while cursor.place < end {
      if cursor.take("let") {
        guard try bindsValue(before: end) else { return false }
      } else {
        guard case .bool(let holds) = try expression(.bool).value else { throw obstacle }
        if !holds { return false }
      }
      guard cursor.take(",") || cursor.place == end else { throw obstacle }
    }
    return true
  }

  /// Binds the name of `let name = value`; returns false if the value is `nil`.
  private mutating func bindsValue(before end: Int) throws(ManifestObstacle) -> Bool {
    guard cursor.isName else { throw obstacle }
    let name = cursor.word
    // `let name` is short for `let name = name`.
    if !isLastName(before: end) {
      cursor.advance()
      try cursor.require("=")
    }
    let source = isLastName(before: end) ? cursor.word : ""
    let type = scope.binding(source)?.type
    let outer = traits.isWrapped
    traits.isWrapped = false
    defer { traits.isWrapped = outer }
    let element = try expression(nil)
    switch element.value {
    case .null: return false
    case .text, .list, .bool, .call, .member, .instance: break
    default: throw obstacle
    }
    if type == .text { traits.isWrapped = false }
    scope.locals.bind(name, to: ManifestBinding(element, traits: traits))
    return true
  }

  /// Whether the token is a name before a comma or the end.
  private func isLastName(before end: Int) -> Bool {
    cursor.isName && (cursor.place + 1 >= end || cursor.isAt(",", after: 1))
  }

  /// Binds one name to a value, or several to the elements of a tuple.
  mutating func bind(
    _ names: [String], to binding: ManifestBinding
  ) throws(ManifestObstacle) {
    guard names.count != 1 else { return scope.locals.bind(names[0], to: binding) }
    guard case .instance(let tuple)? = binding.element?.value, tuple.hasCount(names.count) else {
      throw obstacle
    }
    for (index, name) in names.enumerated() {
      scope.locals.bind(name, to: tuple.fields["\(index)"] ?? .unknown)
    }
  }
}
