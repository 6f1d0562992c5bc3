/// Parses the condition of an `#if` of Swift: it ends with its line, or further on while a bracket is
/// open; after an operator it does not.
struct ConditionParser {
  private(set) var lexer: SwiftLexer
  /// The current token of the lexer.
  private(set) var token = SwiftLexer.Token.sign
  /// The number of open brackets.
  private var level = 0
  private var operands = 0

  /// The maximum number of operands; longer conditions are malformed, since each import stores its
  /// condition.
  private static let mostOperands = 128
  private static let mostLevels = 32

  init(_ lexer: SwiftLexer) {
    self.lexer = lexer
    advance()
  }

  /// Reads all of the condition; returns `nil` if it is malformed.
  mutating func condition() -> ImportCondition? {
    let condition = alternatives()
    let isWhole = isAtEnd && operands <= Self.mostOperands
    while !isAtEnd {
      if token == .word { _ = word() } else { advance() }
    }
    return isWhole ? condition : nil
  }

  private var isAtEnd: Bool {
    token == .end || token == .directive || lexer.startsLine && level <= 0
  }

  private mutating func advance() {
    if token == .open { level += 1 }
    if token == .close { level -= 1 }
    token = lexer.next()
  }

  private mutating func take(_ sign: StaticString) -> Bool {
    guard !isAtEnd, token == .sign, lexer.isWord(sign) else { return false }
    advance()
    return true
  }

  /// Reads operands with operators between them, of which `&&` binds closer than `||`.
  private mutating func alternatives() -> ImportCondition? {
    guard level < Self.mostLevels else { return nil }
    var (any, all): ([ImportCondition], [ImportCondition]) = ([], [])
    while let next = operand() {
      all.append(next)
      if take("&&") { continue }
      any.append(all.count == 1 ? next : .all(all))
      all = []
      if !take("||") { return any.count == 1 ? any[0] : .any(any) }
    }
    return nil
  }

  private mutating func operand() -> ImportCondition? {
    var isNegated = false
    while take("!") { isNegated.toggle() }
    operands += 1
    guard !isAtEnd else { return nil }
    var inner = ImportCondition.unknown
    switch token {
    case .word: inner = word()
    case .open:
      advance()
      guard let own = alternatives(), !isAtEnd, token == .close else { return nil }
      inner = own
      advance()
    case .close: return nil
    case .sign where lexer.isWord("&&") || lexer.isWord("||"): return nil
    default: advance()
    }
    return isNegated ? .not(inner) : inner
  }

  /// Reads a name, or a call such as `os(iOS)`, of which the first word in the brackets counts; that
  /// on a version is a flag of its own.
  private mutating func word() -> ImportCondition {
    let (text, name, outer) = (lexer.text, lexer.range, level)
    advance()
    guard token == .open, !lexer.startsLine else {
      if text.equals("true", name) { return .always }
      if text.equals("false", name) { return .not(.always) }
      let isNumber = (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(text[name.lowerBound])
      return isNumber ? .unknown : .flag(text.string(name))
    }
    var argument: Range<Int>?
    repeat {
      advance()
      if token == .word { argument = argument ?? lexer.range }
      if token == .escapedWord { argument = argument ?? lexer.range.dropFirst().dropLast() }
    } while token != .end && (token != .close || level > outer + 1)
    let call = name.lowerBound..<lexer.range.upperBound
    advance()
    if text.equals("compiler", name) || text.equals("swift", name) {
      return .flag(text.string(call).filter { $0 != " " })
    }
    guard let argument = argument.map({ text.string($0) }) else { return .unknown }
    if text.equals("os", name) { return .os(argument) }
    if text.equals("canImport", name) { return .canImport(argument) }
    return text.equals("targetEnvironment", name) ? .targetEnvironment(argument) : .unknown
  }
}

extension SwiftLexer {
  /// Reads the condition after `#if` or `#elseif`; returns `nil` for a malformed one, and the token
  /// after it.
  mutating func readCondition() -> (ImportCondition?, Token) {
    var parser = ConditionParser(self)
    let condition = parser.condition()
    self = parser.lexer
    return (condition, parser.token)
  }
}
