/// The versions of a package that a requirement accepts, compared as SwiftPM does.
enum VersionRequirement: Equatable {
  case range(VersionRange)
  /// A branch or revision, with its kind.
  case checkout(String)
  /// A text in an unknown form.
  case unknown

  /// Parses `exact 1.2.0`, `from 1.2.0`, `minor 1.2.0`, `from 1.2.0 to 2.0.0`, `from 1.2.0 through
  /// 2.0.0`, `branch main` or `revision abc`.
  static func parsing(_ text: String) -> Self {
    let words = text.split(separator: " ", maxSplits: 1).map(String.init)
    guard words.count == 2 else { return .unknown }
    if words[0] == "branch" || words[0] == "revision" { return .checkout(text) }
    let bounds = words[1].split(separator: " ").map(String.init)
    guard let low = bounds.first.flatMap(PackageVersion.init) else { return .unknown }
    switch (words[0], bounds.count) {
    case ("exact", 1): return .range(.init(low, through: low))
    case ("from", 1): return .range(.init(low, to: low.nextMajor))
    case ("minor", 1): return .range(.init(low, to: low.nextMinor))
    case ("from", 3):
      guard let high = PackageVersion(bounds[2]) else { return .unknown }
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

/// The versions between two bounds.
struct VersionRange: Equatable {
  var low: PackageVersion
  var high: PackageVersion
  var includesHigh: Bool

  init(_ low: PackageVersion, to high: PackageVersion) {
    (self.low, self.high, includesHigh) = (low, high, false)
  }

  init(_ low: PackageVersion, through high: PackageVersion) {
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

  private func contains(_ version: PackageVersion) -> Bool {
    if low == high, includesHigh { return version == low }
    if !version.prerelease.isEmpty {
      if low.prerelease.isEmpty, high.prerelease.isEmpty { return false }
      if !includesHigh, high.prerelease.isEmpty, high.numbers == version.numbers { return false }
    }
    return low <= version && (includesHigh ? version <= high : version < high)
  }
}

/// A semantic version without build metadata, which comparisons ignore.
struct PackageVersion: Comparable {
  /// Major, minor and patch.
  var numbers: [Int]
  var prerelease: [Substring] = []

  private init(numbers: [Int]) { self.numbers = numbers }

  /// Parses up to three numbers with an optional leading `v`; missing numbers are zero.
  init?(_ text: String) {
    let text = text.hasPrefix("v") ? text.dropFirst() : text[...]
    let parts = text.prefix { $0 != "+" }.split(
      separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    guard let core = parts.first else { return nil }
    let numbers = core.split(separator: ".", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count <= 3 else { return nil }
    self.numbers = numbers.compactMap { $0 }
    guard self.numbers.count == numbers.count else { return nil }
    while self.numbers.count < 3 { self.numbers.append(0) }
    if parts.count > 1 {
      prerelease = parts[1].split(separator: ".", omittingEmptySubsequences: false)
    }
  }

  var nextMajor: Self { Self(numbers: [Self.successor(of: numbers[0]), 0, 0]) }
  var nextMinor: Self { Self(numbers: [numbers[0], Self.successor(of: numbers[1]), 0]) }

  private static func successor(of number: Int) -> Int { number < .max ? number + 1 : number }

  static func < (one: Self, other: Self) -> Bool {
    if one.numbers != other.numbers { return one.numbers.lexicographicallyPrecedes(other.numbers) }
    if one.prerelease.isEmpty || other.prerelease.isEmpty {
      return !one.prerelease.isEmpty && other.prerelease.isEmpty
    }
    return one.prerelease.lexicographicallyPrecedes(other.prerelease) { a, b in
      switch (Int(a), Int(b)) {
      case (let a?, let b?): a < b
      case (nil, nil): a < b
      case (let a, _): a != nil
      }
    }
  }
}
