public import Diagnostics

/// Reads the declarations of a `Package.swift` without running it.
///
/// A manifest is a Swift program, but nearly all are declarative. The others are *computed* as a
/// whole: the reader never guesses, and does not report syntax errors.
public struct ManifestReader {
  var evaluator: ManifestEvaluator
  var package: ManifestCall?
  /// Whether it is uncertain that the statements run; a change of the graph is then an obstacle.
  var isUncertain = false
  /// Whether an uncertain change of a variable is an obstacle; if not, the variable becomes
  /// unknown.
  var keepsVariables = false
  var blocks = 0
  /// The names declared in branches that may not be compiled.
  var uncertainNames: Set<String> = []

  /// Reads a manifest.
  ///
  /// - Parameters:
  ///   - bytes: The text of the manifest.
  ///   - file: The file of the locations.
  /// - Returns: The declarations, or the location of the first code that would have to run.
  /// - Complexity: O(*n*) for *n* bytes and the resulting declarations.
  public static func read(_ bytes: [UInt8], file: FileID) -> ManifestContents {
    var name: String?
    let offset: Int
    do throws(ManifestObstacle) {
      guard bytes.count <= Limits.manifestSize, String(validating: bytes, as: UTF8.self) != nil
      else {
        throw ManifestObstacle(offset: 0)
      }
      var reader = ManifestReader(try ManifestEvaluator(ManifestTokens(bytes)))
      do throws(ManifestObstacle) {
        try reader.readStatements(before: reader.evaluator.tokens.all.count - 1)
        guard let package = reader.package else { throw reader.evaluator.obstacle }
        let decoder = ManifestDecoder(places: SourcePlaces(bytes, file: file))
        var manifest = try decoder.manifest(package, reader.evaluator.package.currentLists)
        if reader.changesPlatforms { manifest.minimums = [] }
        manifest.toolsVersion = reader.evaluator.tokens.toolsVersion
        manifest.dependsOnHost =
          reader.evaluator.traits.dependsOnHost || reader.evaluator.tokens.dependsOnHost
        return .literal(manifest)
      } catch {
        name = reader.evaluator.package.name
        throw error
      }
    } catch {
      offset = error.offset
    }
    return .computed(name: name, at: ManifestStop(at: offset, in: bytes, file: file))
  }

  /// Whether a statement may change `platforms:` of the package.
  var changesPlatforms: Bool {
    let tokens = evaluator.tokens
    return tokens.all.indices.dropFirst().contains {
      tokens.isAt($0, "platforms") && tokens.isAt($0 - 1, ".")
    }
  }

  private init(_ evaluator: ManifestEvaluator) { self.evaluator = evaluator }
}

// Statements.
extension ManifestReader {
  mutating func readStatements(before limit: Int) throws(ManifestObstacle) {
    var isFirst = true
    while evaluator.cursor.place < limit {
      guard isFirst || evaluator.cursor.token.startsLine else { throw evaluator.obstacle }
      isFirst = false
      try readStatement(before: limit)
      while evaluator.cursor.place < limit, evaluator.cursor.take(";") { isFirst = true }
    }
  }

  mutating func readStatement(before limit: Int) throws(ManifestObstacle) {
    let tokens = evaluator.tokens
    let start = evaluator.cursor.place
    if evaluator.cursor.token.kind == .undecided {
      evaluator.cursor.place += 1
      try readUncertainly(before: tokens.all[start].match)
      evaluator.cursor.place = tokens.behind(start)
      return
    }
    let modifiers = tokens.modifiers(from: start, before: limit)
    let end = tokens.end(from: modifiers.place, before: limit, isStatement: true)
    let keyword = tokens.isIdentifier(modifiers.place) ? tokens.word(modifiers.place) : ""
    switch keyword {
    case "import":
      evaluator.cursor.place = modifiers.place
      return try skipImport()
    case "let", "var":
      evaluator.cursor.place = modifiers.place
      return try readConstants(before: end, isKnown: !modifiers.hasAttributes)
    case "func", "enum", "struct", "class", "protocol", "actor", "extension", "typealias":
      return try skipDeclaration(at: modifiers.place, before: end)
    case "if" where start == modifiers.place: return try readCondition(before: end)
    default: break
    }
    guard start == modifiers.place else { throw evaluator.obstacle }
    if evaluator.cursor.starts(with: ["Package"]) { throw evaluator.obstacle }
    if keyword == evaluator.scope.packageConstant || keyword == "for", try passLoop(before: end) {
      return
    }
    if evaluator.changesTarget(before: end) {
      return try evaluator.changeTarget(before: end, isCertain: !isUncertain)
    }
    if try readWalk(before: end) { return }
    if keyword == evaluator.scope.packageConstant { return try readChange(before: end) }
    if try changeVariable(keyword, before: end) { return }
    if try readLoop(before: end) { return }
    try evaluator.pass(to: end)
  }

  /// Reads statements that may or may not run.
  mutating func readUncertainly(before end: Int) throws(ManifestObstacle) {
    let wasUncertain = isUncertain
    isUncertain = true
    defer { isUncertain = wasUncertain }
    blocks += 1
    defer { blocks -= 1 }
    guard blocks < Self.mostBlocks else { throw evaluator.obstacle }
    try readStatements(before: end)
  }

  static let mostBlocks = 32

  mutating func skipImport() throws(ManifestObstacle) {
    evaluator.cursor.advance()
    for kind: StaticString in ["class", "struct", "enum", "func", "var", "let", "typealias"]
    where evaluator.cursor.take(kind) {
      break
    }
    repeat { _ = try evaluator.cursor.takeIdentifier() } while evaluator.cursor.take(".")
  }

  /// Skips a declaration, which `ManifestDeclarations` has already read.
  mutating func skipDeclaration(at place: Int, before end: Int) throws(ManifestObstacle) {
    let tokens = evaluator.tokens
    guard place + 1 < end else { throw evaluator.obstacle }
    if tokens.isAt(place, "typealias"), isBuiltin(tokens.word(place + 1)) {
      throw evaluator.obstacle
    }
    // The end of the declaration is the end of its body.
    let open = tokens.first("{", from: place, before: end)
    evaluator.cursor.place = open < end ? tokens.behind(open) : end
  }

  func isBuiltin(_ name: String) -> Bool { ManifestType.builtins.contains(name) }
}
