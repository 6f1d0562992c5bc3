internal import Diagnostics

/// Evaluates the expressions of a manifest.
///
/// Supports literals, lists, calls of PackageDescription, constants, functions without side
/// effects, `+`, ranges and conditions. Anything else is an obstacle. Code that the graph does not
/// depend on is skipped by `pass(over:)`.
struct ManifestEvaluator {
  let tokens: ManifestTokens
  let declarations: ManifestDeclarations
  var place = 0
  /// The values of the constants and variables so far.
  var globals: [String: ManifestBinding] = [:]
  /// The values of the parameters and constants of the function that is evaluated.
  var parameters: [String: ManifestBinding] = [:]
  /// The type whose member is evaluated; empty for a global.
  private var owner = ""
  /// The values of static constants, by the key of their type.
  private var known: [String: [String: ManifestBinding]] = [:]
  var depth = 0
  var steps = 0
  /// The size of the values made by sums and functions, which a short text can make large.
  private var made = 0
  /// Whether the value depends on the system or on environment variables.
  var dependsOnHost = false
  /// Whether a value is printed differently in a string: see `ManifestBinding`.
  var isWrapped = false

  /// The value of the package's `name:`, once read.
  private(set) var packageName: String?
  private var packageCalls = 0
  /// The constant that is the package.
  var packageConstant: String?
  /// The names in skipped code, alone and after a dot.
  var passedNames: Set<String> = []
  private var passedMembers: Set<String> = []
  private var passed: [Int: Int] = [:]

  /// Each level uses several stack frames.
  private static let mostDepth = Limits.nesting / 2

  init(_ tokens: ManifestTokens) throws(ManifestObstacle) {
    self.tokens = tokens
    declarations = try ManifestDeclarations(tokens)
  }

  // MARK: Tokens

  func obstacle(at place: Int) -> ManifestObstacle {
    ManifestObstacle(offset: tokens.all[min(place, tokens.all.count - 1)].range.lowerBound)
  }

  var obstacle: ManifestObstacle { obstacle(at: place) }
  var token: ManifestToken { tokens.all[place] }

  func isAt(_ text: StaticString) -> Bool { tokens.isAt(place, text) }

  mutating func advance() { if place < tokens.all.count - 1 { place += 1 } }

  mutating func take(_ text: StaticString) -> Bool {
    guard isAt(text) else { return false }
    advance()
    return true
  }

  mutating func require(_ text: StaticString) throws(ManifestObstacle) {
    guard take(text) else { throw obstacle }
  }

  mutating func takeIdentifier() throws(ManifestObstacle) -> String {
    guard token.kind == .identifier else { throw obstacle }
    let name = tokens.word(place)
    advance()
    return name
  }

  /// The end of the previous token.
  private var previousEnd: Int { place > 0 ? tokens.all[place - 1].range.upperBound : 0 }

  /// Counts work to bound the running time.
  mutating func count(_ steps: Int) throws(ManifestObstacle) {
    self.steps += steps
    // Functions that call each other twice grow exponentially.
    guard self.steps <= 50_000 + 8 * tokens.all.count else { throw obstacle }
  }

  /// Counts a level of nesting, which the caller leaves again.
  mutating func enter() throws(ManifestObstacle) {
    guard depth < Self.mostDepth else { throw obstacle }
    try count(1)
    depth += 1
  }

  private mutating func make(_ count: Int) throws(ManifestObstacle) {
    made += count
    guard made <= Limits.manifestDeclarations else { throw obstacle }
  }
}

// Operators.
extension ManifestEvaluator {
  /// Evaluates the expression at the token; `type` is the expected type, nil if that is unknown.
  mutating func expression(_ type: ManifestType?) throws(ManifestObstacle) -> ManifestElement {
    try enter()
    defer { depth -= 1 }
    let start = token.range.lowerBound
    let wasWrapped = isWrapped
    let left = try sum(type, above: 0)
    guard isAt("?"), token.hasSpaceBefore, token.hasSpaceAfter else { return left }
    guard case .bool(let holds) = left.value else { throw obstacle }
    isWrapped = wasWrapped
    advance()
    let (colon, end) = try ternary()
    if !holds { place = colon + 1 }
    let result = try expression(type)
    guard place == (holds ? colon : end) else { throw obstacle }
    place = end
    return ManifestElement(value: result.value, range: start..<previousEnd)
  }

  /// Finds the colon of the preceding question mark, and the end of the expression.
  private mutating func ternary() throws(ManifestObstacle) -> (colon: Int, end: Int) {
    var (other, open, colon) = (place, 1, place)
    while other < tokens.all.count - 1 {
      try count(1)
      if tokens.isAt(other, "?"), tokens.all[other].hasSpaceAfter {
        open += 1
      } else if tokens.isAt(other, ":") {
        open -= 1
        if open == 0 { colon = other }
        if open < 0 { break }
      } else if tokens.isAt(other, ",") || tokens.all[other].kind == .sign && isClosing(other) {
        break
      } else if open == 0, tokens.all[other].startsLine, other > colon + 1,
        tokens.all[other].kind != .operation, !tokens.isAt(other, ".")
      {
        break
      }
      other = tokens.behind(other)
    }
    guard open <= 0, colon > place else { throw obstacle }
    return (colon, other)
  }

  private func isClosing(_ place: Int) -> Bool {
    tokens.isAt(place, ")") || tokens.isAt(place, "]") || tokens.isAt(place, "}")
      || tokens.isAt(place, ";")
  }

  private static let operators: [(sign: StaticString, rank: Int)] = [
    ("||", 1), ("&&", 2), ("==", 3), ("!=", 3), ("??", 4), ("..<", 5), ("...", 5), ("+", 6),
  ]

  /// Evaluates an expression whose operators bind tighter than `rank`.
  private mutating func sum(
    _ type: ManifestType?, above rank: Int
  ) throws(ManifestObstacle) -> ManifestElement {
    let wasWrapped = isWrapped
    var left = try operand(type)
    while token.kind == .operation, token.hasSpaceBefore == token.hasSpaceAfter,
      let found = Self.operators.first(where: { isAt($0.sign) }), found.rank > rank
    {
      let sign = place
      advance()
      if tokens.isAt(sign, "??") { isWrapped = wasWrapped }
      let rest = found.rank == 4 ? found.rank - 1 : found.rank
      let right = try sum(type, above: rest)
      guard let value = try join(left.value, right.value, at: sign) else {
        throw ManifestObstacle(offset: right.range.lowerBound)
      }
      left = ManifestElement(value: value, range: left.range.lowerBound..<previousEnd)
    }
    return left
  }

  private mutating func join(
    _ a: ManifestValue, _ b: ManifestValue, at sign: Int
  ) throws(ManifestObstacle) -> ManifestValue? {
    switch tokens.word(sign) {
    case "+": return try sum(a, b)
    case "??":
      switch a {
      case .null: return b
      case .text, .list, .bool: return a
      default: return nil
      }
    case "==": return Self.equals(a, b).map { .bool($0) }
    case "!=": return Self.equals(a, b).map { .bool(!$0) }
    case "&&":
      guard case .bool(let a) = a, case .bool(let b) = b else { return nil }
      return .bool(a && b)
    case "||":
      guard case .bool(let a) = a, case .bool(let b) = b else { return nil }
      return .bool(a || b)
    default:
      guard case .text(let low) = a, case .text(let high) = b else { return .other }
      return .versions(low, through: tokens.isAt(sign, "..."), high)
    }
  }

  private static func equals(_ a: ManifestValue, _ b: ManifestValue) -> Bool? {
    switch (a, b) {
    case (.null, .null): true
    case (.null, .text), (.text, .null), (.null, .bool), (.bool, .null): false
    case (.null, .list), (.list, .null): false
    case (.text(let a), .text(let b)): a == b
    case (.bool(let a), .bool(let b)): a == b
    default: nil
    }
  }

  private mutating func sum(
    _ a: ManifestValue, _ b: ManifestValue
  ) throws(ManifestObstacle) -> ManifestValue? {
    switch (a, b) {
    case (.text(let a), .text(let b)):
      try make(a.utf8.count + b.utf8.count)
      return .text(a + b)
    case (.list(let a), .list(let b)):
      try make(a.count + b.count)
      return .list(a + b)
    default: return nil
    }
  }
}

// Operands.
extension ManifestEvaluator {
  private mutating func operand(
    _ type: ManifestType?
  ) throws(ManifestObstacle) -> ManifestElement {
    let start = token.range.lowerBound
    var value: ManifestValue
    switch token.kind {
    case .text:
      value = .text(try text())
      advance()
    case .number:
      value = .other
      advance()
    case .operation:
      value = try signed()
      return ManifestElement(value: value, range: start..<previousEnd)
    case .identifier: value = try named(type)
    case .sign:
      if take("(") {
        value = try expression(type).value
        try require(")")
      } else if isAt("[") {
        value = try list(type)
      } else if isAt("{"), tokens.isAt(token.match + 1, "("), tokens.isAt(token.match + 2, ")") {
        // A closure that is called at once.
        let end = token.match
        advance()
        value = try body(type, before: end).value
        place = end + 3
      } else {
        try require(".")
        value = try member(of: type)
      }
    case .directive, .undecided, .end: throw obstacle
    }
    value = try answer(behind: try variable(behind: value))
    // A call of a result, a subscript or a closure is not supported.
    let isOver = !isAt("(") && !isAt("[") && !isAt("{") || token.startsLine
    guard !isAt("."), isOver || isAt("{") else { throw obstacle }
    return ManifestElement(value: value, range: start..<previousEnd)
  }

  /// `-1` or `!isFast`.
  private mutating func signed() throws(ManifestObstacle) -> ManifestValue {
    let isNegation = isAt("!")
    guard isNegation || isAt("-"), !token.hasSpaceAfter else { throw obstacle }
    advance()
    if !isNegation {
      guard token.kind == .number else { throw obstacle }
      advance()
      return .other
    }
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.mostDepth, case .bool(let value) = try operand(.bool).value else {
      throw obstacle
    }
    return .bool(!value)
  }

  /// Evaluates a subscript of the environment to nil, and optional chaining on nil to nil.
  private mutating func variable(
    behind value: ManifestValue
  ) throws(ManifestObstacle) -> ManifestValue {
    var value = value
    if case .environment = value, isAt("["), !token.startsLine {
      advance()
      try requireUnset()
      try require("]")
      value = .null
    }
    guard case .null = value else { return value }
    while isAt("?"), !token.hasSpaceBefore, tokens.isAt(place + 1, ".") {
      place += 2
      _ = try takeIdentifier()
      if isAt("("), !token.startsLine { place = tokens.behind(place) }
      while isAt("."), tokens.isIdentifier(place + 1) {
        place += 2
        if isAt("("), !token.startsLine { place = tokens.behind(place) }
      }
    }
    return value
  }

  /// Evaluates `.contains("a")` and `.isEmpty` of lists of texts, and `.keys.contains("NAME")` of
  /// the environment.
  private mutating func answer(
    behind value: ManifestValue
  ) throws(ManifestObstacle) -> ManifestValue {
    guard isAt("."), declarations.code["contains"] == nil, declarations.code["isEmpty"] == nil
    else { return value }
    switch value {
    case .environment where starts(with: [".", "keys", ".", "contains", "("]):
      place += 5
      try requireUnset()
      try require(")")
      return .bool(false)
    case .list(let elements) where starts(with: [".", "contains", "("]):
      place += 3
      guard case .text(let wanted) = try expression(.text).value else { throw obstacle }
      try require(")")
      var isFound = false
      for element in elements {
        guard case .text(let text) = element.value else { throw obstacle }
        if text == wanted { isFound = true }
      }
      return .bool(isFound)
    case .list(let elements) where tokens.isAt(place + 1, "isEmpty"):
      place += 2
      return .bool(elements.isEmpty)
    case .text(let text) where tokens.isAt(place + 1, "isEmpty"):
      place += 2
      return .bool(text.isEmpty)
    default: return value
    }
  }

  /// Reads the name of a variable that is not set on a developer's machine.
  private mutating func requireUnset() throws(ManifestObstacle) {
    let start = obstacle
    guard case .text(let name) = try expression(.text).value else { throw start }
    let set = ["PATH", "HOME", "USER", "LOGNAME", "SHELL", "TMPDIR", "PWD", "LANG", "TERM"]
    guard !set.contains(name), !name.hasPrefix("XPC_"), !name.hasPrefix("__") else { throw start }
    dependsOnHost = true
    isWrapped = true
  }

  private mutating func list(_ type: ManifestType?) throws(ManifestObstacle) -> ManifestValue {
    let close = token.match
    let element = type?.element
    advance()
    if tokens.first(":", from: place, before: close) < close, !hasCondition(close) {
      try pass(over: place..<close)
      place = close + 1
      return .other
    }
    // `[Target]()` is empty.
    if tokens.isAt(close + 1, "("), !tokens.all[close + 1].startsLine,
      tokens.all[close + 1].match == close + 2
    {
      place = close + 3
      return .list([])
    }
    var elements: [ManifestElement] = []
    while place < close {
      elements.append(try expression(element))
      guard take(",") else { break }
    }
    try require("]")
    return .list(elements)
  }

  /// Whether a colon before `close` may belong to a ternary and not to a dictionary.
  private func hasCondition(_ close: Int) -> Bool {
    tokens.first("?", from: place, before: close) < close
  }

  /// The text of the literal at the token.
  private mutating func text() throws(ManifestObstacle) -> String {
    let range = token.range
    let bytes = tokens.bytes
    let first = bytes[range.lowerBound]
    if first == UInt8(ascii: "\""), !bytes[range].contains(UInt8(ascii: "\\")),
      range.count < 6 || bytes[range.lowerBound + 1] != first
    {
      return String(decoding: bytes[range].dropFirst().dropLast(), as: UTF8.self)
    }
    guard let parts = ManifestTextReader.parts(of: range, in: bytes) else { throw obstacle }
    var text = ""
    for part in parts {
      switch part {
      case .text(let part): text += part
      case .interpolation(let range): text += try interpolated(range)
      }
    }
    try make(text.utf8.count)
    return text
  }

  /// Evaluates an interpolated name.
  private mutating func interpolated(_ range: Range<Int>) throws(ManifestObstacle) -> String {
    let names = String(decoding: tokens.bytes[range], as: UTF8.self)
      .split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard
      names.allSatisfy({ name in
        name.utf8.first?.startsIdentifier ?? false && name.utf8.allSatisfy(\.continuesIdentifier)
      })
    else { throw obstacle }
    let wasWrapped = isWrapped
    isWrapped = false
    defer { isWrapped = wasWrapped }
    let value: ManifestValue
    if names.count == 1 {
      value = try constant(names[0], at: obstacle)
    } else if let type = declarations.resolve(Array(names.dropLast()), in: owner),
      let last = names.last
    {
      value = try constant(last, of: type, at: obstacle)
    } else {
      throw obstacle
    }
    guard case .text(let text) = value, !isWrapped else { throw obstacle }
    return text
  }
}

// Names.
extension ManifestEvaluator {
  private var isCall: Bool { isAt("(") && !token.startsLine }

  private mutating func named(_ type: ManifestType?) throws(ManifestObstacle) -> ManifestValue {
    let start = place
    switch tokens.word(place) {
    case "nil":
      advance()
      isWrapped = true
      return .null
    case "true", "false":
      advance()
      return .bool(tokens.isAt(start, "true"))
    default: break
    }
    if let variables = try environment() { return variables }
    if let written = writtenType() {
      if isCall {
        guard ["Package", "Version"].contains(written) else { throw obstacle(at: start) }
        return .call(try call(written, at: start))
      }
      try require(".")
      return try member(of: ManifestType(name: written))
    }
    let name = try takeIdentifier()
    if isCall { return try callFunction(name, at: start) }
    return try constant(name, at: obstacle(at: start))
  }

  /// Reads the type at the token and returns its full name; nil if the token is not a type.
  private mutating func writtenType() -> String? {
    var names = [tokens.word(place)]
    if names[0] == "PackageDescription" {
      guard tokens.isAt(place + 1, "."), tokens.isIdentifier(place + 2) else { return nil }
      place += 2
      names = [tokens.word(place)]
    }
    guard parameters[names[0]] == nil, var name = declarations.resolve(names, in: owner) else {
      return nil
    }
    advance()
    while isAt("."), tokens.isIdentifier(place + 1) {
      names.append(tokens.word(place + 1))
      guard let longer = declarations.resolve(names, in: owner),
        declarations.types.contains(longer) || ManifestType.nested.contains(longer)
      else { break }
      name = longer
      place += 2
    }
    return name
  }

  /// Reads the environment, or `getenv("NAME")`.
  private mutating func environment() throws(ManifestObstacle) -> ManifestValue? {
    let forms: [[StaticString]] = [
      ["Context", ".", "environment"],
      ["ProcessInfo", ".", "processInfo", ".", "environment"],
    ]
    for form in forms where starts(with: form) {
      guard declarations.member("environment", of: "Context") == nil,
        declarations.members["ProcessInfo"] == nil
      else { throw obstacle }
      place += form.count
      return .environment
    }
    guard isAt("getenv"), tokens.isAt(place + 1, "("), declarations.code["getenv"] == nil else {
      return nil
    }
    place += 2
    try requireUnset()
    try require(")")
    return .null
  }

  func starts(with form: [StaticString]) -> Bool {
    guard place + form.count < tokens.all.count else { return false }
    return form.indices.allSatisfy { tokens.isAt(place + $0, form[$0]) }
  }

  /// Looks up a name that is not a member.
  private mutating func constant(
    _ name: String, at start: ManifestObstacle
  ) throws(ManifestObstacle) -> ManifestValue {
    if let binding = parameters[name] { return try use(binding, start) }
    var outer = owner
    while !outer.isEmpty {
      if declarations.member(name, of: outer) != nil {
        guard isCertain(name, in: outer) else { throw start }
        return try constant(name, of: outer, at: start)
      }
      outer = outer.lastIndex(of: ".").map { String(outer[..<$0]) } ?? ""
    }
    if declarations.member(name, of: "") != nil { return try constant(name, of: "", at: start) }
    guard let binding = globals[name] else { throw start }
    if binding.isVariable, passedNames.contains(name) { throw start }
    return try use(binding, start)
  }

  /// Whether the name cannot mean another declaration: an extension does not see names around its
  /// type.
  private func isCertain(_ name: String, in type: String) -> Bool {
    type == owner || type.isEmpty
      || globals[name] == nil && declarations.member(name, of: "") == nil
  }

  private mutating func use(
    _ binding: ManifestBinding, _ start: ManifestObstacle
  ) throws(ManifestObstacle) -> ManifestValue {
    guard let element = binding.element else { throw start }
    if binding.isWrapped { isWrapped = true }
    if binding.dependsOnHost { dependsOnHost = true }
    return element.value
  }

  /// Looks up a static constant or a computed variable.
  private mutating func constant(
    _ name: String, of type: String, at start: ManifestObstacle
  ) throws(ManifestObstacle) -> ManifestValue {
    if let binding = known[type]?[name] { return try use(binding, start) }
    guard case .some(.some(let member)) = declarations.member(name, of: type), !member.isFunction
    else { throw start }
    let binding = try evaluate(member, with: [:])
    guard !binding.holdsObjects || !passedMembers.contains(name) else { throw start }
    known[type, default: [:]][name] = binding
    return try use(binding, start)
  }
}

// Members and calls.
extension ManifestEvaluator {
  /// Evaluates the member after a dot.
  private mutating func member(
    of type: ManifestType?
  ) throws(ManifestObstacle) -> ManifestValue {
    let start = place
    let name = try takeIdentifier()
    if name == "self" { return .other }
    guard let type else { throw obstacle(at: start) }
    if declarations.member(name, of: type.key) != nil {
      guard !ManifestType.functions.contains(name) else { throw obstacle(at: start) }
      if !isCall { return try constant(name, of: type.key, at: obstacle(at: start)) }
      guard case .some(.some(let member)) = declarations.member(name, of: type.key) else {
        throw obstacle(at: start)
      }
      return try call(member, at: start)
    }
    guard !declarations.strangers.contains(name), !declarations.types.contains(type.name) else {
      throw obstacle(at: start)
    }
    switch name {
    case "none" where !isCall:
      isWrapped = true
      return .null
    case "some" where isCall:
      advance()
      let value = try expression(type).value
      try require(")")
      isWrapped = true
      return value
    case "init" where isCall: return try initializer(of: type, at: start)
    default: return isCall ? .call(try call(name, at: start)) : .member(name)
    }
  }

  /// `.init(stringLiteral: "Core")`, or the package.
  private mutating func initializer(
    of type: ManifestType, at start: Int
  ) throws(ManifestObstacle) -> ManifestValue {
    if type == .package { return .call(try call("Package", at: start)) }
    guard type == .dependency || type == .plugin, tokens.isAt(place + 1, "stringLiteral"),
      tokens.isAt(place + 2, ":")
    else { throw obstacle(at: start) }
    place += 3
    let value = try expression(.text).value
    try require(")")
    guard case .text = value else { throw obstacle(at: start) }
    return value
  }

  /// Calls a function by its name alone.
  private mutating func callFunction(
    _ name: String, at start: Int
  ) throws(ManifestObstacle) -> ManifestValue {
    var outer = owner
    while true {
      if let found = declarations.member(name, of: outer) {
        guard let member = found, isCertain(name, in: outer) else { throw obstacle(at: start) }
        return try call(member, at: start)
      }
      guard !outer.isEmpty else { throw obstacle(at: start) }
      outer = outer.lastIndex(of: ".").map { String(outer[..<$0]) } ?? ""
    }
  }

  /// Calls a function of the manifest.
  private mutating func call(
    _ member: ManifestMember, at start: Int
  ) throws(ManifestObstacle) -> ManifestValue {
    guard member.isFunction else { throw obstacle(at: start) }
    let close = token.match
    advance()
    var values: [String: ManifestBinding] = [:]
    for parameter in member.parameters {
      let isGiven =
        place < close
        && (parameter.label.isEmpty
          ? !tokens.isAt(place + 1, ":")
          : tokens.isAt(place + 1, ":") && tokens.word(place) == parameter.label)
      if isGiven {
        if !parameter.label.isEmpty { place += 2 }
        values[parameter.name] = try argument(of: parameter.type, member.owner, before: close)
        guard take(",") || place == close else { throw obstacle }
      } else {
        guard let fallback = parameter.fallback else { throw obstacle }
        values[parameter.name] = try evaluate(
          ManifestMember(type: parameter.type, body: fallback, owner: member.owner), with: [:])
      }
    }
    guard place == close else { throw obstacle }
    advance()
    let binding = try evaluate(member, with: values)
    if binding.isWrapped { isWrapped = true }
    if binding.dependsOnHost { dependsOnHost = true }
    guard let element = binding.element else { throw obstacle(at: start) }
    try make(1)
    return element.value
  }

  /// Evaluates the argument for a parameter whose type is written in `range`.
  private mutating func argument(
    of range: Range<Int>, _ member: String, before close: Int
  ) throws(ManifestObstacle) -> ManifestBinding {
    let end = tokens.first(",", from: place, before: close)
    guard let (type, isOptional) = declarations.type(in: range, of: member) else {
      try pass(over: place..<end)
      place = end
      return ManifestBinding(element: nil, type: nil)
    }
    let outer = (isWrapped, dependsOnHost)
    (isWrapped, dependsOnHost) = (false, false)
    defer { (isWrapped, dependsOnHost) = outer }
    var result = ManifestBinding(element: try expression(type), type: type)
    result.isWrapped = isOptional || type != .text
    result.dependsOnHost = dependsOnHost
    return result
  }

  /// Evaluates the body of a member.
  private mutating func evaluate(
    _ member: ManifestMember, with values: [String: ManifestBinding]
  ) throws(ManifestObstacle) -> ManifestBinding {
    let outer = (place, parameters, owner)
    (place, parameters, owner) = (member.body.lowerBound, values, member.owner)
    defer { (place, parameters, owner) = outer }
    guard !member.body.isEmpty else { throw obstacle }
    return try binding(type: member.type, before: member.body.upperBound, isBody: true)
  }

  /// Evaluates the expression or body up to `end` for a declaration with the type written in
  /// `range`.
  mutating func binding(
    type range: Range<Int>?, before end: Int, isBody: Bool = false
  ) throws(ManifestObstacle) -> ManifestBinding {
    let written = range.flatMap { declarations.type(in: $0, of: owner) }
    let outer = (isWrapped, dependsOnHost)
    (isWrapped, dependsOnHost) = (false, false)
    defer { (isWrapped, dependsOnHost) = outer }
    let type = written?.type
    let element = isBody ? try body(type, before: end) : try expression(type)
    guard place == end else { throw obstacle }
    var result = ManifestBinding(element: element, type: written?.type)
    result.isWrapped =
      range == nil ? isWrapped : written.map { $0.isOptional || $0.type != .text } ?? true
    result.dependsOnHost = dependsOnHost
    return result
  }

  /// Reads the arguments of a function of PackageDescription.
  private mutating func call(
    _ name: String, at start: Int
  ) throws(ManifestObstacle) -> ManifestCall {
    let close = token.match
    try require("(")
    if name == "Package" { packageCalls += 1 }
    guard packageCalls <= 1 else { throw obstacle(at: start) }
    var arguments: [ManifestCall.Argument] = []
    while place < close {
      var label = ""
      if token.kind == .identifier, tokens.isAt(place + 1, ":") {
        label = tokens.word(place)
        place += 2
      }
      let element = try argument(label, of: name, before: close)
      if name == "Package", label == "name", case .text(let text) = element.value {
        packageName = text
      }
      arguments.append(ManifestCall.Argument(label: label, element: element))
      guard take(",") else { break }
    }
    guard place == close else { throw obstacle }
    advance()
    return ManifestCall(name: name, arguments: arguments)
  }

  private mutating func argument(
    _ label: String, of function: String, before close: Int
  ) throws(ManifestObstacle) -> ManifestElement {
    let start = place
    let type = ManifestType.argument(label, of: function)
    if let type, !ManifestType.isOptional(label, of: function) { return try expression(type) }
    let end = tokens.first(",", from: place, before: close)
    guard end > start else { throw obstacle }
    if let type {
      do throws(ManifestObstacle) {
        let element = try expression(type)
        if place == end { return element }
      } catch {}
    }
    place = end
    try pass(over: start..<end)
    return ManifestElement(
      value: .other, range: tokens.all[start].range.lowerBound..<previousEnd)
  }
}

// Skipped code.
extension ManifestEvaluator {
  /// Notes the names that skipped code may change; throws if it may change the package.
  ///
  /// Follows the names into the code of everything that they may refer to.
  ///
  /// - Complexity: O(*n*) for all *n* tokens together, except for parts of others that were passed
  ///   over.
  mutating func pass(over range: Range<Int>) throws(ManifestObstacle) {
    guard passed[range.lowerBound, default: 0] < range.upperBound else { return }
    passed[range.lowerBound] = range.upperBound
    let start = obstacle(at: range.lowerBound)
    var pending = [range]
    while let next = pending.popLast() {
      try count(next.count)
      for place in next {
        switch tokens.all[place].kind {
        case .identifier:
          let isMember = place > 0 && tokens.isAt(place - 1, ".")
          if !isMember, isLabel(place) { continue }
          let name = tokens.word(place)
          let isMade =
            tokens.isAt(place + 1, "(")
            || tokens.isAt(place + 1, ".") && tokens.isAt(place + 2, "init")
          if name == "Package", isMade { throw start }
          try pass(name, isMember: isMember, &pending, start)
        case .text where tokens.bytes[tokens.all[place].range].contains(UInt8(ascii: "\\")):
          for name in words(in: tokens.all[place].range) {
            try pass(name, isMember: false, &pending, start)
            try pass(name, isMember: true, &pending, start)
          }
        default: continue
        }
      }
    }
  }

  private func isLabel(_ place: Int) -> Bool {
    place > 0 && tokens.isAt(place + 1, ":")
      && (tokens.isAt(place - 1, "(") || tokens.isAt(place - 1, ","))
  }

  private func words(in range: Range<Int>) -> [String] {
    tokens.bytes[range].split { !$0.continuesIdentifier }.map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  private mutating func pass(
    _ name: String, isMember: Bool, _ pending: inout [Range<Int>], _ start: ManifestObstacle
  ) throws(ManifestObstacle) {
    if !isMember {
      guard name != packageConstant, !(parameters[name]?.holdsObjects ?? false),
        !(globals[name]?.holdsObjects ?? false)
      else { throw start }
    }
    if known.contains(where: { $0.value[name]?.holdsObjects ?? false }) { throw start }
    let isNew =
      isMember ? passedMembers.insert(name).inserted : passedNames.insert(name).inserted
    // A name alone may be a member as well.
    if !isMember { passedMembers.insert(name) }
    if isNew, let code = declarations.code[name] { pending += code }
  }
}
