// Skipped code.
extension ManifestEvaluator {
  /// Notes the names that skipped code may change; throws if it may change the package.
  ///
  /// Follows the names into the code of everything that they may refer to.
  ///
  /// - Complexity: O(*n*) for all *n* tokens together, except for parts of others that were passed
  ///   over.
  mutating func pass(over range: Range<Int>) throws(ManifestObstacle) {
    if parameters.values.allSatisfy({ !$0.holdsObjects && !$0.isVariable }) {
      guard passed[range.lowerBound, default: 0] < range.upperBound else { return }
      passed[range.lowerBound] = range.upperBound
    }
    let start = obstacle(at: range.lowerBound)
    var pending = [range]
    while let next = pending.popLast() {
      try count(next.count)
      let assignsTuple = assignsTuple(next)
      for place in next {
        switch tokens.all[place].kind {
        case .identifier:
          let isMember = place > 0 && tokens.isAt(place - 1, ".")
          if !isMember, isLabel(place) { continue }
          let name = tokens.word(place)
          let isMade =
            tokens.isAt(place + 1, "(")
            || tokens.isAt(place + 1, ".") && tokens.isAt(place + 2, "init")
          if name == "Package", isMade { throw start }
          if !isMember, assignsTuple || isChange(place) { try change(name, start) }
          try pass(name, isMember: isMember, &pending, start)
        case .text where tokens.bytes[tokens.all[place].range].contains(UInt8(ascii: "\\")):
          for name in words(in: tokens.all[place].range) {
            try change(name, start)
            try pass(name, isMember: false, &pending, start)
            try pass(name, isMember: true, &pending, start)
          }
        default: continue
        }
      }
    }
  }

  /// Notes a name that skipped code may change.
  private mutating func change(
    _ name: String, _ start: ManifestObstacle
  ) throws(ManifestObstacle) {
    guard !(parameters[name]?.isVariable ?? false),
      !(parameters[Self.itself]?.holdsObjects ?? false)
    else { throw start }
    writtenNames.insert(name)
  }

  /// Whether the code may contain `(a, b) = …`.
  private func assignsTuple(_ range: Range<Int>) -> Bool {
    range.contains { tokens.isAt($0, "=") && $0 > 0 && tokens.isAt($0 - 1, ")") }
  }

  /// Whether the code may change the value of the name there.
  private func isChange(_ place: Int) -> Bool {
    if place > 0, tokens.isAt(place - 1, "&") { return true }
    let next = place + 1
    if tokens.isAt(next, ".") {
      return !Self.reads.contains { tokens.isAt(next + 1, $0) }
    }
    if tokens.all[next].startsLine { return tokens.all[next].kind == .operation }
    return !Self.uses.contains { tokens.isAt(next, $0) }
  }

  /// Members that change nothing.
  private static let reads: [StaticString] = [
    "map", "compactMap", "flatMap", "filter", "contains", "isEmpty", "joined", "count", "sorted",
    "reversed", "allSatisfy", "hasPrefix", "hasSuffix", "rawValue",
  ]
  /// What follows a name that is only read.
  private static let uses: [StaticString] = [
    ",", ")", "]", "}", "+", "??", "==", "!=", ":", "{", "(", "&&", "||", ";",
  ]

  func isLabel(_ place: Int) -> Bool {
    place > 0 && tokens.isAt(place + 1, ":")
      && (tokens.isAt(place - 1, "(") || tokens.isAt(place - 1, ","))
  }

  func words(in range: Range<Int>) -> [String] {
    tokens.bytes[range].split { !$0.continuesIdentifier }.map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  mutating func pass(
    _ name: String, isMember: Bool, _ pending: inout [Range<Int>], _ start: ManifestObstacle
  ) throws(ManifestObstacle) {
    if !isMember {
      guard name != packageConstant, !(parameters[name]?.holdsObjects ?? false),
        !(globals[name]?.holdsObjects ?? false)
      else { throw start }
    }
    if known.contains(where: { $0.value[name]?.holdsObjects ?? false }) { throw start }
    let earlier = passedNames[name]
    // A name alone may be a member as well.
    guard earlier == nil || !isMember && earlier == false else { return }
    passedNames[name] = !isMember
    if let code = declarations.code[name] { pending += code }
  }
}
