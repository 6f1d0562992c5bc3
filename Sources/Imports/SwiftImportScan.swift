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
  /// Whether `@_exported` precedes the next declaration.
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
      case .attribute where depth == 0:
        if lexer.text.equals("_exported", lexer.attribute) { isReexported = true }
      case .word where depth == 0 && !followsDot && lexer.isWord("import"):
        token = readImport()
        isReexported = false
        continue
      case .directive:
        token = readDirective()
        isReexported = false
        continue
      case .word where depth == 0 && Self.modifiers.contains(where: { lexer.isWord($0) }): break
      case _ where depth == 0: isReexported = false
      default: break
      }
      token = lexer.next()
    }
    return imports
  }

  /// The words that may occur between an attribute and `import`.
  private static let modifiers: [StaticString] = [
    "public", "package", "internal", "private", "fileprivate", "open",
  ]
  /// The kinds of imported declarations.
  private static let kinds: [StaticString] = [
    "class", "enum", "func", "let", "protocol", "struct", "typealias", "var",
  ]

  /// Reads the name of an import; returns the token after it.
  private mutating func readImport() -> SwiftLexer.Token {
    var token = lexer.next()
    var isScoped = false
    if token == .word, Self.kinds.contains(where: { lexer.isWord($0) }) {
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

  private mutating func add(_ name: Range<Int>, isEscaped: Bool) {
    let start = places.position(of: name.lowerBound, in: lexer.text)
    let end = places.position(of: name.upperBound, in: lexer.text)
    let inner = isEscaped ? name.lowerBound + 1..<name.upperBound - 1 : name
    if imports.isEmpty { imports.reserveCapacity(8) }
    imports.append(
      SourceImport(
        module: lexer.text.string(inner), position: start, endColumn: end.column,
        isReexported: isReexported, condition: conditions.all))
  }
}

// Conditions.
extension SwiftImportScan {
  /// Reads `#if`, `#elseif`, `#else` or `#endif`; returns the token after it.
  private mutating func readDirective() -> SwiftLexer.Token {
    if lexer.isWord("#if") {
      depths.append(depth)
      let (condition, token) = lexer.readCondition()
      conditions.open(condition ?? .unknown)
      return token
    }
    depth = depths.last ?? depth
    if lexer.isWord("#elseif") {
      let (condition, token) = lexer.readCondition()
      conditions.branch(condition ?? .unknown)
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
}

extension ImportCondition {
  /// Parses the code after `#if` or `#elseif` of Swift; fails if it is malformed.
  public init?(line: ArraySlice<UInt8>) {
    var lexer = SwiftLexer(SourceText(bytes: Array("#if".utf8) + line))
    _ = lexer.next()
    guard case (let condition?, .end) = lexer.readCondition() else { return nil }
    self = condition
  }
}
