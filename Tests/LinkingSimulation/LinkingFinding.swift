/// A finding of modlint about linking, as far as the simulation compares it.
package struct LinkingFinding {
  package var rule: String
  package var from: String
  package var to: String?
  package var owners: [String]
  package var notes: [String]
  package var help: [String]

  package init(
    rule: String, from: String, to: String?, owners: [String], notes: [String], help: [String]
  ) {
    self.rule = rule
    self.from = from
    self.to = to
    self.owners = owners
    self.notes = notes
    self.help = help
  }

  /// What it says in the words of the simulation: several things where one finding lists what an application
  /// misses, nothing where the rule is not simulated.
  package var keys: [String] {
    guard LinkSimulation.rules.contains(rule) else { return [] }
    if rule == "duplicate-static" {
      return ["duplicate-static \(to ?? "") [\(owners.joined(separator: " "))]"]
    }
    if let to { return ["\(rule) \(from) -> \(to)"] }
    return rule == "missing-embed" ? listed.map { "\(rule) \(from) -> \($0)" } : ["\(rule) \(from)"]
  }

  /// The names that its note lists.
  fileprivate var listed: [String] {
    (notes.first ?? "").matches(of: /'(.+?)'/).map { String($0.1) }
  }
}

package enum LinkingAdvice {
  /// A workspace for each way that the help of a finding proposes; `nil` where it is not understood.
  package static func followed(
    _ finding: LinkingFinding, in workspace: SimulatedWorkspace
  ) -> [SimulatedWorkspace?] {
    switch finding.rule {
    case "missing-bundle": finding.help.map { follow([$0], in: workspace) }
    case "nested-embed": [follow(finding.help, in: workspace)]
    case "missing-embed" where finding.to != nil: [follow(finding.help, in: workspace)]
    case "missing-embed": [embedAll(of: finding, in: workspace)]
    default: []
    }
  }

  private static func follow(
    _ help: [String], in workspace: SimulatedWorkspace
  ) -> SimulatedWorkspace? {
    var edited = workspace
    return help.allSatisfy { edited.follow($0) } ? edited : nil
  }

  private static func embedAll(
    of finding: LinkingFinding, in workspace: SimulatedWorkspace
  ) -> SimulatedWorkspace? {
    var edited = workspace
    return finding.listed.allSatisfy { edited.embed($0, in: finding.from) } ? edited : nil
  }
}
