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

  /// The parsed condition; unknown if it is too long, `nil` if it is malformed.
  var condition: ImportCondition? {
    if isTooLong { return .unknown }
    var grammar = Grammar(rest: tokens[...])
    guard let whole = grammar.alternatives(level: 0), grammar.rest.isEmpty else { return nil }
    return whole
  }

  /// The state of a parse with operator precedence: `&&` binds closer than `||`.
  private struct Grammar {
    var rest: ArraySlice<Token>

    mutating func alternatives(level: Int) -> ImportCondition? {
      guard level < ConditionParser.mostLevels else { return nil }
      var (any, all): ([ImportCondition], [ImportCondition]) = ([], [])
      while let next = operand(level) {
        all.append(next)
        let sign = rest.first
        if sign != .and {
          any.append(all.count == 1 ? next : .all(all))
          all = []
        }
        guard sign == .and || sign == .or else { return any.count == 1 ? any[0] : .any(any) }
        rest.removeFirst()
      }
      return nil
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
