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
    case _ where finding.help.isEmpty: []
    case "nested-embed": [follow(finding.help, in: workspace)]
    case "missing-embed" where finding.to != nil: [follow(finding.help, in: workspace)]
    case "missing-embed": [embedAll(of: finding, in: workspace)]
    case "duplicate-static": alternatives(to: finding).map { follow($0, in: workspace) }
    case "package-in-static": [follow(finding.help, in: workspace)]
    default: []
    }
  }

  /// The findings that are left or new once advice was followed, which must be none.
  ///
  /// Fewer owners of the same library are the rest of a finding, and no new one. That a module needs a newer
  /// system than another is so whatever links it.
  package static func unwanted(
    after finding: String, _ left: Set<String>, among before: Set<String>
  ) -> [String] {
    left.filter { key in
      key == finding
        || !key.hasPrefix("deployment-target") && !before.contains(key)
          && !before.contains { isRest(key, of: $0) }
    }.sorted()
  }

  private static func isRest(_ key: String, of other: String) -> Bool {
    func parts(_ key: String) -> (library: Substring, owners: Set<Substring>)? {
      guard let match = key.wholeMatch(of: /duplicate-static (.+) \[(.+)\]/) else { return nil }
      return (match.1, Set(match.2.split(separator: " ")))
    }
    guard let part = parts(key), let whole = parts(other) else { return false }
    return part.library == whole.library && part.owners.isStrictSubset(of: whole.owners)
  }

  /// `drop 'X' from 'T', or declare it there with …` are two ways.
  private static func alternatives(to finding: LinkingFinding) -> [[String]] {
    guard let help = finding.help.first, finding.help.count == 1,
      let match = help.wholeMatch(
        of: /drop '(.+?)' from '(.+?)', or declare it there with `link: false`/)
    else { return [finding.help] }
    return [
      ["drop '\(match.1)' from '\(match.2)'"],
      ["declare `link: false` in the dependency of '\(match.2)' on '\(match.1)'"],
    ]
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
    let link: Bool? = finding.help.first?.contains("link: false") == true ? false : nil
    return finding.listed.allSatisfy { edited.embed($0, in: finding.from, link: link) }
      ? edited : nil
  }
}
