/// A semantic version without build metadata, which comparisons ignore.
public struct SemanticVersion: Comparable, Sendable {
  /// Major, minor and patch.
  public private(set) var numbers: [Int]
  public private(set) var prerelease: [Substring] = []

  private init(numbers: [Int]) { self.numbers = numbers }

  /// Parses up to three numbers with an optional leading `v`; missing numbers are zero.
  public init?(_ text: some StringProtocol) {
    let text = Substring(text.hasPrefix("v") ? text.dropFirst() : text[...])
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

  public var nextMajor: Self { Self(numbers: [Self.successor(of: numbers[0]), 0, 0]) }
  public var nextMinor: Self {
    Self(numbers: [numbers[0], Self.successor(of: numbers[1]), 0])
  }

  private static func successor(of number: Int) -> Int { number < .max ? number + 1 : number }

  public static func < (one: Self, other: Self) -> Bool {
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
