internal import Diagnostics

/// Scans a Swift source for its imports in one pass.
struct SwiftImportScan {
  private var lexer: SwiftLexer
  private let last: Int
  private var places = PlaceCounter()
  private var conditions = OpenConditions()
  /// The number of open brackets: no import is inside brackets.
  private var depth = 0
  /// The number of open brackets at each `#if`: an inactive branch need not close them.
  private var depths: [Int] = []
  /// The attributes before the next declaration.
  private var isTestable = false
  private var isReexported = false
  private var imports: [SourceImport] = []

  /// Creates a scan.
  ///
  /// - Parameters:
  ///   - text: The source.
  ///   - last: The offset of the last word that may begin an import.
  init(_ text: SourceText, upTo last: Int) {
    lexer = SwiftLexer(text)
    self.last = last
  }

  mutating func run() -> [SourceImport] {
    var token = lexer.next()
    var isMember = false
    while token != .end, lexer.start <= last {
      let followsDot = isMember
      isMember = token == .dot
      switch token {
      case .open: depth += 1
      case .close: depth = max(0, depth - 1)
      case .attribute where depth == 0: noteAttribute()
      case .word where depth == 0 && !followsDot && lexer.isWord("import"):
        token = readImport()
        forgetAttributes()
        continue
      case .directive:
        token = readDirective()
        forgetAttributes()
        continue
      case .word where depth == 0 && isModifier: break
      case _ where depth == 0: forgetAttributes()
      default: break
      }
      token = lexer.next()
    }
    return imports
  }

  private mutating func noteAttribute() {
    if lexer.text.equals("testable", lexer.attribute) { isTestable = true }
    if lexer.text.equals("_exported", lexer.attribute) { isReexported = true }
  }

  private mutating func forgetAttributes() {
    isTestable = false
    isReexported = false
  }

  /// Whether the current word may occur between an attribute and `import`.
  private var isModifier: Bool {
    switch lexer.range.count {
    case 4: lexer.isWord("open")
    case 6: lexer.isWord("public")
    case 7: lexer.isWord("private") || lexer.isWord("package")
    case 8: lexer.isWord("internal")
    case 11: lexer.isWord("fileprivate")
    default: false
    }
  }

  /// Reads the name of an import; returns the token after it.
  private mutating func readImport() -> SwiftLexer.Token {
    var token = lexer.next()
    var isScoped = false
    if token == .word, isKind {
      isScoped = true
      token = lexer.next()
    }
    guard isName(token) else { return token }
    let name = lexer.range
    let isEscaped = token == .escapedWord
    if isScoped {
      token = lexer.next()
      // The import of a declaration names its module, too.
      guard token == .dot else { return token }
      add(name, isEscaped: isEscaped)
    } else {
      add(name, isEscaped: isEscaped)
      // Skips the rest of the file.
      if lexer.place > last { return .end }
      token = lexer.next()
    }
    while token == .dot {
      token = lexer.next()
      guard isName(token) || isScoped && token == .sign else { break }
      token = lexer.next()
    }
    return token
  }

  private func isName(_ token: SwiftLexer.Token) -> Bool {
    switch token {
    case .escapedWord: true
    case .word:
      !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(lexer.text[lexer.start])
        && !lexer.isWord("import")
    default: false
    }
  }

  /// Whether the current word is the kind of an imported declaration.
  private var isKind: Bool {
    switch lexer.range.count {
    case 3: lexer.isWord("var") || lexer.isWord("let")
    case 4: lexer.isWord("enum") || lexer.isWord("func")
    case 5: lexer.isWord("class")
    case 6: lexer.isWord("struct")
    case 8: lexer.isWord("protocol")
    case 9: lexer.isWord("typealias")
    default: false
    }
  }

  private mutating func add(_ name: Range<Int>, isEscaped: Bool) {
    let start = places.position(of: name.lowerBound, in: lexer.text)
    let end = places.position(of: name.upperBound, in: lexer.text)
    let inner = isEscaped ? name.lowerBound + 1..<name.upperBound - 1 : name
    if imports.isEmpty { imports.reserveCapacity(8) }
    imports.append(
      SourceImport(
        module: lexer.text.string(inner), position: start, endColumn: end.column,
        isReexported: isReexported, isTestable: isTestable, condition: conditions.all))
  }
}

// Conditions.
extension SwiftImportScan {
  /// Reads `#if`, `#elseif`, `#else` or `#endif`; returns the token after it.
  private mutating func readDirective() -> SwiftLexer.Token {
    if lexer.isWord("#if") {
      depths.append(depth)
      let (condition, token) = readCondition()
      conditions.open(condition)
      return token
    }
    depth = depths.last ?? depth
    if lexer.isWord("#elseif") {
      let (condition, token) = readCondition()
      conditions.branch(condition)
      return token
    }
    if lexer.isWord("#else") {
      conditions.branch(nil)
    } else {
      conditions.close()
      _ = depths.popLast()
    }
    return lexer.next()
  }

  /// Reads a condition up to the end of its line, or further while a bracket is open.
  private mutating func readCondition() -> (ImportCondition, SwiftLexer.Token) {
    var parser = ConditionParser()
    var token = lexer.next()
    while token != .end, token != .directive {
      if lexer.startsLine, !parser.isOpen { break }
      switch token {
      case .word:
        let name = lexer.range
        token = lexer.next()
        if token == .open, !lexer.startsLine {
          let start = name.lowerBound
          let argument = readArgument()
          let call = start..<lexer.range.upperBound
          parser.append(.operand(Self.condition(lexer.text, name, argument, in: call)))
          token = lexer.next()
        } else {
          parser.append(.operand(Self.condition(lexer.text, name)))
        }
        continue
      case .open: parser.append(.open)
      case .close: parser.append(.close)
      case .sign where lexer.isWord("&&"): parser.append(.and)
      case .sign where lexer.isWord("||"): parser.append(.or)
      case .sign where lexer.isWord("!"): parser.append(.not)
      default: parser.append(.operand(.unknown))
      }
      token = lexer.next()
    }
    return (parser.condition, token)
  }

  /// Reads up to the closing bracket; returns the first word before it.
  private mutating func readArgument() -> Range<Int>? {
    var argument: Range<Int>?
    var depth = 1
    while depth > 0 {
      switch lexer.next() {
      case .end: return argument
      case .open: depth += 1
      case .close: depth -= 1
      case .word: if argument == nil { argument = lexer.range }
      case .escapedWord:
        if argument == nil { argument = lexer.range.dropFirst().dropLast() }
      default: break
      }
    }
    return argument
  }

  private static func condition(_ text: SourceText, _ name: Range<Int>) -> ImportCondition {
    if text.equals("true", name) { return .always }
    if text.equals("false", name) { return .not(.always) }
    let isNumber = (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(text[name.lowerBound])
    return isNumber ? .unknown : .flag(text.string(name))
  }

  /// Returns the condition for a call such as `os(iOS)`; that on a version is a flag of its own.
  private static func condition(
    _ text: SourceText, _ name: Range<Int>, _ argument: Range<Int>?, in call: Range<Int>
  ) -> ImportCondition {
    if text.equals("compiler", name) || text.equals("swift", name) {
      return .flag(text.string(call).filter { $0 != " " })
    }
    guard let argument = argument.map({ text.string($0) }) else { return .unknown }
    if text.equals("os", name) { return .os(argument) }
    if text.equals("canImport", name) { return .canImport(argument) }
    return text.equals("targetEnvironment", name) ? .targetEnvironment(argument) : .unknown
  }
}
