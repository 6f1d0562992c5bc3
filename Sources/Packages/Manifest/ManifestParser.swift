internal import Diagnostics

/// Reads the expressions of a manifest and finds out at once what they stand for.
///
/// The grammar is the literal part of Swift: literals, lists, calls of members, names of constants, `+`
/// and ranges. Anything else is an obstacle.
struct ManifestParser {
  private var lexer: ManifestLexer
  private(set) var token: ManifestToken
  private var previousEnd = 0
  private var depth = 0
  /// What the constants so far stand for; nil where a condition decides.
  var constants: [String: ManifestValue?] = [:]
  /// The value of `name:` of the package, as soon as it is read.
  private(set) var packageName: String?
  private var packageCalls = 0
  /// How much sums have made so far, which takes few bytes to write.
  private var summed = 0

  /// Types that members are written behind; no constant may have such a name.
  static let types: Set<String> = [
    "PackageDescription", "Package", "Target", "Product", "Dependency", "PluginUsage", "Version",
    "Platform", "SupportedPlatform", "SwiftVersion", "SwiftLanguageMode", "Resource", "CSetting",
    "CXXSetting", "SwiftSetting", "LinkerSetting", "BuildConfiguration", "SystemPackageProvider",
    "LanguageTag", "CLanguageStandard", "CXXLanguageStandard", "TargetDependencyCondition",
    "BuildSettingCondition", "PluginCapability", "PluginCommandIntent", "PluginPermission", "Trait",
    "String", "Array", "Set", "Dictionary", "Optional",
  ]

  init(_ bytes: [UInt8]) throws(ManifestObstacle) {
    lexer = ManifestLexer(bytes)
    token = try lexer.next()
  }

  var obstacle: ManifestObstacle { ManifestObstacle(offset: token.range.lowerBound) }

  mutating func advance() throws(ManifestObstacle) {
    previousEnd = token.range.upperBound
    token = try lexer.next()
  }

  /// Goes on in the next line, behind a condition.
  mutating func skipCondition() throws(ManifestObstacle) {
    guard ManifestCondition.isValid(lexer.restOfLine) else { throw obstacle }
    try skipLine()
  }

  /// Goes on in the next line.
  mutating func skipLine() throws(ManifestObstacle) {
    lexer.skipLine()
    try advance()
  }

  func isAt(_ text: StaticString) -> Bool {
    guard token.kind != .text, token.range.count == text.utf8CodeUnitCount else { return false }
    return text.withUTF8Buffer { lexer.bytes[token.range].elementsEqual($0) }
  }

  mutating func take(_ text: StaticString) throws(ManifestObstacle) -> Bool {
    guard isAt(text) else { return false }
    try advance()
    return true
  }

  mutating func require(_ text: StaticString) throws(ManifestObstacle) {
    guard try take(text) else { throw obstacle }
  }

  /// The word at the token.
  var word: String { String(decoding: lexer.bytes[token.range], as: UTF8.self) }

  mutating func takeIdentifier() throws(ManifestObstacle) -> String {
    guard token.kind == .identifier else { throw obstacle }
    let name = word
    try advance()
    return name
  }

  // MARK: Operators

  mutating func expression() throws(ManifestObstacle) -> ManifestElement {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Limits.nesting else { throw obstacle }
    var left = try operand()
    while token.kind == .operation {
      let isSum = isAt("+")
      guard isSum || isAt("..<") || isAt("..."), isInfix else { return left }
      let isThrough = isAt("...")
      try advance()
      let right = try operand()
      let value = isSum ? sum(left, right) : Self.versions(left, right, through: isThrough)
      guard let value else { throw ManifestObstacle(offset: right.range.lowerBound) }
      left = ManifestElement(value: value, range: left.range.lowerBound..<previousEnd)
    }
    return left
  }

  /// Blanks stand on both sides of an infix operator, or on none.
  private var isInfix: Bool { token.hasSpaceBefore == lexer.isBeforeSpace }

  private mutating func sum(_ a: ManifestElement, _ b: ManifestElement) -> ManifestValue? {
    let value: ManifestValue
    switch (a.value, b.value) {
    case (.text(let a), .text(let b)):
      summed += a.utf8.count + b.utf8.count
      value = .text(a + b)
    case (.list(let a), .list(let b)):
      summed += a.count + b.count
      value = .list(a + b)
    default: return nil
    }
    return summed <= Limits.manifestDeclarations ? value : nil
  }

  private static func versions(
    _ a: ManifestElement, _ b: ManifestElement, through: Bool
  ) -> ManifestValue? {
    guard case .text(let low) = a.value, case .text(let high) = b.value else { return .other }
    return .versions(low, through: through, high)
  }

  // MARK: Operands

  private mutating func operand() throws(ManifestObstacle) -> ManifestElement {
    let start = token.range.lowerBound
    let value: ManifestValue
    switch token.kind {
    case .text:
      value = .text(try text())
      try advance()
    case .number:
      value = .other
      try advance()
    case .operation:
      value = .other
      guard isAt("-") else { throw obstacle }
      try advance()
      guard token.kind == .number, !token.hasSpaceBefore else { throw obstacle }
      try advance()
    case .identifier: value = try named()
    case .sign:
      if try take("(") {
        value = try expression().value
        try require(")")
      } else if isAt("[") {
        value = try list()
      } else {
        try require(".")
        value = try member()
      }
    case .directive, .end: throw obstacle
    }
    // A call on a result, an element of a list, a closure: a program.
    guard !isAt("."), !isAt("(") || token.startsLine, !isAt("[") || token.startsLine else {
      throw obstacle
    }
    return ManifestElement(value: value, range: start..<previousEnd)
  }

  private mutating func named() throws(ManifestObstacle) -> ManifestValue {
    let start = obstacle
    let name = try takeIdentifier()
    switch name {
    case "nil": return .null
    case "true", "false": return .other
    case "Package" where isCall, "Version" where isCall:
      if name == "Package" { packageCalls += 1 }
      guard packageCalls <= 1 else { throw start }
      return .call(try call(name))
    case _ where Self.types.contains(name):
      var last = name
      while Self.types.contains(last) {
        try require(".")
        last = word
        guard Self.types.contains(last) else { break }
        try advance()
      }
      return try member()
    default:
      guard let known = constants[name], let value = known else { throw start }
      return value
    }
  }

  /// Whether the word at the token is a label.
  private var isBeforeColon: Bool {
    get throws(ManifestObstacle) {
      var ahead = lexer
      let next = try ahead.next()
      return next.kind == .sign && lexer.bytes[next.range.lowerBound] == UInt8(ascii: ":")
    }
  }

  private var isCall: Bool { isAt("(") && !token.startsLine }

  /// What stands behind a dot.
  private mutating func member() throws(ManifestObstacle) -> ManifestValue {
    let name = try takeIdentifier()
    return isCall ? .call(try call(name)) : .member(name)
  }

  private mutating func call(_ name: String) throws(ManifestObstacle) -> ManifestCall {
    try require("(")
    let isPackage = name == "Package"
    var arguments: [ManifestCall.Argument] = []
    while !isAt(")") {
      var label = ""
      if token.kind == .identifier, try isBeforeColon {
        label = try takeIdentifier()
        try advance()
      }
      let element = try expression()
      if isPackage, label == "name", case .text(let text) = element.value { packageName = text }
      arguments.append(ManifestCall.Argument(label: label, element: element))
      guard try take(",") else { break }
    }
    try require(")")
    return ManifestCall(name: name, arguments: arguments)
  }

  /// A list, or a dictionary, whose content nobody asks for.
  private mutating func list() throws(ManifestObstacle) -> ManifestValue {
    try require("[")
    if try take(":") {
      try require("]")
      return .other
    }
    var elements: [ManifestElement] = []
    var isDictionary = false
    while !isAt("]") {
      elements.append(try expression())
      if elements.count == 1 { isDictionary = isAt(":") }
      if isDictionary {
        try require(":")
        _ = try expression()
      }
      guard try take(",") else { break }
    }
    try require("]")
    return isDictionary ? .other : .list(elements)
  }

  // MARK: Text

  /// The text of the literal at the token.
  private func text() throws(ManifestObstacle) -> String {
    let bytes = lexer.bytes[token.range].dropFirst().dropLast()
    guard bytes.contains(UInt8(ascii: "\\")) else { return String(decoding: bytes, as: UTF8.self) }
    var text = ""
    var rest = Substring(String(decoding: bytes, as: UTF8.self)).unicodeScalars
    while let scalar = rest.popFirst() {
      guard scalar == "\\" else {
        text.unicodeScalars.append(scalar)
        continue
      }
      guard let meant = Self.escaped(&rest) else { throw obstacle }
      text.unicodeScalars.append(meant)
    }
    return text
  }

  /// What a backslash and `rest` stand for; nil for an interpolation.
  private static func escaped(_ rest: inout Substring.UnicodeScalarView) -> Unicode.Scalar? {
    switch rest.popFirst() {
    case "\\": return "\\"
    case "\"": return "\""
    case "'": return "'"
    case "n": return "\n"
    case "r": return "\r"
    case "t": return "\t"
    case "0": return "\0"
    case "u":
      guard rest.popFirst() == "{", let end = rest.firstIndex(of: "}") else { return nil }
      let digits = rest[..<end]
      rest = rest[end...].dropFirst()
      guard 1...8 ~= digits.count, digits.allSatisfy(\.properties.isASCIIHexDigit) else {
        return nil
      }
      return UInt32(String(digits), radix: 16).flatMap(Unicode.Scalar.init)
    default: return nil
    }
  }
}
