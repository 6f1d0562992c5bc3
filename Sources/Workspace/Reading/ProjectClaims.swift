internal import Diagnostics
internal import Projects
internal import Specs
internal import Text

/// Checks that other projects have the targets that specs expect, after all specs are read.
struct ProjectClaims {
  /// The violated expectations, in order of reading.
  private(set) var refusals: [Refusal] = []

  private let table: SpecTable

  /// - Complexity: O(*n* + *m*) for *n* specs and *m* claims; O(1) without any.
  init(_ table: SpecTable) {
    self.table = table
    let claims = table.notes.projectClaims
    guard !claims.isEmpty else { return }
    let generated = table.numbersByProject()
    for claim in claims {
      guard let spec = generated[claim.path]?.first, lacks(claim.target, spec: spec)
      else {
        continue
      }
      add(claim, spec: spec)
    }
  }

  private func lacks(_ target: String, spec number: Int) -> Bool {
    let spec = table.projects[number]
    guard spec.gaps.isDisjoint(with: [.isBroken, .parts]) else { return false }
    return spec.target(named: target) == nil && spec.aggregate(named: target) == nil
      && !spec.targets.contains { $0.name.contains("${") }
  }

  private mutating func add(_ claim: ProjectClaim, spec: Int) {
    var diagnostic = claim.diagnostic
    if diagnostic.notes.isEmpty {
      let nearest = table.projects[spec].targets.map(\.name).nearest(to: claim.target)
      diagnostic.help = nearest.map { ["did you mean '\($0)'?"] } ?? []
    }
    refusals.append(Refusal(spec: claim.spec, diagnostic: diagnostic))
  }
}
