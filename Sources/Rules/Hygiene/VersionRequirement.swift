internal import Text

/// The versions of a package that a requirement accepts, compared as SwiftPM does.
enum VersionRequirement: Equatable {
  case range(VersionRange)
  /// A branch or revision, with its kind.
  case checkout(String)
  case unknown

  /// Parses `exact 1.2.0`, `from 1.2.0`, `minor 1.2.0`, `from 1.2.0 to 2.0.0`, `from 1.2.0 through
  /// 2.0.0`, `branch main` or `revision abc`.
  static func parsing(_ text: String) -> Self {
    let words = text.split(separator: " ", maxSplits: 1).map(String.init)
    guard words.count == 2 else { return .unknown }
    if words[0] == "branch" || words[0] == "revision" { return .checkout(text) }
    let bounds = words[1].split(separator: " ").map(String.init)
    guard let low = bounds.first.flatMap(SemanticVersion.init) else { return .unknown }
    switch (words[0], bounds.count) {
    case ("exact", 1): return .range(.init(low, through: low))
    case ("from", 1): return .range(.init(low, to: low.nextMajor))
    case ("minor", 1): return .range(.init(low, to: low.nextMinor))
    case ("from", 3):
      guard let high = SemanticVersion(bounds[2]) else { return .unknown }
      return .range(bounds[1] == "through" ? .init(low, through: high) : .init(low, to: high))
    default: return .unknown
    }
  }

  /// Whether no version satisfies both requirements.
  ///
  /// SwiftPM accepts neither two branches nor a branch and a version.
  func excludes(_ other: Self) -> Bool {
    switch (self, other) {
    case (.unknown, _), (_, .unknown): false
    case (.range(let one), .range(let another)): !one.overlaps(another)
    default: self != other
    }
  }
}

struct VersionRange: Equatable {
  var low: SemanticVersion
  var high: SemanticVersion
  var includesHigh: Bool

  init(_ low: SemanticVersion, to high: SemanticVersion) {
    (self.low, self.high, includesHigh) = (low, high, false)
  }

  init(_ low: SemanticVersion, through high: SemanticVersion) {
    (self.low, self.high, includesHigh) = (low, high, true)
  }

  /// Whether a version is in both ranges.
  ///
  /// A prerelease is only in a range with a prerelease as a bound, and never in a range that ends
  /// before its release.
  func overlaps(_ other: Self) -> Bool {
    if low == high, includesHigh { return other.contains(low) }
    if other.low == other.high, other.includesHigh { return contains(other.low) }
    let low = max(low, other.low)
    let (high, includesHigh) =
      high == other.high
      ? (high, includesHigh && other.includesHigh)
      : high < other.high ? (high, includesHigh) : (other.high, other.includesHigh)
    if includesHigh { return low <= high }
    return low < high && (!high.prerelease.isEmpty || low.numbers != high.numbers)
  }

  private func contains(_ version: SemanticVersion) -> Bool {
    if low == high, includesHigh { return version == low }
    if !version.prerelease.isEmpty {
      if low.prerelease.isEmpty, high.prerelease.isEmpty { return false }
      if !includesHigh, high.prerelease.isEmpty, high.numbers == version.numbers { return false }
    }
    return low <= version && (includesHigh ? version <= high : version < high)
  }
}
