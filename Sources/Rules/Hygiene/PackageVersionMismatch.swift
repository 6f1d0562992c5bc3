public import Architecture
internal import Diagnostics
internal import Graph
internal import Text

/// Reports packages with version requirements that do not overlap, or with two locked versions.
///
/// Xcode resolves each package once per workspace: requirements without a common version break the
/// build of a workspace with both projects. Different lock files give one workspace two versions of
/// a pod or a Carthage framework. Two Podfiles meet only in an Xcode workspace with projects of both.
public enum PackageVersionMismatch: Rule {
  public static func check(_ layered: LayeredGraph, _ findings: inout Findings) {
    let packages = Dictionary(grouping: layered.graph.packageRequirements, by: \.identity)
    for (identity, all) in packages.sorted(by: { $0.key.precedes($1.key) }) {
      for group in Set(all.map(\.group)).sorted() {
        let requirements = all.filter { $0.group == group }
        guard let conflict = VersionConflict(among: requirements) else { continue }
        findings.add(
          .differs(conflict.odd, conflict.usual.requirement), at: conflict.odd.location,
          notes: conflict.others.map { .init(.otherIsHere($0), at: $0.location) },
          help: [.requireOne],
          subject: .init(to: conflict.odd.name, identity: [identity]))
      }
    }
  }
}

private struct VersionConflict {
  /// The most frequent requirement that conflicts with another; the first of several.
  let usual: PackageRequirement
  let odd: PackageRequirement
  /// The first occurrence of each other requirement that excludes `odd`.
  let others: [PackageRequirement]

  /// The maximum number of requirements to compare with all others; real workspaces have fewer.
  private static let mostComparisons = 100

  /// - Complexity: O(*n* + *d* log *d*) for *n* requirements in *d* texts.
  init?(among requirements: [PackageRequirement]) {
    guard let first = requirements.first,
      requirements.contains(where: { $0.requirement != first.requirement })
    else { return nil }
    var counts: [String: Int] = [:]
    var distinct: [(first: PackageRequirement, versions: VersionRequirement)] = []
    for requirement in requirements {
      counts[requirement.requirement, default: 0] += 1
      guard counts[requirement.requirement] == 1 else { continue }
      // A locked version is not a range: SwiftPM's rules do not apply to it.
      let text = requirement.requirement
      distinct.append(
        (requirement, requirement.kind == .package ? .parsing(text) : .checkout(text)))
    }
    let usual = distinct.indices.sorted {
      let (one, other) = (distinct[$0].first.requirement, distinct[$1].first.requirement)
      return (-counts[one, default: 0], $0) < (-counts[other, default: 0], $1)
    }
    for index in usual.prefix(Self.mostComparisons) {
      let excluded = distinct.first { $0.versions.excludes(distinct[index].versions) }
      guard let excluded else { continue }
      self.usual = distinct[index].first
      odd = excluded.first
      others = distinct.filter { $0.versions.excludes(excluded.versions) }.map(\.first)
      return
    }
    return nil
  }
}

extension Diagnostic.Message {
  fileprivate static let requireOne: Self = "require the same version everywhere"

  fileprivate static func differs(_ odd: PackageRequirement, _ usual: String) -> Self {
    let (name, here) = ("'\(odd.name)'", "'\(odd.requirement)' here")
    return switch odd.kind {
    case .package: "package \(name) is required as \(here) and as '\(usual)' elsewhere"
    case .pod: "pod \(name) is locked to \(here) and to '\(usual)' elsewhere"
    case .carthage: "Carthage's \(name) is locked to \(here) and to '\(usual)' elsewhere"
    }
  }

  fileprivate static func otherIsHere(_ other: PackageRequirement) -> Self {
    other.kind == .package
      ? "'\(other.requirement)' is required here" : "it is locked to '\(other.requirement)' here"
  }
}

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
    case ("exact", 1): return .range(.init(low: low, high: low, includesHigh: true))
    case ("from", 1): return .range(.init(low: low, high: low.nextMajor))
    case ("minor", 1): return .range(.init(low: low, high: low.nextMinor))
    case ("from", 3):
      guard let high = SemanticVersion(bounds[2]) else { return .unknown }
      return .range(.init(low: low, high: high, includesHigh: bounds[1] == "through"))
    default: return .unknown
    }
  }

  /// Whether no version satisfies both requirements.
  ///
  /// SwiftPM accepts neither two branches nor a branch and a version. A prerelease is compared like
  /// any other version.
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
  var includesHigh = false

  /// Whether a version is in both ranges.
  func overlaps(_ other: Self) -> Bool {
    let low = max(low, other.low)
    return [self, other].allSatisfy { $0.includesHigh ? low <= $0.high : low < $0.high }
  }
}
