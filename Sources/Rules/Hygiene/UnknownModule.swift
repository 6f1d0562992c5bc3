public import Architecture
internal import Diagnostics
internal import Graph
internal import Text

/// Reports dependencies on something that does not exist.
///
/// XcodeGen writes such a name into the project unchanged, and the build in Xcode fails.
public enum UnknownModule: Rule {
  /// The maximum number of names to find similar names for; more unknown names have one cause.
  private static let mostSearches = 100

  public static func check(_ layered: LayeredGraph, _ findings: inout Findings) {
    var advice: [Search: Advice] = [:]
    var products: WordIndex?
    let outside = Self.outsideBuilders(layered)
    for reference in layered.graph.unknownReferences where !layered.isIgnored(reference.from) {
      let search = Search(
        name: reference.name, scope: reference.scope,
        spec: reference.scope == .spec ? layered.graph[reference.from].spec : -1)
      if advice[search] == nil, advice.count < Self.mostSearches {
        if search.scope == .products, products == nil { products = Self.products(layered.graph) }
        advice[search] = Self.advice(search, in: layered.graph, products: products, outside)
      }
      let found = advice[search] ?? .nothing
      var subject = layered.subject(reference.from)
      if let product = reference.product {
        subject = Diagnostic.Subject(
          from: product,
          identity: [(layered.graph.spec(of: reference.from)?.project ?? "") + "/" + product])
      }
      subject.to = reference.name
      subject.identity.append(reference.name)
      findings.add(
        .namesNothing(
          reference.product.map { "product '\($0)' names" }
            ?? layered.described(reference.from) + " links",
          reference.name, reference.scope, found, in: layered.graph),
        at: reference.location, severity: Self.severity(of: reference, layered),
        notes: reference.isInherited
          ? layered.originNotes(of: reference.from, outside: reference.outside) : [],
        help: Self.help(for: reference, found, in: layered.graph)
          + layered.exclusion(of: reference.from),
        fix: Self.fix(of: reference, found, in: layered.graph),
        subject: subject)
    }
  }

  /// Returns a warning for a system framework, unless rules.yml sets a severity: it is linked
  /// however it is declared.
  private static func severity(
    of reference: UnknownReference, _ layered: LayeredGraph
  ) -> Severity? {
    guard reference.scope == .systemFramework,
      layered.configuration.rules[.unknownModule]?.level == nil
    else { return nil }
    return .warning
  }

  private static func outsideBuilders(_ layered: LayeredGraph) -> [String: String] {
    let missing = layered.graph.unknownReferences.filter {
      [.products, .spec].contains($0.scope) && !layered.isIgnored($0.from)
    }
    guard !missing.isEmpty else { return [:] }
    return layered.reading.outsideBuilders?(Set(missing.map(\.name))) ?? [:]
  }

  private static func help(
    for reference: UnknownReference, _ advice: Advice, in graph: ModuleGraph
  ) -> [Diagnostic.Message] {
    if reference.scope == .systemFramework { return [.writeSDK(reference.name)] }
    switch advice {
    case .elsewhere(let target), .otherForm(let target):
      guard graph[target].type.isFramework || graph[target].type.isLibrary else { return [] }
      let file = graph[target].productFile
      if case .otherForm = advice {
        return graph.isInXcodeProject(reference.from) ? [] : [.writeFile(file)]
      }
      return graph.spec(of: target).map { [.writeProduct(file, of: $0, reference.name)] } ?? []
    case .pod(let pod):
      let isProduct = reference.scope == .products
      return [isProduct ? .declarePod(pod, reference.name) : .leaveToPods(pod)]
    case .nearest(let name, _):
      return isPod(name, reference.scope, in: graph) ? [.leaveToPods(name)] : []
    case .outside(let file): return [.runAtRoot(file)]
    case .nothing: break
    }
    // The name of another module may be what was meant.
    guard case .packageProducts(let package, let known) = reference.scope,
      let product = known.names.first, known.names.count == 1,
      !graph.builtModules.contains(where: { graph[$0].name == reference.name })
    else { return [] }
    let isInSpec = graph.spec(of: reference.from).map { !$0.isPackage && !$0.isXcodeProject }
    return [.onlyProduct(product, of: package, isInSpec: isInSpec ?? false)]
  }

  private static func isPod(
    _ name: String, _ scope: UnknownReference.Scope, in graph: ModuleGraph
  ) -> Bool {
    scope == .products && !graph.builtModules.contains { graph[$0].productName == name }
  }

  /// Returns a fix that writes the only similar name in a dependency of a spec, or `sdk:` for a
  /// system framework.
  private static func fix(
    of reference: UnknownReference, _ advice: Advice, in graph: ModuleGraph
  ) -> Diagnostic.Fix? {
    if reference.scope == .systemFramework {
      let field = Diagnostic.Fix.Field("sdk", "\(reference.name).framework")
      return .init(unsafe: [.replaceDependency(reference.location, with: [field])])
    }
    guard case .nearest(let name, isOnly: true) = advice,
      !isPod(name, reference.scope, in: graph)
    else { return nil }
    switch reference.scope {
    case .spec, .project, .products, .packages, .packageProducts: break
    case .projectReferences, .malformed, .manifest, .packageTargets, .manifestPackages,
      .systemFramework:
      return nil
    }
    return .init(unsafe: [.rename(reference.name, to: name, inDependency: reference.location)])
  }

  private struct Search: Hashable {
    var name: String
    var scope: UnknownReference.Scope
    var spec: Int
  }

  private static func advice(
    _ search: Search, in graph: ModuleGraph, products: WordIndex?, _ outside: [String: String]
  ) -> Advice {
    let isOtherForm = { (id: ModuleID) in
      graph[id].productName == search.name && graph[id].type != .none
    }
    if search.scope == .products, products?.contains(search.name) ?? false,
      let other = graph.builtModules.first(where: isOtherForm)
    {
      return .otherForm(other)
    }
    if search.scope == .spec,
      let other = graph.builtModules.first(where: { graph[$0].name == search.name })
    {
      return .elsewhere(other)
    }
    if search.scope == .products || search.scope == .spec {
      if let file = outside[search.name] { return .outside(file) }
      if let pod = pod(building: search.name, in: graph) { return .pod(pod) }
    }
    guard let name = nearest(search, in: graph, products: products) else { return .nothing }
    let second = nearest(search, in: graph, products: products, except: name)
    return .nearest(name, isOnly: second == nil || second == name)
  }

  /// Returns the pod that is named like a module, ignoring common prefixes and suffixes of pods.
  private static func pod(building module: String, in graph: ModuleGraph) -> String? {
    func core(_ name: String) -> String {
      let words = name.lowercased().split { !$0.isLetter && !$0.isNumber }
      let other: Set<Substring> = ["ios", "sdk", "swift", "objc", "apple", "framework"]
      return words.filter { !other.contains($0) }.joined()
    }
    let wanted = core(module)
    guard !wanted.isEmpty else { return nil }
    return graph.externals.lazy.filter { graph[$0].external == .pod }.map { graph[$0].name }
      .first { core($0) == wanted }
  }

  private static func products(_ graph: ModuleGraph) -> WordIndex {
    WordIndex(
      graph.modules.lazy.map { graph[$0] }.filter {
        ($0.spec >= 0 || $0.external == .pod) && !$0.roles.contains(.test)
      }.map(\.productName))
  }

  private static func nearest(
    _ search: Search, in graph: ModuleGraph, products: WordIndex?, except other: String? = nil
  ) -> String? {
    // Nothing links a test bundle.
    let built = graph.builtModules.lazy.map { graph[$0] }.filter { !$0.roles.contains(.test) }
    switch search.scope {
    case .spec:
      return built.filter { $0.spec == search.spec }.map(\.name).filter { $0 != other }
        .nearest(to: search.name)
    case .projectReferences(let key, let known): return known.names.nearest(to: key)
    case .malformed, .systemFramework: return nil
    case .project(let key, let spec):
      return built.filter { $0.spec == spec }.map(\.name)
        .filter { "\(key)/\($0)" != other }.nearest(to: targetName(search.name))
        .map { "\(key)/\($0)" }
    case .products:
      return products?.nearest(to: productName(search.name), except: other ?? search.name)
    case .packages(let known), .packageProducts(_, let known), .manifest(let known),
      .packageTargets(let known):
      return known.names.filter { $0 != other }.nearest(to: search.name)
    case .manifestPackages(let package, let known): return known.names.nearest(to: package)
    }
  }

  private static func targetName(_ name: String) -> String {
    name.split(separator: "/").last.map(String.init) ?? name
  }
}

private enum Advice {
  case nothing
  /// The most similar name, and whether no other name is similar.
  case nearest(String, isOnly: Bool)
  /// A target builds a product of that name, but not in a form that can be linked.
  case otherForm(ModuleID)
  case elsewhere(ModuleID)
  /// A pod has the name, or may build the module.
  case pod(String)
  case outside(String)

  func suffix(in graph: ModuleGraph) -> String {
    switch self {
    case .nothing, .elsewhere, .pod, .outside: ""
    case .nearest(let name, _): nearestSuffix(name)
    case .otherForm(let target):
      "; '\(graph.shownName(target))' builds '\(graph[target].productFile)'"
    }
  }
}

extension Diagnostic.Message {
  fileprivate static func writeSDK(_ name: String) -> Self {
    "write `sdk: \(name).framework`: XcodeGen looks for a `framework:` in the folder of the spec"
  }

  fileprivate static func runAtRoot(_ file: String) -> Self {
    "'\(file)' builds it, outside of this workspace: run modlint at the root of the repository"
  }

  /// Returns the finding's text; `from` is the subject with the verb.
  fileprivate static func namesNothing(
    _ from: String, _ name: String, _ scope: UnknownReference.Scope, _ advice: Advice,
    in graph: ModuleGraph
  ) -> Self {
    let what =
      switch scope {
      case .spec: ", which is not a target of its spec"
      case .malformed: ", which does not name a target: it is neither 'Target' nor 'Project/Target'"
      case .projectReferences(let key, _):
        ", but `projectReferences` of its spec has no key '\(key)'"
      case .project(let key, _): ", which is not a target of project '\(key)'"
      case .products:
        if case .otherForm = advice {
          " in a form that nothing builds"
        } else {
          ", which nothing builds"
        }
      case .systemFramework: ", a framework of the system, as a file"
      case .packages: ", which is not a package of its spec"
      case .packageProducts(let package, _): ", which is not a product of package '\(package)'"
      case .manifest:
        ", which is neither a target of its package nor a product of a package that it depends on"
      case .packageTargets: ", which is not a target of its package"
      case .manifestPackages(let package, _):
        " of package '\(package)', which its package does not depend on"
      }
    return Self("\(from) '\(name)'\(what)" + advice.suffix(in: graph))
  }

  fileprivate static func writeFile(_ file: String) -> Self {
    "write the product's file: 'framework: \(file)'"
  }

  fileprivate static func writeProduct(_ file: String, of spec: SpecInfo, _ name: String) -> Self {
    """
    '\(name)' is in '\(spec.path)': write '{ framework: \(file), implicit: true }', \
    or 'target: \(spec.project)/\(name)' with '\(spec.project)' in 'projectReferences'
    """
  }

  fileprivate static func onlyProduct(
    _ product: String, of package: String, isInSpec: Bool
  ) -> Self {
    let advice = isInSpec ? ": write `product: \(product)`" : ""
    return "the only product of package '\(package)' is '\(product)'\(advice)"
  }

  fileprivate static func declarePod(_ pod: String, _ name: String) -> Self {
    "if pod '\(pod)' builds it, declare '\(name)' under 'externals' of rules.yml"
  }

  fileprivate static func leaveToPods(_ pod: String) -> Self {
    "CocoaPods links pod '\(pod)' to the targets of the Podfile: remove the dependency"
  }
}
