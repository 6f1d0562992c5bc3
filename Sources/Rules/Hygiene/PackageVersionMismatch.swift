public import Architecture
public import Diagnostics
internal import Graph

/// One package is asked for with two version requirements, or locked to two versions.
///
/// Xcode resolves each package once per workspace: requirements that do not meet break the build of
/// everyone who opens both projects together, and those that meet hide which version was meant. Lock
/// files that differ give one workspace two versions of a pod or a Carthage framework.
public struct PackageVersionMismatch: Rule {
  public static let id: RuleID = "package-version-mismatch"
  public static let summary = "one package, two version requirements or locked versions"
  public static let defaultSeverity: Severity? = .warning

  public init(options: RuleOptions) {}

  public func check(_ layered: LayeredGraph, _ findings: inout Findings) {
    var byPackage: [String: [PackageRequirement]] = [:]
    for requirement in layered.graph.packageRequirements {
      byPackage[requirement.identity, default: []].append(requirement)
    }
    for (identity, requirements) in byPackage {
      guard let usual = Self.usual(requirements),
        let odd = requirements.first(where: { $0.requirement != usual.requirement })
      else { continue }
      findings.add(
        .differs(odd, usual.requirement), at: odd.location,
        notes: Self.others(than: odd, among: requirements), help: [.advice(odd.kind)],
        subject: .init(to: odd.name, identity: [identity]))
    }
  }

  /// The requirement that most specifications have, the first of several.
  private static func usual(_ requirements: [PackageRequirement]) -> PackageRequirement? {
    var counts: [String: Int] = [:]
    for requirement in requirements { counts[requirement.requirement, default: 0] += 1 }
    let most = counts.values.max()
    return requirements.first { counts[$0.requirement] == most }
  }

  /// For each other requirement, the first place that has it.
  private static func others(
    than odd: PackageRequirement, among requirements: [PackageRequirement]
  ) -> [Diagnostic.Note] {
    var seen: Set = [odd.requirement]
    return requirements.filter { seen.insert($0.requirement).inserted }
      .map { .init(.otherIsHere($0), at: $0.location) }
  }
}

extension Diagnostic.Message {
  fileprivate static func differs(_ odd: PackageRequirement, _ usual: String) -> Self {
    switch odd.kind {
    case .package:
      "package '\(odd.name)' is required as '\(odd.requirement)' here and as '\(usual)' elsewhere"
    case .pod:
      "pod '\(odd.name)' is locked to '\(odd.requirement)' here and to '\(usual)' elsewhere"
    case .carthage:
      "Carthage's '\(odd.name)' is locked to '\(odd.requirement)' here and to '\(usual)' elsewhere"
    }
  }

  fileprivate static func otherIsHere(_ other: PackageRequirement) -> Self {
    other.kind == .package
      ? "'\(other.requirement)' is required here" : "it is locked to '\(other.requirement)' here"
  }

  fileprivate static func advice(_ kind: PackageRequirement.Kind) -> Self {
    switch kind {
    case .package:
      "require the same version everywhere, or move the package's entry to an included file"
    case .pod: "require the same version in both Podfiles and run 'pod update'"
    case .carthage: "require the same version in both Cartfiles and run 'carthage update'"
    }
  }
}
