import Architecture
import Diagnostics
import Graph
import Report
import Rules

/// Collects the facts of a brief.
struct BriefFacts {
  private let outcome: LintResult
  private let view: GraphView
  private let configuration: Configuration
  private let layers: [Brief.Layer]
  /// The modules on both sides of each constraint.
  private let sides: [(from: ModuleSet, to: ModuleSet)]

  private var layered: LayeredGraph { outcome.graph }

  init(of loaded: LoadedWorkspace, _ outcome: LintResult) {
    self.outcome = outcome
    configuration = loaded.configuration
    let (all, layered) = (GraphView(of: outcome, in: loaded), outcome.graph)
    view = all
    var members: [String: [String]] = [:]
    for node in all.nodes where Stats.isCounted(node, layered) {
      members[node.layer ?? "", default: []].append(node.name)
    }
    let names = configuration.layers.map(\.name)
    layers = configuration.layers.map { layer in
      Brief.Layer(
        name: layer.name, modules: members[layer.name] ?? [],
        reach: Self.reach(of: layer, names), peers: Self.peers(of: layer))
    }
    let table = SelectorTable(layered)
    sides = configuration.links.map { (table.members(of: $0.from), table.members(of: $0.to)) }
  }

  private static func reach(of layer: Configuration.Layer, _ names: [String]) -> Brief.Reach {
    switch layer.reach {
    case .below: .below
    case .next: .next
    case .layers(let numbers):
      .layers(numbers.filter(names.indices.contains).map { names[$0] })
    }
  }

  private static func peers(of layer: Configuration.Layer) -> Brief.Peers {
    switch layer.peers {
    case .forbidden: .interfaces
    case .allowed: .all
    case .within(let pattern): .within(pattern.text)
    }
  }

  /// The brief of the whole workspace.
  var whole: Brief {
    var brief = Brief()
    brief.layers = layers
    brief.unassigned = view.nodes.filter { $0.layer == nil && Stats.isCounted($0, layered) }
      .map(\.name)
    brief.interfaces = configuration.interfaces.map(\.text)
    brief.constraints = configuration.links.map(Self.constraint)
    return brief
  }

  private static func constraint(_ entry: Configuration.LinkConstraint) -> Brief.Constraint {
    Brief.Constraint(
      id: entry.id.name, isOnly: entry.kind == .only, isTransitive: entry.isTransitive,
      from: entry.from.text, to: entry.to.text, because: entry.because, instead: entry.instead)
  }

  /// Returns the briefs of some modules in order of name; platform variants of a target have one
  /// brief.
  func modules(_ modules: [ModuleID]) -> [ModuleBrief] {
    view.nodes(drawing: modules).sorted().map(brief)
  }

  private func brief(of number: Int) -> ModuleBrief {
    let node = view.nodes[number]
    let place = layers.firstIndex { $0.name == node.layer }
    var brief = ModuleBrief(
      name: node.name, layer: place.map { layers[$0] }, spec: node.spec ?? "")
    let edges = view.edges.filter { $0.from == number }
    brief.links = names(edges.filter { !$0.isImport }.map(\.to))
    brief.imports = names(edges.filter(\.isImport).map(\.to))
    brief.linkedBy = names(view.edges.filter { $0.to == number && !$0.isImport }.map(\.from))
    if let place {
      brief.higher = layers[..<place].map(\.name)
      brief.lower = layers[(place + 1)...].map(\.name)
      brief.interfaces = view.nodes.filter {
        $0.layer == node.layer && $0.isInterface && $0.id != node.id
      }.map(\.name)
    }
    brief.constraints = zip(configuration.links, sides).filter { entry, sides in
      entry.level != .off
        && node.modules.contains(where: sides.from.contains) == (entry.kind == .forbid)
        && !sides.to.subtracting(ModuleSet(node.modules)).isEmpty
    }.map { Self.constraint($0.0) }
    brief.findings = outcome.findings.filter { finding in
      let subject = finding.subject
      return subject.from == node.name || subject.to == node.name
    }
    return brief
  }

  private func names(_ numbers: [Int]) -> [String] {
    Set(numbers).sorted().map { view.nodes[$0].name }
  }
}
