public import ArgumentParser
import Graph
public import Report
import Architecture

/// The options that select a part of the graph.
///
/// Each option narrows the result of the others. `--collapse` and `--reduce` are applied last.
struct GraphSelection: ParsableArguments {
  @Option(
    help: "Draw this module, what it links and what links it. A name or a selector.",
    completion: .module)
  var focus: String?

  @Option(help: "How many links to follow from --focus, both ways (default: 1).")
  var depth: Int?

  @Option(
    help: "Draw the modules that this one leads to; with --to, the chains between the two.",
    completion: .module)
  var from: String?

  @Option(
    help: "Draw the modules that lead to this one.", completion: .module)
  var to: String?

  @Option(
    help: "Draw all modules that depend on this one, directly or not.", completion: .module)
  var reaches: String?

  @Option(help: "Draw as one node what belongs together.")
  var collapse: GraphView.Grouping?

  @Option(help: "Draw only these links.")
  var only: Only?

  @Flag(help: "Also draw test bundles and test support.")
  var tests = false

  @Flag(help: "Also draw externals. With --packages, packages are drawn without it.")
  var externals = false

  @Flag(help: "Leave out links that chains of other links imply.")
  var reduce = false

  enum Only: String, CaseIterable {
    case violations, cycles
  }

  func validate() throws {
    if let depth, depth < 1 { throw ValidationError("--depth must be a number greater than 0") }
    if depth != nil, focus == nil {
      throw ValidationError("--depth says how far to go from --focus, which is not given")
    }
  }
}

extension GraphSelection {
  /// Returns the selected part of `view`.
  ///
  /// `inside` are the nodes below the given paths, or `nil` without paths. `packages` includes
  /// packages without other externals.
  ///
  /// - Throws: A lookup error for a module.
  func apply(
    to view: GraphView, _ names: ModuleNames, inside: Set<Int>?, packages: Bool
  ) throws(ModuleNames.LookupError) -> GraphView {
    var named: Set<Int> = []
    func nodes(_ text: String?) throws(ModuleNames.LookupError) -> Set<Int>? {
      guard let text else { return nil }
      let nodes = view.nodes(drawing: try names.modules(text))
      named.formUnion(nodes)
      return nodes
    }
    let (centres, starts) = (try nodes(focus), try nodes(from))
    let (ends, reached) = (try nodes(to), try nodes(reaches))
    var part = view.part(
      tests: tests, externals: externals, packages: packages, named: named)
    if let inside { part = part.intersection(view.part(touching: inside)) }
    if let centres { part = part.intersection(view.part(around: centres, depth: depth ?? 1)) }
    if starts != nil || ends != nil {
      part = part.intersection(view.part(from: starts, to: ends))
    }
    if let reached { part = part.intersection(view.part(from: nil, to: reached)) }
    switch only {
    case .violations: part = part.intersection(view.violations())
    case .cycles: part = part.intersection(view.cycles())
    case nil: break
    }
    var drawn = view.keeping(part)
    if let collapse { drawn = drawn.collapsed(by: collapse) }
    return reduce ? drawn.reduced() : drawn
  }
}

extension GraphView {
  func nodes(drawing modules: [ModuleID]) -> Set<Int> {
    let modules = ModuleSet(modules)
    return Set(nodes.indices.filter { nodes[$0].modules.contains(where: modules.contains) })
  }
}

extension GraphView.Grouping: ExpressibleByArgument {}
extension GraphSelection.Only: ExpressibleByArgument {}
