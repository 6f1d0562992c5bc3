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
  var owner = ""
  /// The values of static constants, by the key of their type.
  var known: [String: [String: ManifestBinding]] = [:]
  /// The earlier values of names that conditions bind.
  var bound: [(name: String, binding: ManifestBinding?)] = []
  var depth = 0
  var steps = 0
  /// The size of the values made by sums and functions, which a short text can make large.
  var made = 0
  /// Whether the value depends on the system or on environment variables.
  var dependsOnHost = false
  /// Whether a value is printed differently in a string: see `ManifestBinding`.
  var isWrapped = false

  /// The value of the package's `name:`, once read.
  var packageName: String?
  var packageCalls = 0
  /// Whether the arguments of the package are read.
  var isInPackage = false
  /// The lists of the package, with later changes.
  var packageLists: [String: [ManifestElement]] = [:]
  /// The constant that is the package.
  var packageConstant: String?
  /// The names in skipped code, and whether each also occurs without a dot before it.
  var passedNames: [String: Bool] = [:]
  /// The names that skipped code may change.
  var writtenNames: Set<String> = []
  var passed: [Int: Int] = [:]

  /// Each level uses several stack frames.
  static let mostDepth = Limits.nesting / 2

  init(_ tokens: ManifestTokens) throws(ManifestObstacle) {
    self.tokens = tokens
    declarations = try ManifestDeclarations(tokens)
  }

  // MARK: Tokens

  func obstacle(at place: Int) -> ManifestObstacle {
    ManifestObstacle(offset: tokens.all[max(0, min(place, tokens.all.count - 1))].range.lowerBound)
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
  var previousEnd: Int { place > 0 ? tokens.all[place - 1].range.upperBound : 0 }

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

  mutating func make(_ count: Int) throws(ManifestObstacle) {
    made += count
    guard made <= Limits.manifestDeclarations else { throw obstacle }
  }
}
