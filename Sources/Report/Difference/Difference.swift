public import Diagnostics

/// The differences between two states of a workspace.
///
/// Modules are identified by `Project/Target`, so moving a folder makes no difference. If several
/// modules share a name in either state, the path of the spec is added. Links are those that
/// targets declare, except links to system libraries.
public struct Difference: Sendable {
  public var addedModules: [GraphView.Node] = []
  public var removedModules: [GraphView.Node] = []
  /// Modules that changed their layer, type or linkage.
  public var changedModules: [(older: GraphView.Node, newer: GraphView.Node)] = []
  public var addedLinks: [Link] = []
  public var removedLinks: [Link] = []
  public var findings: FindingChanges
  /// Files that are not compared, sorted by path.
  public var unread: [UnreadFile] = []
  let layers: [String]
  let newer: GraphView
  let identities: [String]

  /// A link that only one of the states has.
  public struct Link: Sendable {
    public var from: GraphView.Node
    public var to: GraphView.Node
    public var edge: GraphView.Edge
  }

  /// A state of a workspace: its graph and findings.
  public struct State {
    var view: GraphView
    var findings: [Diagnostic]
    var sources: SourceMap

    /// Creates a state with its whole graph and all its findings, new and known.
    public init(_ view: GraphView, findings: [Diagnostic], sources: SourceMap) {
      self.view = view
      self.findings = findings
      self.sources = sources
    }

    public static var empty: State {
      State(GraphView(), findings: [], sources: .init())
    }

    fileprivate var sharedNames: Set<String> {
      var seen: Set<String> = []
      return Set(view.nodes.map(\.identity).filter { !seen.insert($0).inserted })
    }

    /// Returns the state with identities as node ids.
    ///
    /// Nodes with an identity in `shared` keep their id as a suffix.
    fileprivate func telling(apart shared: Set<String>) -> State {
      var copy = self
      for (number, node) in view.nodes.enumerated() {
        // The conversion of an Xcode project changes the name of its file alone.
        let own = node.id.replacing("/project.xcproj#", with: "/project.pbxproj#")
        let isShared = shared.contains(node.identity)
        copy.view.nodes[number].id = isShared ? "\(node.identity) \(own)" : node.identity
      }
      return copy
    }

    /// The fingerprints of all findings, and of findings with their locations.
    public var fingerprints: Set<String> {
      Set(findings.flatMap { [$0.fingerprint(in: sources), $0.placedFingerprint(in: sources)] })
    }
  }

  /// Compares two states.
  ///
  /// - Complexity: O(*n* + *m*) for *n* modules and *m* links in both together.
  public init(from older: State, to newer: State) {
    let shared = older.sharedNames.union(newer.sharedNames)
    self.newer = newer.view
    let (older, newer) = (older.telling(apart: shared), newer.telling(apart: shared))
    identities = newer.view.nodes.map(\.id)
    layers = newer.view.layers + older.view.layers.filter { !newer.view.layers.contains($0) }
    findings = FindingChanges(from: older, to: newer, sharing: shared)
    compareModules(Self.modules(of: older), older, newer)
    addedLinks = Self.links(of: newer, missingIn: older, as: .added)
    removedLinks = Self.links(of: older, missingIn: newer, as: .removed)
  }

  private mutating func compareModules(
    _ known: [String: GraphView.Node], _ older: State, _ newer: State
  ) {
    for node in newer.view.nodes where !node.isExternal {
      guard let before = known[node.id] else {
        addedModules.append(node)
        continue
      }
      if before.layer != node.layer || before.type != node.type || before.linkage != node.linkage {
        changedModules.append((before, node))
      }
    }
    let present = Set(identities)
    removedModules = older.view.nodes.filter { !$0.isExternal && !present.contains($0.id) }
  }

  private static func modules(of state: State) -> [String: GraphView.Node] {
    Dictionary(state.view.nodes.map { ($0.id, $0) }) { first, _ in first }
  }

  private static func links(
    of state: State, missingIn other: State, as change: GraphView.Change
  ) -> [Link] {
    func name(_ edge: GraphView.Edge, in state: State) -> [String] {
      [state.view.nodes[edge.from].id, state.view.nodes[edge.to].id]
    }
    let known = Set(other.view.edges.map { name($0, in: other) })
    return state.view.edges.filter { $0.kind != "sdk" && !known.contains(name($0, in: state)) }
      .map { edge in
        var edge = edge
        edge.change = change
        return Link(from: state.view.nodes[edge.from], to: state.view.nodes[edge.to], edge: edge)
      }
  }

  /// Whether the change adds an error or weakens a rule with severity error.
  public var fails: Bool {
    (findings.gained + (findings.weakening.isOff ? [] : findings.weakening.findings))
      .contains { $0.severity == .error }
  }

  /// A summary such as `2 modules added, 1 link removed; 1 error gained`.
  public var summary: String {
    let counts = [
      (addedModules.count, "module", "added"), (removedModules.count, "module", "removed"),
      (changedModules.count, "module", "changed"), (addedLinks.count, "link", "added"),
      (removedLinks.count, "link", "removed"),
      (findings.gained.count { $0.severity == .error }, "error", "gained"),
      (findings.gained.count { $0.severity == .warning }, "warning", "gained"),
      (findings.lost.count, "finding", "lost"), (unread.count, "file", "not compared"),
    ]
    let parts = counts.filter { $0.0 > 0 }.map { count, noun, verb in
      "\(counted(count, noun)) \(verb)"
    }
    let weakened = findings.weakening.findings
    let entries = weakened.isEmpty ? findings.weakening.stricter.count : weakened.count
    guard entries > 0 else {
      return parts.isEmpty ? "no module, link or finding changed" : parts.joined(separator: ", ")
    }
    let rules = "rules \(weakened.isEmpty ? "changed" : "weakened") by "
    return ([rules + (entries == 1 ? "1 entry" : "\(entries) entries")] + parts)
      .joined(separator: ", ")
  }

  /// Returns the links grouped by the layers of their ends, in layer order.
  func grouped(_ links: [Link]) -> [(title: String, links: [Link])] {
    let groups = Dictionary(grouping: links) { Self.title($0) }
    func rank(_ node: GraphView.Node) -> Int {
      node.layer.flatMap { layers.firstIndex(of: $0) } ?? layers.count + (node.isExternal ? 1 : 0)
    }
    return groups.values.sorted { a, b in
      (rank(a[0].from), rank(a[0].to), Self.title(a[0]))
        < (rank(b[0].from), rank(b[0].to), Self.title(b[0]))
    }.map { (Self.title($0[0]), $0) }
  }

  private static func title(_ link: Link) -> String {
    "\(layer(of: link.from)) → \(layer(of: link.to))"
  }

  static func layer(of node: GraphView.Node) -> String {
    node.layer ?? (node.isExternal ? "external" : "no layer")
  }

  /// Describes the changes of a module, such as `layer 'core' → 'service', static → dynamic`.
  static func changes(_ older: GraphView.Node, _ newer: GraphView.Node) -> [String] {
    var changes: [String] = []
    if older.layer != newer.layer {
      changes.append("layer \(layer(of: older)) → \(layer(of: newer))")
    }
    if older.type != newer.type { changes.append("\(older.type) → \(newer.type)") }
    if older.linkage != newer.linkage { changes.append("\(older.linkage) → \(newer.linkage)") }
    return changes
  }
}

/// The findings that only one of two states has, and the changes of rules.yml and the baseline.
public struct FindingChanges: Sendable {
  public var gained: [Diagnostic]
  var lost: [Diagnostic]
  private(set) var weakening = Weakening()
  /// The source map for locations in `gained` and `weakened`.
  private(set) var sources: SourceMap
  let olderSources: SourceMap
  /// Findings that are known only because the baseline records them.
  private let recorded: [Diagnostic]

  /// Compares the findings of states, several of whose modules have an identity in `shared`.
  init(
    from older: Difference.State, to newer: Difference.State, sharing shared: Set<String>
  ) {
    sources = newer.sources
    olderSources = older.sources
    gained = newer.findings.filter { $0.state == .new }
    let before = older.fingerprints
    recorded = newer.findings.filter {
      $0.state == .known && !before.contains($0.fingerprint(in: newer.sources))
    }
    let remaining = newer.fingerprints
    lost = older.findings.filter { finding in
      !remaining.contains(finding.fingerprint(in: older.sources))
        || !shared.isDisjoint(with: finding.subject.identity)
          && !remaining.contains(finding.placedFingerprint(in: older.sources))
    }
  }

  /// Adds changes of rules.yml and the baseline, whose locations refer to `sources`.
  public mutating func weaken(by weakening: Weakening, sources: SourceMap) {
    self.weakening = weakening
    self.sources = sources
    lost.removeAll { weakening.fingerprints.contains($0.fingerprint(in: olderSources)) }
    let new = recorded.filter { !weakening.recorded.contains($0.fingerprint(in: sources)) }
    guard !new.isEmpty else { return }
    gained = (gained + new).sorted { a, b in
      guard a.rank == b.rank else { return a.rank < b.rank }
      guard let x = a.location, let y = b.location, x.file != y.file else { return a < b }
      return sources[x.file].precedes(sources[y.file])
    }
  }
}

/// The effect of changes to rules.yml and the baseline: findings that the rules of another revision
/// report in the current files and the current rules do not.
public struct Weakening: Sendable {
  /// Findings of `rules-weakened`: settings and entries that became looser.
  public var findings: [Diagnostic] = []
  /// The settings and entries that became stricter or changed without becoming looser.
  public var stricter: [Diagnostic] = []
  /// Whether `rules-weakened` is off in both revisions, so that its findings are only listed.
  public var isOff = false
  /// The fingerprints of the findings of the older rules in the current files, which are not lost.
  public var fingerprints: Set<String> = []
  /// The fingerprints that the older baseline records; what only the newer one records is gained.
  public var recorded: Set<String> = []

  public init() {}
}
