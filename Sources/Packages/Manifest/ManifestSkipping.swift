// Skipped code.
extension ManifestEvaluator {
  /// Notes the names that skipped code may change; throws if it may change the package.
  ///
  /// Follows the names into the code of everything that they may refer to.
  ///
  /// - Complexity: O(*n*) for all *n* tokens together, except for parts of others that were passed
  ///   over.
  mutating func pass(over range: Range<Int>) throws(ManifestObstacle) {
    guard passed[range.lowerBound, default: 0] < range.upperBound else { return }
    passed[range.lowerBound] = range.upperBound
    let start = obstacle(at: range.lowerBound)
    var pending = [range]
    while let next = pending.popLast() {
      try count(next.count)
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
          try pass(name, isMember: isMember, &pending, start)
        case .text where tokens.bytes[tokens.all[place].range].contains(UInt8(ascii: "\\")):
          for name in words(in: tokens.all[place].range) {
            try pass(name, isMember: false, &pending, start)
            try pass(name, isMember: true, &pending, start)
          }
        default: continue
        }
      }
    }
  }

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
    let isNew =
      isMember ? passedMembers.insert(name).inserted : passedNames.insert(name).inserted
    // A name alone may be a member as well.
    if !isMember { passedMembers.insert(name) }
    if isNew, let code = declarations.code[name] { pending += code }
  }
}
