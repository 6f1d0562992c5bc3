internal import Diagnostics

/// The work that reading a manifest may take.
struct ManifestBudget {
  var depth = 0
  var steps = 0
  /// The size of the values of sums and functions, which can be large for a short text.
  private var size = 0
  private let mostSteps: Int

  /// The maximum level of nesting; each level uses several stack frames.
  private static let mostDepth = Limits.nesting / 2

  init(tokens: Int) { mostSteps = 50_000 + 8 * tokens }

  /// Counts work to bound the running time.
  mutating func count(_ steps: Int, _ obstacle: ManifestObstacle) throws(ManifestObstacle) {
    self.steps += steps
    // Functions that call each other twice grow exponentially.
    guard self.steps <= mostSteps else { throw obstacle }
  }

  /// Counts a level of nesting, which the caller must leave.
  mutating func enter(_ obstacle: ManifestObstacle) throws(ManifestObstacle) {
    guard depth < Self.mostDepth else { throw obstacle }
    try count(1, obstacle)
    depth += 1
  }

  /// Counts elements of lists and bytes of texts.
  mutating func make(_ count: Int, _ obstacle: ManifestObstacle) throws(ManifestObstacle) {
    size += count
    guard size <= Limits.manifestDeclarations else { throw obstacle }
  }
}
