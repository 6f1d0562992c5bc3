internal import Diagnostics

/// Scans a source of C, C++ or Objective-C for imports in one pass: `@import M` and headers in angle
/// brackets with the folder of a module, `<M/x.h>`.
///
/// Headers in quotes belong to no module.
struct CImportScan {
  private var code: CText
  private let last: Int
  private var places = PlaceCounter()
  private var conditions = OpenConditions()
  /// The name that the last `#if` requires to be undefined, until a token other than `#define`
  /// follows.
  private var includeGuard: String?
  private var imports: [SourceImport] = []

  private var text: SourceText { code.text }

  /// Creates a scan.
  ///
  /// - Parameters:
  ///   - text: The source.
  ///   - last: The offset of the last word that may include something.
  init(_ text: SourceText, upTo last: Int) {
    code = CText(text)
    self.last = last
  }

  mutating func run() -> [SourceImport] {
    var startsLine = true
    while code.place <= last {
      code.skipBlanks()
      switch text[code.place] {
      case let byte where byte.isNewline:
        startsLine = true
        code.place += 1
        continue
      case UInt8(ascii: "#") where startsLine: readDirective()
      case UInt8(ascii: "@"): readModuleImport()
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        code.skipLiteral()
        includeGuard = nil
      default:
        code.place = max(code.place + 1, text.endOfWord(from: code.place))
        includeGuard = nil
      }
      startsLine = false
    }
    return imports
  }

  /// Reads `@import M.Part`.
  private mutating func readModuleImport() {
    code.place += 1
    code.skipBlanks()
    let word = takeWord()
    guard text.equals("import", word) else { return }
    code.skipBlanks()
    while text[code.place].isNewline {
      code.place += 1
      code.skipBlanks()
    }
    let name = takeWord()
    if !name.isEmpty { add(module: name) }
  }

  private mutating func takeWord() -> Range<Int> {
    let start = min(code.place, text.count)
    code.place = max(start, text.endOfWord(from: start))
    return start..<code.place
  }

  private mutating func readDirective() {
    code.place += 1
    code.skipBlanks()
    let word = takeWord()
    let guarded = includeGuard
    includeGuard = nil
    switch text.string(word) {
    case "import", "include", "include_next": readInclude()
    case "if": open(readCondition())
    case "ifdef": open(readName().map(Self.condition) ?? .unknown)
    case "ifndef": open(.not(readName().map(Self.condition) ?? .unknown))
    case "elif": conditions.branch(readCondition())
    case "elifdef": conditions.branch(readName().map(Self.condition) ?? .unknown)
    case "elifndef": conditions.branch(.not(readName().map(Self.condition) ?? .unknown))
    case "else": conditions.branch(nil)
    case "endif": conditions.close()
    case "define":
      // An include guard is always true for the first inclusion.
      if let guarded, readName() == guarded { conditions.replaceLast(by: .always) }
      skipDirective()
    default: skipDirective()
    }
  }

  /// Skips to the end of a directive without code: the text of a macro, of an error or a pragma.
  private mutating func skipDirective() {
    while true {
      code.skipBlanks()
      guard code.place < text.count, !text[code.place].isNewline else { return }
      switch text[code.place] {
      case UInt8(ascii: "\""), UInt8(ascii: "'"): code.skipLiteral()
      default: code.place = max(code.place + 1, text.endOfWord(from: code.place))
      }
    }
  }

  private mutating func open(_ condition: ImportCondition) {
    conditions.open(condition)
    if case .not(.flag(let name)) = condition { includeGuard = name }
  }

  private mutating func readName() -> String? {
    code.skipBlanks()
    let word = takeWord()
    return word.isEmpty ? nil : text.string(word)
  }

  private mutating func readInclude() {
    code.skipBlanks()
    guard text[code.place] == UInt8(ascii: "<") else { return }
    let start = code.place + 1
    var end = start
    while end < text.count, text[end] != UInt8(ascii: ">"), !text[end].isNewline { end += 1 }
    guard text[end] == UInt8(ascii: ">") else { return }
    code.place = end + 1
    let header = start..<end
    guard let slash = header.first(where: { text[$0] == UInt8(ascii: "/") }), slash > start else {
      return
    }
    add(module: start..<slash, header: text.string(header))
  }

  private mutating func add(module name: Range<Int>, header: String? = nil) {
    let start = places.position(of: name.lowerBound, in: text)
    let end = places.position(of: name.upperBound, in: text)
    imports.append(
      SourceImport(
        module: text.string(name), header: header, position: start, endColumn: end.column,
        condition: conditions.all))
  }
}

// Conditions.
extension CImportScan {
  /// Reads the condition of an `#if`, up to the end of its line: a name or `defined(NAME)`, possibly
  /// negated.
  ///
  /// Other conditions are unknown.
  private mutating func readCondition() -> ImportCondition {
    code.skipBlanks()
    let isNegated = text[code.place] == UInt8(ascii: "!")
    if isNegated { code.place += 1 }
    var name = readName()
    code.skipBlanks()
    if name == "defined" {
      let isCall = text[code.place] == UInt8(ascii: "(")
      if isCall { code.place += 1 }
      name = readName()
      code.skipBlanks()
      if isCall, text[code.place] == UInt8(ascii: ")") { code.place += 1 }
      code.skipBlanks()
    }
    guard let name, code.place >= text.count || text[code.place].isNewline else {
      skipDirective()
      return .unknown
    }
    return isNegated ? .not(Self.condition(name)) : Self.condition(name)
  }

  /// Returns the condition that a name is defined, or not 0.
  private static func condition(_ name: String) -> ImportCondition {
    switch name {
    // Importing a framework requires Objective-C and a system of Apple.
    case "__OBJC__", "__APPLE__", "__MACH__", "TARGET_OS_MAC", "1": .always
    case "0": .not(.always)
    case "TARGET_OS_IPHONE": .any(["iOS", "tvOS", "watchOS", "visionOS"].map { .os($0) })
    case "TARGET_OS_IOS": .os("iOS")
    case "TARGET_OS_OSX": .os("macOS")
    case "TARGET_OS_TV": .os("tvOS")
    case "TARGET_OS_WATCH": .os("watchOS")
    case "TARGET_OS_VISION": .os("visionOS")
    case "TARGET_OS_SIMULATOR", "TARGET_IPHONE_SIMULATOR": .targetEnvironment("simulator")
    case "TARGET_OS_MACCATALYST", "TARGET_OS_UIKITFORMAC": .targetEnvironment("macCatalyst")
    default: .flag(name)
    }
  }
}
