public import Architecture
internal import Diagnostics
import Graph
internal import Text

/// Reports links to modules that require a newer system version.
///
/// The compiler rejects the import of such a module. For package targets, only the deployment
/// target in the manifest counts.
public enum DeploymentTarget: Rule {
  public static func check(_ layered: LayeredGraph, _ findings: inout Findings) {
    let graph = layered.graph
    guard Minimums.differ(in: graph) else { return }
    let minimums = Minimums(graph: graph)
    var found: [(link: Link, gaps: [MinimumGap])] = []
    for link in graph.links where layered.asksForMinimums(link) {
      let gaps = minimums.gaps(of: link)
      if !gaps.isEmpty { found.append((link, gaps)) }
    }
    // Variants of a target for several platforms are one module.
    found = found.merged {
      VariantLink(targets: graph.targets(of: $0.link), location: $0.link.location)
    } merging: {
      $0.gaps += $1.gaps
    }
    for (link, gaps) in found { report(link, gaps, layered, &findings) }
  }

  private struct VariantLink: Hashable {
    var targets: [ModuleGraph.TargetKey]
    var location: SourceRange
  }

  private static func report(
    _ link: Link, _ gaps: [MinimumGap], _ layered: LayeredGraph, _ findings: inout Findings
  ) {
    let graph = layered.graph
    let (from, to) = (graph.shownName(link.from), graph.shownName(link.to))
    let isLenient = link.flags.contains(.weak) || layered.isTest(link.from)
    let sets = Set(gaps.map(\.configurations))
    let message = Diagnostic.Message.needsNewer(
      from, to, Self.versions(gaps, \.own), Self.versions(gaps, \.needed))
    findings.add(
      message.inConfigurations(sets.count == 1 ? gaps[0].configurations : []), link: link,
      severity: isLenient ? .warning : nil,
      notes: gaps.flatMap { gap in
        [
          Diagnostic.Note(.minimum(from, gap.platform, gap.own.text), at: gap.own.location),
          Diagnostic.Note(.minimum(to, gap.platform, gap.needed.text), at: gap.needed.location),
        ]
      },
      help: [.raise(from, to, gaps.count == 1 ? gaps[0] : nil)])
  }

  /// `iOS 15.0 and tvOS 15.0`.
  private static func versions(
    _ gaps: [MinimumGap], _ end: KeyPath<MinimumGap, Minimums.Minimum>
  ) -> String {
    gaps.map { "\($0.platform.rawValue) \($0[keyPath: end].text)" }.joinedByAnd
  }
}

extension LayeredGraph {
  /// Whether code of one end is compiled against the other, for the same system.
  fileprivate func asksForMinimums(_ link: Link) -> Bool {
    // Linker flags have no effect on archives.
    let isOwn =
      link.kind == .linkerFlag
      ? graph[link.from].linkage != .static : !link.flags.contains(.derived)
    guard link.flags.contains(.linked), isOwn, !isIgnored(link.from), !isIgnored(link.to),
      graph.builtModules.contains(link.to)
    else { return false }
    return [link.from, link.to].allSatisfy { end in
      switch graph[end].packageTarget {
      case .executable, .macro, .plugin: false
      case .library, .test, nil: !isInterface(end)
      }
    }
  }
}

/// A platform on which a module requires a newer system than its dependent.
private struct MinimumGap {
  var platform: Platform
  /// The configurations in which it does; empty for all.
  var configurations: [String]
  var own: Minimums.Minimum
  var needed: Minimums.Minimum
}

/// The deployment targets of modules.
///
/// Most workspaces have one version per platform, which needs no comparison.
private struct Minimums {
  struct Minimum {
    var version: SemanticVersion
    var text: String
    var location: SourceRange
  }

  private static let settings = Platform.allCases.compactMap { platform in
    JudgedSetting(minimumOf: platform).map { (platform, $0) }
  }

  let graph: ModuleGraph

  /// Whether two modules may require different system versions.
  ///
  /// Compares with the first fact of each setting, without hashing: most runs need no more.
  static func differ(in graph: ModuleGraph) -> Bool {
    var first: [SettingFact] = []
    return graph.hasSettingFact { fact in
      guard fact.setting.isMinimum else { return false }
      if fact.configuration != nil { return true }
      guard let known = first.first(where: { $0.setting == fact.setting }) else {
        first.append(fact)
        return false
      }
      return known.value != fact.value
    }
  }

  func gaps(of link: Link) -> [MinimumGap] {
    let platforms = link.platforms.intersection(graph[link.from].platforms)
      .intersection(graph[link.to].platforms)
    return Self.settings.compactMap { platform, setting in
      guard BuildPlatform(platform.rawValue).map(platforms.contains) == true else { return nil }
      return gap(of: link, on: platform, setting)
    }
  }

  private func gap(
    of link: Link, on platform: Platform, _ setting: JudgedSetting
  ) -> MinimumGap? {
    let own = graph.settingFacts(setting, of: link.from)
    let needed = graph.settingFacts(setting, of: link.to)
    var names = Set((own + needed).compactMap(\.configuration)).sorted { $0.precedes($1) }
    let linked = graph.configurationNames(link.configurations)
    if !linked.isEmpty { names.removeAll { !linked.contains($0) } }
    if names.isEmpty { names = linked }
    var gap: MinimumGap?
    for name in names.isEmpty ? [nil] : names.map(Optional.some) {
      guard let a = minimum(own, in: name), let b = minimum(needed, in: name),
        a.version < b.version
      else { continue }
      if gap == nil {
        gap = MinimumGap(platform: platform, configurations: [], own: a, needed: b)
      }
      gap?.configurations += name.map { [$0] } ?? []
    }
    if link.configurations == .all, gap?.configurations.count == names.count {
      gap?.configurations = []
    }
    return gap
  }

  private func minimum(_ facts: [SettingFact], in configuration: String?) -> Minimum? {
    let fact = facts.first { $0.configuration == nil || $0.configuration == configuration }
    guard let fact, let text = fact.value, let version = SemanticVersion(text) else { return nil }
    return Minimum(version: version, text: text, location: fact.location)
  }
}

extension Diagnostic.Message {
  fileprivate static func needsNewer(
    _ from: String, _ to: String, _ own: String, _ needed: String
  ) -> Self {
    "'\(from)' runs on \(own) but links '\(to)', which needs \(needed)"
  }

  fileprivate static func minimum(_ module: String, _ platform: Platform, _ version: String) -> Self
  {
    "the deployment target of '\(module)' for \(platform.rawValue) is \(version)"
  }

  /// Returns the help; without `gap`, there are several.
  fileprivate static func raise(_ from: String, _ to: String, _ gap: MinimumGap?) -> Self {
    guard let gap else {
      return "raise the deployment targets of '\(from)' to those of '\(to)', or lower the latter"
    }
    return """
      raise the deployment target of '\(from)' to \(gap.needed.text), \
      or lower that of '\(to)' to \(gap.own.text)
      """
  }
}
