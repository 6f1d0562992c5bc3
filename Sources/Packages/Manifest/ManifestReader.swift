public import Diagnostics

/// Reads the declarations of a `Package.swift` without running it.
///
/// A manifest is a Swift program, but nearly all write their graph down. Otherwise the whole
/// manifest is *computed*: the reader never guesses, and does not report errors of syntax.
public struct ManifestReader {
  private var evaluator: ManifestEvaluator
  private var package: ManifestCall?
  private var changes: [ManifestChange] = []
  /// Whether it is unknown if the statements run: one that changes the graph is an obstacle then.
  private var isUncertain = false
  /// Whether an uncertain change of a variable is an obstacle; else the variable becomes unknown.
  private var keepsVariables = false
  /// The earlier values of names that a block shadows.
  private var hidden: [(name: String, binding: ManifestBinding?)] = []
  private var blocks = 0
  /// The names declared in branches that may not be compiled.
  private var uncertainNames: Set<String> = []

  /// Reads a manifest.
  ///
  /// - Parameters:
  ///   - bytes: Its text.
  ///   - file: The file of the locations.
  /// - Returns: Its declarations, or the place of the first code that would have to be run.
  /// - Complexity: O(*n*) for *n* bytes and the declarations that they make.
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
        var manifest = try decoder.manifest(package, changing: reader.changes)
        if reader.changesPlatforms { manifest.minimums = [] }
        manifest.toolsVersion = reader.evaluator.tokens.toolsVersion
        manifest.dependsOnHost =
          reader.evaluator.dependsOnHost || reader.evaluator.tokens.dependsOnHost
        return .literal(manifest)
      } catch {
        name = reader.evaluator.packageName
        throw error
      }
    } catch {
      offset = error.offset
    }
    return .computed(name: name, at: SourcePlaces(bytes, file: file).position(of: offset))
  }

  /// Reads the version in the first non-blank line, `// swift-tools-version:5.9`.
  static func toolsVersion(_ bytes: [UInt8]) -> ToolsVersion? {
    let line = bytes.drop { $0 <= 0x20 || $0 >= 0x80 }.prefix { $0 != 0x0a && $0 != 0x0d }
    let text = String(decoding: line.prefix(200), as: UTF8.self).lowercased()
    guard text.hasPrefix("//") else { return nil }
    let words = text.drop { $0 == "/" || $0 == " " || $0 == "\t" }
    guard words.hasPrefix("swift-tools-version") else { return nil }
    let version = words.drop { $0 != ":" }.dropFirst().drop { $0 == " " || $0 == "\t" }
    return ToolsVersion(version.prefix { $0 != ";" && $0 != " " && $0 != "\t" })
  }

  /// Whether a statement may change `platforms:` of the package.
  private var changesPlatforms: Bool {
    let tokens = evaluator.tokens
    return tokens.all.indices.dropFirst().contains {
      tokens.isAt($0, "platforms") && tokens.isAt($0 - 1, ".")
    }
  }

  private init(_ evaluator: ManifestEvaluator) { self.evaluator = evaluator }
}

// Statements.
extension ManifestReader {
  private mutating func readStatements(before limit: Int) throws(ManifestObstacle) {
    var isFirst = true
    while evaluator.place < limit {
      guard isFirst || evaluator.token.startsLine else { throw evaluator.obstacle }
      isFirst = false
      try readStatement(before: limit)
      while evaluator.place < limit, evaluator.take(";") { isFirst = true }
    }
  }

  private mutating func readStatement(before limit: Int) throws(ManifestObstacle) {
    let tokens = evaluator.tokens
    if evaluator.token.kind == .undecided { return try readUncertain() }
    let start = evaluator.place
    let end = tokens.end(from: start, before: limit, isStatement: true)
    let modifiers = tokens.modifiers(from: start, before: end)
    let keyword = tokens.isIdentifier(modifiers.place) ? tokens.word(modifiers.place) : ""
    switch keyword {
    case "import":
      evaluator.place = modifiers.place
      return try skipImport()
    case "let", "var":
      evaluator.place = modifiers.place
      return try readConstants(before: end, isKnown: !modifiers.hasAttributes)
    case "func", "enum", "struct", "class", "protocol", "actor", "extension", "typealias":
      return try skipDeclaration(at: modifiers.place, before: end)
    case "if" where start == modifiers.place: return try readCondition(before: end)
    default: break
    }
    guard start == modifiers.place else { throw evaluator.obstacle }
    if evaluator.starts(with: ["Package"]) { throw evaluator.obstacle }
    if keyword == evaluator.packageConstant || keyword == "for", try passLoop(before: end) {
      return
    }
    if keyword == evaluator.packageConstant { return try readChange(before: end) }
    if try changeVariable(keyword, before: end) { return }
    try evaluator.pass(over: start..<end)
    evaluator.place = end
  }

  /// Reads a branch that may or may not be compiled.
  private mutating func readUncertain() throws(ManifestObstacle) {
    let end = evaluator.token.match
    evaluator.place += 1
    try readUncertainly(before: end)
    evaluator.place = end + 1
  }

  private mutating func readUncertainly(before end: Int) throws(ManifestObstacle) {
    let wasUncertain = isUncertain
    isUncertain = true
    defer { isUncertain = wasUncertain }
    blocks += 1
    defer { blocks -= 1 }
    guard blocks < Self.mostBlocks else { throw evaluator.obstacle }
    try readStatements(before: end)
  }

  private static let mostBlocks = 32

  private mutating func skipImport() throws(ManifestObstacle) {
    evaluator.advance()
    for kind: StaticString in ["class", "struct", "enum", "func", "var", "let", "typealias"]
    where evaluator.take(kind) {
      break
    }
    repeat { _ = try evaluator.takeIdentifier() } while evaluator.take(".")
  }

  /// Skips a declaration, which `ManifestDeclarations` has already read.
  private mutating func skipDeclaration(
    at place: Int, before end: Int
  ) throws(ManifestObstacle) {
    let tokens = evaluator.tokens
    guard place + 1 < end else { throw evaluator.obstacle }
    guard !tokens.isAt(place, "typealias") || !isBuiltin(tokens.word(place + 1)) else {
      throw evaluator.obstacle
    }
    // The end of the declaration is the end of its body.
    let open = tokens.first("{", from: place, before: end)
    evaluator.place = open < end ? tokens.behind(open) : end
  }

  private func isBuiltin(_ name: String) -> Bool { ManifestType.builtins.contains(name) }
}

// Constants.
extension ManifestReader {
  private mutating func readConstants(
    before end: Int, isKnown: Bool
  ) throws(ManifestObstacle) {
    let isVariable = evaluator.isAt("var")
    let tokens = evaluator.tokens
    repeat {
      evaluator.advance()
      guard tokens.isIdentifier(evaluator.place) else {
        // The names of a pattern have no known value.
        try forget(evaluator.place..<end)
        evaluator.place = end
        return
      }
      let name = try evaluator.takeIdentifier()
      guard !isBuiltin(name) else { throw evaluator.obstacle }
      var type: Range<Int>?
      if evaluator.isAt(":") {
        let start = evaluator.place + 1
        type = start..<tokens.endOfType(from: start, before: end)
        evaluator.place = type?.upperBound ?? start
      }
      guard evaluator.place < end, evaluator.take("=") else {
        try readWithoutValue(name, type: isKnown ? type : nil, before: end)
        return
      }
      try bind(name, type: type, isVariable: isVariable, isKnown: isKnown, before: end)
    } while evaluator.place < end && evaluator.isAt(",")
  }

  /// Reads a computed variable, or one that gets its value later.
  private mutating func readWithoutValue(
    _ name: String, type: Range<Int>?, before end: Int
  ) throws(ManifestObstacle) {
    if evaluator.place == end, !isUncertain, !uncertainNames.contains(name),
      let (type, isOptional) = type.flatMap({ evaluator.declarations.type(in: $0, of: "") }),
      !isOptional
    {
      var binding = ManifestBinding(element: nil, type: type)
      binding.isVariable = true
      binding.isDeferred = true
      binding.isWrapped = type != .text
      try declare(name, binding)
      return
    }
    guard evaluator.place < end, evaluator.isAt("{"), blocks == 0 else {
      uncertainNames.insert(name)
      try evaluator.pass(over: evaluator.place..<end)
      evaluator.place = end
      return
    }
    evaluator.place = evaluator.tokens.behind(evaluator.place)
  }

  private mutating func forget(_ range: Range<Int>) throws(ManifestObstacle) {
    for place in range where evaluator.tokens.isIdentifier(place) {
      uncertainNames.insert(evaluator.tokens.word(place))
    }
    try evaluator.pass(over: range)
  }

  private mutating func bind(
    _ name: String, type: Range<Int>?, isVariable: Bool, isKnown: Bool, before limit: Int
  ) throws(ManifestObstacle) {
    let start = evaluator.place
    let end = evaluator.tokens.end(from: start, before: limit)
    var binding = ManifestBinding(element: nil, type: nil)
    if isUncertain || !isKnown {
      uncertainNames.insert(name)
      try evaluator.pass(over: start..<end)
    } else {
      do throws(ManifestObstacle) {
        binding = try evaluator.binding(type: type, before: end)
      } catch {
        let reason = error
        do throws(ManifestObstacle) { try evaluator.pass(over: start..<end) } catch { throw reason }
      }
    }
    evaluator.place = end
    binding.isVariable = isVariable
    evaluator.place = start
    try declare(name, binding)
    evaluator.place = end
    if case .call(let call)? = binding.element?.value, call.name == "Package" {
      guard blocks == 0, package == nil else { throw evaluator.obstacle(at: start) }
      package = call
      evaluator.packageConstant = name
      if binding.dependsOnHost { evaluator.dependsOnHost = true }
      // No expression has it.
      binding.element = nil
    }
    if uncertainNames.contains(name) { binding.element = nil }
    evaluator.globals[name] = binding
  }

  /// Adds a constant or variable to the names that are known.
  private mutating func declare(
    _ name: String, _ binding: ManifestBinding
  ) throws(ManifestObstacle) {
    let old = evaluator.globals[name]
    guard old == nil || blocks > 0, name != evaluator.packageConstant,
      !binding.holdsObjects || !evaluator.passedNames.contains(name)
    else { throw evaluator.obstacle }
    if blocks > 0 { hidden.append((name, old)) }
    evaluator.globals[name] = binding
  }

  /// Adds to a variable, or sets it.
  ///
  /// - Returns: Whether the statement is of that form and known.
  private mutating func changeVariable(
    _ name: String, before end: Int
  ) throws(ManifestObstacle) -> Bool {
    guard let old = evaluator.globals[name], old.isVariable else { return false }
    let start = evaluator.place
    if isUncertain, keepsVariables, old.element != nil || old.isDeferred {
      throw evaluator.obstacle
    }
    evaluator.globals[name]?.element = nil
    do throws(ManifestObstacle) {
      evaluator.advance()
      let outer = evaluator.dependsOnHost
      evaluator.dependsOnHost = old.dependsOnHost
      defer { evaluator.dependsOnHost = outer }
      let element = try changed(old, before: end)
      guard !isUncertain else { throw evaluator.obstacle }
      var new = ManifestBinding(element: element, type: old.type)
      new.isVariable = true
      new.dependsOnHost = evaluator.dependsOnHost
      new.isWrapped = old.isWrapped
      guard !new.holdsObjects || !evaluator.passedNames.contains(name) else {
        throw evaluator.obstacle
      }
      evaluator.globals[name] = new
    } catch {
      try evaluator.pass(over: start..<end)
    }
    evaluator.place = end
    return true
  }

  /// The value of a variable after a statement that sets it or adds to it.
  private mutating func changed(
    _ old: ManifestBinding, before end: Int
  ) throws(ManifestObstacle) -> ManifestElement {
    if old.isDeferred, old.element == nil {
      try evaluator.require("=")
      let element = try evaluator.expression(old.type)
      guard evaluator.place == end else { throw evaluator.obstacle }
      return element
    }
    let (elements, replaces) = try change(of: old.type ?? .text.list, before: end)
    guard case .list(let list)? = old.element?.value, let range = old.element?.range else {
      throw evaluator.obstacle
    }
    return ManifestElement(value: .list(replaces ? elements : list + elements), range: range)
  }

  /// `= […]`, `+= […]`, `.append(…)` or `.append(contentsOf: […])`.
  private mutating func change(
    of type: ManifestType, before end: Int
  ) throws(ManifestObstacle) -> (elements: [ManifestElement], replaces: Bool) {
    let replaces = evaluator.isAt("=")
    var elements: [ManifestElement]?
    if replaces || evaluator.isAt("+=") {
      evaluator.advance()
      let value = try evaluator.expression(type).value
      if case .list(let list) = value { elements = list }
    } else {
      try evaluator.require(".")
      guard evaluator.isAt("append") else { throw evaluator.obstacle }
      evaluator.advance()
      try evaluator.require("(")
      if evaluator.starts(with: ["contentsOf", ":"]) {
        evaluator.place += 2
        let value = try evaluator.expression(type).value
        if case .list(let list) = value { elements = list }
      } else if let element = type.element {
        elements = [try evaluator.expression(element)]
      }
      try evaluator.require(")")
    }
    guard let elements, evaluator.place == end else { throw evaluator.obstacle }
    return (elements, replaces)
  }
}

// The package.
extension ManifestReader {
  /// Members of the package that the graph does not depend on.
  private static let settings: Set<String> = [
    "platforms", "defaultLocalization", "swiftLanguageVersions", "swiftLanguageModes",
    "cLanguageStandard", "cxxLanguageStandard", "pkgConfig", "providers", "traits",
  ]

  /// `package.targets += […]`, `append` or `= […]`.
  private mutating func readChange(before end: Int) throws(ManifestObstacle) {
    let start = evaluator.obstacle
    evaluator.advance()
    try evaluator.require(".")
    let member = try evaluator.takeIdentifier()
    // The next line is another statement for the compiler.
    guard evaluator.place <= end else { throw start }
    if Self.settings.contains(member) {
      try evaluator.pass(over: evaluator.place..<end)
      evaluator.place = end
      return
    }
    let types: [String: ManifestType] = [
      "targets": .target, "products": .product, "dependencies": .packageDependency,
    ]
    guard !isUncertain, let type = types[member] else { throw start }
    let (elements, replaces) = try change(of: type.list, before: end)
    changes.append(ManifestChange(member: member, elements: elements, replaces: replaces))
  }
}

// Conditions.
extension ManifestReader {
  /// Reads `if … { … } else { … }`.
  private mutating func readCondition(before end: Int) throws(ManifestObstacle) {
    let branches = try evaluator.branches(before: end)
    let start = self
    if try changesNothing(branches, keepingVariables: true) { return evaluator.place = end }
    do throws(ManifestObstacle) {
      if let chosen = try evaluator.chosen(of: branches) { try readBlock(chosen) }
    } catch {
      // Only what depends on the variables becomes unknown.
      reset(to: start)
      guard !keepsVariables, try changesNothing(branches, keepingVariables: false) else {
        throw error
      }
    }
    evaluator.place = end
  }

  private mutating func readBlock(_ block: Range<Int>) throws(ManifestObstacle) {
    let kept = hidden.count
    blocks += 1
    guard blocks < Self.mostBlocks else { throw evaluator.obstacle }
    evaluator.place = block.lowerBound
    try readStatements(before: block.upperBound)
    blocks -= 1
    while hidden.count > kept, let last = hidden.popLast() {
      evaluator.globals[last.name] = last.binding
    }
  }

  /// Whether none of the branches changes the graph, or a variable if these are kept.
  private mutating func changesNothing(
    _ branches: [ManifestBranch], keepingVariables: Bool
  ) throws(ManifestObstacle) -> Bool {
    let before = self
    keepsVariables = keepingVariables
    defer { keepsVariables = before.keepsVariables }
    try evaluator.count(1 + evaluator.globals.count + evaluator.passedNames.count)
    do throws(ManifestObstacle) {
      for branch in branches {
        try evaluator.pass(over: branch.condition)
        evaluator.place = branch.block.lowerBound
        try readUncertainly(before: branch.block.upperBound)
      }
      return true
    } catch {
      reset(to: before)
      return false
    }
  }

  /// Returns to an earlier state, but for the count of work.
  private mutating func reset(to state: ManifestReader) {
    let steps = evaluator.steps
    self = state
    evaluator.steps = steps
  }
}

// Loops over the targets of the package.
extension ManifestReader {
  /// Passes over a loop that changes nothing of targets but settings.
  ///
  /// - Returns: Whether the statement is one.
  private mutating func passLoop(before end: Int) throws(ManifestObstacle) -> Bool {
    let range = evaluator.place..<end
    guard let constant = evaluator.packageConstant,
      let loop = ManifestLoop(range, over: constant, evaluator.tokens)
    else { return false }
    for part in loop.rest { try evaluator.pass(over: part) }
    evaluator.place = end
    return true
  }
}
