public import Architecture
internal import Diagnostics
internal import Graph

// Unreadable files and their consequences for the baseline.
extension LayeredGraph {
  /// Returns the paths of the files with faults that may hide findings, sorted and unique.
  ///
  /// A fault that the baseline or an exception names existed when the entries were recorded, so it
  /// hides none of their findings. The faults of rules that are off hide nothing either.
  func obstacles(among findings: [Diagnostic], in sources: SourceMap) -> [String] {
    let faults = findings.filter { finding in
      guard finding.rule != .invalidRules else { return true }
      return finding.rule.hidesModules && finding.severity == .error
        && configuration.rules[finding.rule]?.level != .off
        && !known.records(finding, in: sources) && !isExcepted(finding, in: sources)
    }
    return Set(faults.compactMap { $0.location.map { sources[$0.file] } })
      .sorted { $0.precedes($1) }
  }

  /// Whether there is neither a broken spec nor a local package that is computed or absent, whose
  /// modules patterns and exceptions may name.
  var hasReadEverything: Bool {
    guard reading.brokenSpecs.isEmpty, !reading.gaps.contains(where: { $0.kind == .wholePackages })
    else { return false }
    return !graph.externals.contains { module in
      guard case .package(let identity) = graph[module].external else { return false }
      return !identity.contains("://")
    }
  }

  private func isExcepted(_ finding: Diagnostic, in sources: SourceMap) -> Bool {
    configuration.exceptions.contains {
      $0.holds(on: today) && $0.matches(finding, isConstraint: false, in: sources)
    }
  }
}

/// The specs whose included file is ignored by git, and the baseline entries that depend on them.
public struct IncompleteSpecs {
  private let paths: Set<String>
  private var projects: Set<Substring> = []

  public init(of layered: LayeredGraph) {
    paths = layered.reading.incompleteSpecs
    guard !paths.isEmpty else { return }
    let graph = layered.graph
    for module in graph.builtModules {
      guard let spec = graph.spec(of: module), paths.contains(spec.path) else { continue }
      projects.insert(Self.project(of: graph.identity(module)))
    }
  }

  /// Whether the finding of `entry` may be missing.
  ///
  /// A finding of a local rule depends on the specs that it names, any other finding on all specs.
  public func mayHide(_ entry: Baseline.Entry) -> Bool {
    guard !paths.isEmpty else { return false }
    return !ruleCatalog.traits(of: entry.rule).contains(.isLocal)
      || entry.names.contains { paths.contains($0) || projects.contains(Self.project(of: $0)) }
  }

  private static func project(of identity: String) -> Substring { identity.prefix { $0 != "/" } }
}
