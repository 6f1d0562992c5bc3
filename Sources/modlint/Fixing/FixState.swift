import Architecture
import Diagnostics
import Files
import Rules
import Workspace

extension FixRun {
  /// A workspace and its findings.
  struct State {
    var loaded: LoadedWorkspace
    var result: LintResult
    /// The counts of all findings, including those of `undeclared-import` that no fix may cause
    /// even if the rule is off.
    var counts = FindingCounts()

    init(_ loaded: LoadedWorkspace, _ result: LintResult, _ options: Options) {
      self.loaded = loaded
      self.result = result
      counts.add(result.findings, in: loaded.sources)
      if let unasked = loaded.undeclaredImports(options) {
        counts.add(unasked.findings, in: unasked.sources)
      }
    }
  }
}

extension LoadedWorkspace {
  /// Returns the findings of `undeclared-import` if it is off and `unused-link` is on.
  ///
  /// A link may serve an import of its target or of a dependent. Without the link, no other rule
  /// reports the import.
  ///
  /// - Complexity: Reads the sources of all targets again.
  fileprivate func undeclaredImports(
    _ options: FixRun.Options
  ) -> (findings: [Diagnostic], sources: SourceMap)? {
    guard configuration.turnsOn(UnusedLink.id), !configuration.turnsOn(UndeclaredImport.id) else {
      return nil
    }
    var rules = RulesFile()
    rules.readsImports = true
    var asking = Configuration(rules, catalog: ruleCatalog)
    asking.rules[UnusedLink.id] = nil
    let read = workspace.judgingImports(
      by: asking, jobs: options.reading.jobs ?? Walk.defaultJobs)
    let layered = LayeredGraph(
      read.graph, configuration: configuration, today: options.today, reading: read.reading)
    return (UndeclaredImport.findings(in: layered), read.sources)
  }
}

/// Counts of findings, to compare states before and after a change.
struct FindingCounts {
  private var all: [String: Int] = [:]
  private var errors: [String: Int] = [:]
  /// The counts of findings and their notes, one of which reports each further location.
  private var places: [String: Int] = [:]
  private var examples: [String: Diagnostic] = [:]

  /// Adds the findings of one check.
  mutating func add(_ findings: [Diagnostic], in sources: SourceMap) {
    for finding in findings {
      let name = finding.fingerprint(in: sources)
      all[name, default: 0] += 1
      if finding.severity == .error { errors[name, default: 0] += 1 }
      places[name, default: 0] += 1 + finding.notes.count
      examples[name] = finding
    }
  }

  /// Returns the sorted findings of `other` that are missing here, except those of `exempt` rules.
  func missing(of other: FindingCounts, except exempt: Set<RuleID> = []) -> [Diagnostic] {
    let missing = other.examples.filter { name, finding in
      !exempt.contains(finding.rule)
        && (other.all[name, default: 0] > all[name, default: 0]
          || other.errors[name, default: 0] > errors[name, default: 0])
    }
    return Self.inOrder(missing)
  }

  /// Returns the sorted findings of `other` whose chains are longer here.
  func shortened(in other: FindingCounts, _ rules: Set<RuleID>) -> [Diagnostic] {
    guard !rules.isEmpty else { return [] }
    let shortened = other.examples.filter { name, finding in
      guard rules.contains(finding.rule), let own = examples[name] else { return false }
      return own.subject.chain.count > finding.subject.chain.count
    }
    return Self.inOrder(shortened)
  }

  /// Sorts findings by rule, message and fingerprint.
  private static func inOrder(_ findings: [String: Diagnostic]) -> [Diagnostic] {
    findings.sorted {
      ($0.value.rule, $0.value.message.text, $0.key)
        < ($1.value.rule, $1.value.message.text, $1.key)
    }.map(\.value)
  }

  /// Returns the number of findings of a rule.
  func count(of rule: RuleID) -> Int {
    examples.reduce(0) { $1.value.rule == rule ? $0 + all[$1.key, default: 0] : $0 }
  }

  /// Whether a finding is present.
  func has(_ fingerprint: String, asOftenAs other: FindingCounts) -> Bool {
    places[fingerprint, default: 0] >= other.places[fingerprint, default: 0]
  }

  /// Whether a finding is among these.
  func contains(_ fingerprint: String) -> Bool { all[fingerprint] != nil }
}
