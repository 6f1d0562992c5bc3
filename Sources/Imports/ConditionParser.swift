/// Parses the condition of an `#if`; Swift and C have the same operators.
struct ConditionParser {
  enum Token: Equatable {
    case operand(ImportCondition)
    case not, and, or
    case open, close
  }

  private var tokens: [Token] = []
  private var brackets = 0
  private var isTooLong = false

  /// The maximum number of tokens; longer conditions are unknown, since each import stores its
  /// condition.
  private static let mostTokens = 256
  private static let mostLevels = 32

  mutating func append(_ token: Token) {
    switch token {
    case .open: brackets += 1
    case .close: brackets -= 1
    default: break
    }
    if tokens.count == Self.mostTokens { isTooLong = true } else { tokens.append(token) }
  }

  /// Whether a bracket is open, so that the condition continues after the end of its line; after an
  /// operator it does not.
  var isOpen: Bool { brackets > 0 }

  /// The parsed condition; unknown if it is malformed or too long.
  var condition: ImportCondition {
    if isTooLong { return .unknown }
    var grammar = Grammar(rest: tokens[...])
    guard let whole = grammar.alternatives(level: 0), grammar.rest.isEmpty else { return .unknown }
    return whole
  }

  /// The state of a parse with operator precedence: `&&` binds closer than `||`.
  private struct Grammar {
    var rest: ArraySlice<Token>

    mutating func alternatives(level: Int) -> ImportCondition? {
      guard level < ConditionParser.mostLevels, let first = conjunction(level) else { return nil }
      var all = [first]
      while rest.first == .or {
        rest.removeFirst()
        guard let next = conjunction(level) else { return nil }
        all.append(next)
      }
      return all.count == 1 ? first : .any(all)
    }

    private mutating func conjunction(_ level: Int) -> ImportCondition? {
      guard let first = operand(level) else { return nil }
      var all = [first]
      while rest.first == .and {
        rest.removeFirst()
        guard let next = operand(level) else { return nil }
        all.append(next)
      }
      return all.count == 1 ? first : .all(all)
    }

    private mutating func operand(_ level: Int) -> ImportCondition? {
      var isNegated = false
      while rest.first == .not {
        rest.removeFirst()
        isNegated.toggle()
      }
      let inner: ImportCondition
      switch rest.popFirst() {
      case .operand(let own): inner = own
      case .open:
        guard let own = alternatives(level: level + 1), rest.popFirst() == .close else {
          return nil
        }
        inner = own
      default: return nil
      }
      return isNegated ? .not(inner) : inner
    }
  }
}
