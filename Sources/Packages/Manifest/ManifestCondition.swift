/// Tells whether what follows `#if` can be the condition of a compiler directive.
///
/// Nobody here decides conditions; but a manifest that the compiler refuses must not be read.
struct ManifestCondition {
  private var rest: ArraySlice<UInt8>

  /// Whether a line, up to its end or a comment, is one condition.
  static func isValid(_ line: ArraySlice<UInt8>) -> Bool {
    var condition = ManifestCondition(rest: line)
    return condition.takeAlternatives(depth: 0) && condition.isAtEnd
  }

  /// Deeper conditions are not looked into, and so are none.
  private static let mostDepth = 32

  private mutating func takeAlternatives(depth: Int) -> Bool {
    guard depth < Self.mostDepth else { return false }
    repeat {
      while take("!") {}
      if take("(") {
        guard takeAlternatives(depth: depth + 1), take(")") else { return false }
      } else if takeName() {
        guard !rest.starts(with: "(".utf8) || takeArguments() else { return false }
      } else {
        return false
      }
    } while take("&&") || take("||")
    return true
  }

  private mutating func takeName() -> Bool {
    skipBlanks()
    guard let first = rest.first, first.startsIdentifier else { return false }
    rest = rest.drop { $0.continuesIdentifier }
    return true
  }

  /// What stands in the brackets of `os(…)`, `swift(…)` and their like.
  private mutating func takeArguments() -> Bool {
    rest = rest.dropFirst()
    let arguments = rest.prefix { $0.continuesIdentifier || ".<>=, ".utf8.contains($0) }
    rest = rest.dropFirst(arguments.count)
    return !arguments.isEmpty && take(")")
  }

  private var isAtEnd: Bool {
    mutating get {
      skipBlanks()
      return rest.isEmpty || rest.starts(with: "//".utf8)
    }
  }

  private mutating func take(_ sign: String) -> Bool {
    skipBlanks()
    guard rest.starts(with: sign.utf8) else { return false }
    rest = rest.dropFirst(sign.utf8.count)
    return true
  }

  private mutating func skipBlanks() { rest = rest.drop { $0.isBlank } }
}
