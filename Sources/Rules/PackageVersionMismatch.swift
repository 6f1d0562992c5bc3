public import Diagnostics
internal import Graph

/// One package is asked for with two version requirements.
///
/// Xcode resolves each package once per workspace: requirements that do not meet break the build of
/// whoever opens both projects together, and those that meet hide which version was meant.
public struct PackageVersionMismatch: Rule {
  public static let id: RuleID = "package-version-mismatch"
  public static let summary = "one package, two version requirements"
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
        .asksDifferently(odd.name, odd.requirement, usual.requirement), at: odd.location,
        notes: Self.others(than: odd, among: requirements), help: [.askAlike],
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
      .map { .init(.askedHere($0.requirement), at: $0.location) }
  }
}

extension Diagnostic.Message {
  fileprivate static let askAlike: Self =
    "ask for one version everywhere, or keep the package's entry in one included file"

  fileprivate static func asksDifferently(_ name: String, _ odd: String, _ usual: String) -> Self {
    "package '\(name)' is asked for as '\(odd)' here and as '\(usual)' elsewhere"
  }
  fileprivate static func askedHere(_ requirement: String) -> Self {
    "'\(requirement)' is asked for here"
  }
}
