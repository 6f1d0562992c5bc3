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
      guard let spec = generated[table.string(claim.path)]?.first, lacks(claim.target, spec: spec)
      else {
        continue
      }
      add(claim, spec: spec)
    }
  }

  private func lacks(_ target: NameID, spec number: Int) -> Bool {
    let spec = table.spec(number)
    guard !spec.isBroken, !spec.lacksIncludes else { return false }
    let batch = table.batch
    if batch.target(named: target, among: spec.targets) != nil { return false }
    if batch.aggregate(named: target, among: spec.targets) != nil { return false }
    let name = table.string(target)
    return !spec.targets.contains { index in
      let other = table.string(batch.targets[index].name)
      return other == name || other.contains("${")
    }
  }

  private mutating func add(_ claim: ProjectClaim, spec: Int) {
    var diagnostic = claim.diagnostic
    if diagnostic.notes.isEmpty {
      let names = table.spec(spec).targets.map { table.string(table.batch.targets[$0].name) }
      let nearest = names.nearest(to: table.string(claim.target))
      diagnostic.help = nearest.map { ["did you mean '\($0)'?"] } ?? []
    }
    refusals.append(Refusal(spec: claim.spec, diagnostic: diagnostic))
  }
}
