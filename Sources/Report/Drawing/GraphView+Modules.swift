public import Diagnostics
public import Graph

extension GraphView {
  /// The role of a module in rules.yml; `isOutside` if it needs no layer.
  public typealias ArchitectureRole = (
    layer: String?, isInterface: Bool, isTestSupport: Bool, isOutside: Bool
  )

  /// Creates a view of all of `graph`, with platform variants as one node and parallel links as one
  /// edge.
  ///
  /// Omits links that no target declares.
  ///
  /// - Complexity: O(*n* + *m* log *m*).
  public init(
    of graph: ModuleGraph, sources: SourceMap, layers: [String], findings: [Diagnostic] = [],
    traits: (RuleID) -> RuleTraits = { _ in [] }, role: (ModuleID) -> ArchitectureRole
  ) {
    self.init(layers: layers)
    let numbers = addNodes(of: graph, role)
    addEdges(of: graph, sources, LinkFindings(findings, traits), numbers)
  }

  /// Counts the new findings about each node: those of a report, which joins some of a run.
  public mutating func count(_ findings: [Diagnostic]) {
    let numbers = Dictionary(zip(nodes.map(\.name), nodes.indices)) { first, _ in first }
    for finding in findings where finding.state == .new {
      guard let number = finding.subject.from.flatMap({ numbers[$0] }) else { continue }
      switch finding.severity {
      case .error: nodes[number].errorCount += 1
      case .warning: nodes[number].warningCount += 1
      }
    }
  }

  /// Returns the id of a module, which its platform variants share.
  ///
  /// Externals of different kinds may have the same name.
  public static func id(of module: ModuleID, in graph: ModuleGraph) -> String {
    if let spec = graph.spec(of: module) { return "\(spec.path)#\(graph[module].baseName)" }
    let name = graph[module].name
    return switch graph[module].external {
    case .package(let identity): "package:\(identity)#\(name)"
    case .sdk: "sdk:\(name)"
    case .file(let path) where path != name: "external:\(name)#\(path)"
    case .carthage, .pod, .file, nil: "external:\(name)"
    }
  }

  private mutating func addNodes(
    of graph: ModuleGraph, _ role: (ModuleID) -> ArchitectureRole
  ) -> ModuleMap<Int> {
    var numbers: [String: Int] = [:]
    return ModuleMap(for: graph) { module in
      let node = Node(module, in: graph, role(module))
      if let number = numbers[node.id] {
        nodes[number].merge(node)
        return number
      }
      numbers[node.id] = nodes.count
      nodes.append(node)
      return nodes.count - 1
    }
  }

  private mutating func addEdges(
    of graph: ModuleGraph, _ sources: SourceMap, _ findings: LinkFindings,
    _ numbers: ModuleMap<Int>
  ) {
    var places: [Edge.Ends: Int] = [:]
    places.reserveCapacity(graph.links.count)
    for link in graph.links where !link.flags.contains(.derived) {
      let ends = Edge.Ends(from: numbers[link.from], to: numbers[link.to])
      guard ends.from != ends.to || link.from == link.to else { continue }
      var edge = Edge(link, (ends.from, ends.to), sources)
      findings.mark(&edge, link.id)
      if let place = places[ends] {
        edges[place].merge(edge)
      } else {
        places[ends] = edges.count
        edges.append(edge)
      }
    }
    edges.sort { ($0.from, $0.to) < ($1.from, $1.to) }
  }
}

extension GraphView.Node {
  fileprivate init(_ id: ModuleID, in graph: ModuleGraph, _ role: GraphView.ArchitectureRole) {
    let module = graph[id]
    let spec = graph.spec(of: id)
    let name = GraphView.id(of: id, in: graph)
    self.init(
      id: name, name: graph.shownName(id), identity: spec == nil ? name : graph.identity(id),
      type: module.typeText,
      platforms: spec == nil || module.packageTarget != nil ? [] : [module.platform.rawValue],
      linkage: module.linkage.rawValue,
      layer: role.layer, isOutside: role.isOutside, roles: Self.roles(of: module, role),
      spec: spec?.path,
      line: spec == nil ? nil : Int(module.location.start.line), project: spec?.project,
      modules: [id])
  }

  private static func roles(
    of module: Module, _ role: GraphView.ArchitectureRole
  ) -> [GraphView.Role] {
    GraphView.Role.allCases.filter { kind in
      switch kind {
      case .app: module.roles.contains(.app)
      case .appExtension: module.roles.contains(.appExtension)
      case .executable: module.roles.contains(.executable)
      case .interface: role.isInterface
      case .test: module.roles.contains(.test)
      case .testSupport: role.isTestSupport
      case .aggregate: module.roles.contains(.aggregate)
      case .legacy: module.roles.contains(.legacy)
      case .external: module.spec < 0
      }
    }
  }

  fileprivate mutating func merge(_ variant: Self) {
    for platform in variant.platforms where !platforms.contains(platform) {
      platforms.append(platform)
    }
    layer = layer ?? variant.layer
    modules += variant.modules
  }
}

extension GraphView.Edge {
  fileprivate init(_ link: Link, _ ends: (from: Int, to: Int), _ sources: SourceMap) {
    self.init(
      from: ends.from, to: ends.to, kind: link.kind.rawValue,
      isLinked: link.flags.isLinkedByXcodeGen, isEmbedded: link.flags.contains(.embedded),
      file: sources[link.location.file], line: Int(link.location.start.line))
  }

  mutating func merge(_ other: Self) {
    // A declared link of one variant takes precedence over an import.
    if isImport, !other.isImport { (kind, file, line) = (other.kind, other.file, other.line) }
    isLinked = isLinked || other.isLinked
    isEmbedded = isEmbedded || other.isEmbedded
    if !other.rules.isEmpty, rules.isEmpty || other.isKnown == isKnown {
      isWarning = other.isWarning && (isWarning || rules.isEmpty)
      isKnown = other.isKnown
    } else if !other.rules.isEmpty, isKnown {
      (isKnown, isWarning) = (false, other.isWarning)
    }
    isCut = isCut || other.isCut
    rules = Set(rules).union(other.rules).sorted { $0.precedes($1) }
  }
}

struct LinkFindings {
  private var byLink: [Int: [Diagnostic]] = [:]
  private var traits: [RuleID: RuleTraits] = [:]

  init(_ findings: [Diagnostic], _ traits: (RuleID) -> RuleTraits) {
    for rule in Set(findings.map(\.rule)) { self.traits[rule] = traits(rule) }
    for finding in findings {
      if let link = finding.subject.link { byLink[link, default: []].append(finding) }
    }
  }

  private func has(_ trait: RuleTrait, _ finding: Diagnostic) -> Bool {
    traits[finding.rule]?.contains(trait) ?? false
  }

  func mark(_ edge: inout GraphView.Edge, _ link: LinkID) {
    guard !byLink.isEmpty, var findings = byLink[link.number] else { return }
    if edge.isImport { findings.removeAll { has(.judgesBinaries, $0) } }
    guard !findings.isEmpty else { return }
    edge.rules = Set(findings.map(\.rule)).sorted().map(\.name)
    edge.isCut = findings.contains { has(.picksLink, $0) }
    let new = findings.filter { $0.state == .new }
    edge.isKnown = new.isEmpty
    edge.isWarning = (new.isEmpty ? findings : new).allSatisfy { $0.severity == .warning }
  }
}
