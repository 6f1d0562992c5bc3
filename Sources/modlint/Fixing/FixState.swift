import Architecture
import Diagnostics
import Files
import Graph
import Loading
import Rules
import Workspace

extension FixRun {
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

    func changedModules(since other: State) -> Set<String> {
      let own = loaded.workspace.graph.declaredLinks
      let others = other.loaded.workspace.graph.declaredLinks
      return Set(own.keys).union(others.keys).filter { own[$0] != others[$0] }
    }
  }
}

/// What a module declares to depend on: a module, or the products of a package.
private struct DeclaredLink: Hashable {
  var to: String
  var kind: Link.Kind
}

extension ModuleGraph {
  fileprivate var declaredLinks: [String: [DeclaredLink: Link.Flags]] {
    links.reduce(into: [:]) { declared, link in
      guard !link.isImport, !link.flags.contains(.derived) else { return }
      let package = link.flags.contains(.viaProduct) ? spec(of: link.to)?.path : nil
      let own = DeclaredLink(to: package ?? shownName(link.to), kind: link.kind)
      declared[shownName(link.from), default: [:]][own, default: []]
        .formUnion(link.flags.subtracting([.inherited]))
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
    guard configuration.turnsOn(.unusedLink), !configuration.turnsOn(.undeclaredImport) else {
      return nil
    }
    var rules = RulesFile()
    rules.readsImports = true
    var asking = Configuration(rules, catalog: ruleCatalog)
    asking.rules[.unusedLink] = nil
    let read = workspace.judgingImports(
      by: asking, jobs: self.options.jobs ?? Walk.defaultJobs)
    let layered = LayeredGraph(
      read.graph, configuration: configuration, today: options.today, reading: read.reading)
    return (layered.findings(of: .undeclaredImport), read.sources)
  }
}

/// Counts of findings, to compare states before and after a change.
struct FindingCounts {
  private struct Count {
    var all = 0
    var errors = 0
    /// The number of findings and their notes, one of which reports each further location.
    var places = 0
    var example: Diagnostic
  }

  private var counts: [String: Count] = [:]

  mutating func add(_ findings: [Diagnostic], in sources: SourceMap) {
    for finding in findings {
      let name = finding.fingerprint(in: sources)
      var count = counts[name] ?? Count(example: finding)
      count.all += 1
      count.errors += finding.severity == .error ? 1 : 0
      count.places += 1 + finding.notes.count
      counts[name] = count
    }
  }

  func missing(in other: FindingCounts) -> [Diagnostic] {
    let missing = counts.filter { name, count in
      guard let known = other.counts[name] else { return true }
      return count.all > known.all || count.errors > known.errors
    }
    return missing.sorted {
      ($0.value.example.rule, $0.value.example.message.text, $0.key)
        < ($1.value.example.rule, $1.value.example.message.text, $1.key)
    }.map(\.value.example)
  }

  /// Whether a finding of `other` is here as often.
  func has(_ fingerprint: String, of other: FindingCounts) -> Bool {
    guard let before = other.counts[fingerprint] else { return false }
    return counts[fingerprint]?.places ?? 0 >= before.places
  }

  func contains(_ fingerprint: String) -> Bool { counts[fingerprint] != nil }
}
