public import Diagnostics

/// Reads what a `Package.swift` declares, as far as that can be known without running it.
///
/// A manifest is a Swift program, but nearly all are one literal. What is not literal makes the whole
/// manifest *computed*: nothing is guessed, and what the compiler refuses is the compiler's affair.
public struct ManifestReader {
  private var parser: ManifestParser
  /// The constant that is the package.
  private var packageConstant: String?
  private var package: ManifestCall?
  private var additions: [(member: String, elements: [ManifestElement])] = []
  /// How many `#if` are open.
  private var conditions = 0

  /// What can be known of a manifest.
  ///
  /// - Parameters:
  ///   - bytes: Its text.
  ///   - file: The file that locations shall be in.
  /// - Returns: What it declares, or where it turns into a program.
  /// - Complexity: O(*n*) for *n* bytes and the declarations that they make.
  public static func read(_ bytes: [UInt8], file: FileID) -> ManifestContents {
    var name: String?
    let offset: Int
    do throws(ManifestObstacle) {
      guard bytes.count <= Limits.manifestSize, String(validating: bytes, as: UTF8.self) != nil
      else {
        throw ManifestObstacle(offset: 0)
      }
      var reader = ManifestReader(parser: try ManifestParser(bytes))
      do throws(ManifestObstacle) {
        try reader.readStatements()
        guard let package = reader.package else { throw reader.parser.obstacle }
        let decoder = ManifestDecoder(places: SourcePlaces(bytes, file: file))
        var manifest = try decoder.manifest(package, adding: reader.additions)
        manifest.toolsVersion = Self.toolsVersion(bytes)
        return .literal(manifest)
      } catch {
        name = reader.parser.packageName
        throw error
      }
    } catch {
      offset = error.offset
    }
    return .computed(name: name, at: SourcePlaces(bytes, file: file).position(of: offset))
  }

  /// Reads the version in the first line that is not blank, `// swift-tools-version:5.9`.
  static func toolsVersion(_ bytes: [UInt8]) -> ToolsVersion? {
    let line = bytes.drop { $0 <= 0x20 || $0 >= 0x80 }.prefix { $0 != 0x0a && $0 != 0x0d }
    let text = String(decoding: line.prefix(200), as: UTF8.self).lowercased()
    guard text.hasPrefix("//") else { return nil }
    let words = text.drop { $0 == "/" || $0 == " " || $0 == "\t" }
    guard words.hasPrefix("swift-tools-version") else { return nil }
    let version = words.drop { $0 != ":" }.dropFirst().drop { $0 == " " || $0 == "\t" }
    return ToolsVersion(version.prefix { $0 != ";" && $0 != " " && $0 != "\t" })
  }

  private init(parser: ManifestParser) { self.parser = parser }
}

// Statements.
extension ManifestReader {
  private mutating func readStatements() throws(ManifestObstacle) {
    var isNewStatement = true
    while parser.token.kind != .end {
      guard isNewStatement || parser.token.startsLine else { throw parser.obstacle }
      try readStatement()
      isNewStatement = try parser.take(";")
    }
    guard conditions == 0 else { throw parser.obstacle }
  }

  private mutating func readStatement() throws(ManifestObstacle) {
    if parser.token.kind == .directive { return try readDirective() }
    if parser.isAt("import") { return try parser.skipImport() }
    var isDeclaration = false
    for modifier: StaticString in ["private", "fileprivate", "internal", "public"]
    where !isDeclaration {
      isDeclaration = try parser.take(modifier)
    }
    if try parser.take("let") { return try readConstants() }
    if try parser.take("var") { return try readConstants() }
    guard !isDeclaration else { throw parser.obstacle }
    try readAddition()
  }

  /// What a condition decides is known to nobody; a declaration in it may have no other use.
  private mutating func readDirective() throws(ManifestObstacle) {
    switch parser.word {
    case "#if":
      conditions += 1
      return try parser.skipCondition()
    case "#elseif":
      guard conditions > 0 else { throw parser.obstacle }
      return try parser.skipCondition()
    case "#else": guard conditions > 0 else { throw parser.obstacle }
    case "#endif":
      guard conditions > 0 else { throw parser.obstacle }
      conditions -= 1
    default: throw parser.obstacle
    }
    try parser.skipLine()
  }

  private mutating func readConstants() throws(ManifestObstacle) {
    repeat {
      let start = parser.obstacle
      let name = try parser.takeIdentifier()
      if try parser.take(":") { try parser.skipType() }
      try parser.require("=")
      let element = try parser.expression()
      guard !ManifestParser.types.contains(name) else { throw start }
      let isKnown = parser.constants[name] != nil || name == packageConstant
      guard !isKnown || conditions > 0 else { throw start }
      if conditions > 0 {
        if name == packageConstant { throw start }
        parser.constants[name] = .some(nil)
      } else {
        parser.constants[name] = element.value
      }
      if case .call(let call) = element.value, call.name == "Package" {
        guard conditions == 0, package == nil else { throw start }
        package = call
        packageConstant = name
        // Whoever else has it may change it.
        parser.constants[name] = .some(nil)
      }
    } while try parser.take(",")
  }

  /// `package.targets += […]`, or `append`.
  private mutating func readAddition() throws(ManifestObstacle) {
    let start = parser.obstacle
    let name = try parser.takeIdentifier()
    guard name == packageConstant, conditions == 0 else { throw start }
    try parser.require(".")
    let member = try parser.takeIdentifier()
    guard ["targets", "products", "dependencies"].contains(member) else { throw start }
    if try parser.take("+=") {
      guard case .list(let elements) = try parser.expression().value else { throw start }
      additions.append((member, elements))
      return
    }
    try parser.require(".")
    guard try parser.takeIdentifier() == "append", !parser.token.startsLine else { throw start }
    try parser.require("(")
    let isList = try parser.take("contentsOf")
    if isList { try parser.require(":") }
    let element = try parser.expression()
    try parser.require(")")
    switch element.value {
    case .list(let elements) where isList: additions.append((member, elements))
    case .call where !isList: additions.append((member, [element]))
    default: throw start
    }
  }
}

extension ManifestParser {
  /// `import PackageDescription`, also of one declaration.
  fileprivate mutating func skipImport() throws(ManifestObstacle) {
    try advance()
    for kind: StaticString in ["class", "struct", "enum", "func", "var", "let", "typealias"]
    where try take(kind) {
      break
    }
    repeat { _ = try takeIdentifier() } while try take(".")
  }

  /// The type of a constant adds nothing to what its value says.
  fileprivate mutating func skipType() throws(ManifestObstacle) {
    while !isAt("=") {
      switch token.kind {
      case .identifier: break
      case .sign where isAt(".") || isAt("[") || isAt("]") || isAt(":"): break
      default: throw obstacle
      }
      try advance()
    }
  }
}
