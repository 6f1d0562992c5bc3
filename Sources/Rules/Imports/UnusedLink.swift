public import Architecture
internal import Diagnostics
internal import Graph
internal import Paths
internal import Text

/// Reports links that no source of the target needs.
///
/// Such a link delays the build of the target and suggests a dependency that does not exist.
public enum UnusedLink: Rule {
  public static func check(_ layered: LayeredGraph, _ findings: inout Findings) {
    guard let notes = layered.reading.imports else { return }
    let graph = layered.graph
    let scope = LinkUseScope(severity: findings.severity, options: findings.options)
    let unused = notes.uses.keys.filter { notes.uses[$0] == .unused }.sorted()
    for link in unused.map({ graph[$0] }) where layered.isJudged(link) {
      guard let severity = scope.severity(of: link, in: graph) else { continue }
      let name = graph.shownName(link.from)
      let exclusive = notes.exclusiveImports[link.id] ?? []
      let removal = [Diagnostic.Fix.Change.remove(link.location)]
      var facts = [Diagnostic.Note(.filesRead(notes.filesRead[link.from] ?? 0))]
      if !exclusive.isEmpty { facts.append(.init(.provides(exclusive, name))) }
      findings.add(
        .isUnused(name, graph.shownName(link.to)), link: link, severity: severity, notes: facts,
        // Without the link, nothing orders the build of the modules that it provides.
        fix: exclusive.isEmpty ? .init(safe: removal) : .init(unsafe: removal),
        causes: [layered.place(of: link)])
    }
    for entry in UnusedPackages(layered).entries {
      findings.add(
        .isUnused(package: entry.name), at: entry.location,
        subject: .init(to: entry.name, identity: [entry.identity]))
    }
  }
}

struct LinkUseScope {
  private let libraries: Severity
  private let executables: Severity?
  private let tests: Severity?

  init(severity: Severity, options: RuleOptions) {
    libraries = severity
    executables = options.severity("executables", default: nil)
    tests = options.severity("tests", default: nil)
  }

  /// Returns `nil` if the rule is off.
  init?(_ configuration: Configuration) {
    guard let settings = configuration.rules[.unusedLink],
      let severity = settings.level?.severity
    else { return nil }
    self.init(severity: severity, options: settings.options)
  }

  /// Returns the severity of a finding about `link`; `nil` if it is not checked.
  ///
  /// Checks dependencies on all platforms that link a library of the workspace, or a product of a
  /// remote package. Executables and tests may link it to embed it, to be hosted by it, or to load
  /// it by name.
  func severity(of link: Link, in graph: ModuleGraph) -> Severity? {
    switch link.kind {
    case .target, .framework, .package: break
    case .carthage, .sdk, .plugin, .bundle, .pod, .linkerFlag, .import: return nil
    }
    guard link.flags.contains(.linked), link.flags.isDisjoint(with: [.derived, .renamed]),
      graph[link.to].isLibrary || link.kind == .package && graph.isRemoteProduct(link.to),
      link.platforms.isSuperset(of: graph[link.from].platforms),
      !graph.areVariants(link.from, link.to),
      graph.builtModules.contains(link.from)
    else { return nil }
    return severity(of: graph[link.from])
  }

  private func severity(of dependent: Module) -> Severity? {
    if dependent.isLibrary { return libraries }
    guard dependent.roles.isDisjoint(with: [.aggregate, .legacy, .resourceBundle]) else {
      return nil
    }
    return dependent.roles.contains(.test) ? tests : executables
  }
}

extension Module {
  fileprivate var isLibrary: Bool {
    if let packageTarget { return packageTarget == .library }
    return external == nil && (type.isFramework || type.isLibrary)
      && roles.isDisjoint(with: [.aggregate, .legacy])
  }
}

extension Diagnostic.Message {
  fileprivate static func isUnused(_ from: String, _ to: String) -> Self {
    "no source of '\(from)' imports '\(to)'"
  }

  fileprivate static func isUnused(package: String) -> Self {
    "no target uses a product of package '\(package)'"
  }

  fileprivate static func provides(_ names: [String], _ target: String) -> Self {
    "only this link brings \(names.quoted.joinedByAnd), which '\(target)' imports"
  }

  fileprivate static func filesRead(_ count: Int) -> Self {
    count == 1 ? "1 file was read" : "\(count) files were read"
  }
}

/// The remote packages in manifests of which no target uses a product.
struct UnusedPackages {
  private let graph: ModuleGraph
  private var manifests: [FileID: Int] = [:]
  private var used: [Int: Set<String>] = [:]
  private var required: [Int: Set<String>] = [:]
  /// The manifests with a dependency of unknown destination, and those that depend on the host.
  private var uncertain: Set<Int> = []
  /// The names of the folders of local packages, which replace remote ones.
  private var local: Set<String> = []

  /// - Complexity: O(*n* + *m*).
  init(_ layered: LayeredGraph) {
    graph = layered.graph
    let hosts = Set(layered.reading.gaps.filter { $0.kind == .hostManifests }.map(\.name))
    for (number, spec) in graph.specs.enumerated() where spec.isPackage {
      manifests[spec.file] = number
      local.insert(Path.lastComponent(spec.folder).lowercased())
      if hosts.contains(spec.path) { uncertain.insert(number) }
    }
    uncertain.formUnion(graph.unknownReferences.map { [graph] in graph[$0.from].spec })
    for link in graph.links where !link.isImport {
      guard case .package(let identity)? = graph[link.to].external else { continue }
      used[graph[link.from].spec, default: []].insert(identity)
    }
    for requirement in graph.packageRequirements {
      guard let number = manifests[requirement.location.file] else { continue }
      required[number, default: []].insert(requirement.identity)
    }
  }

  var entries: [PackageRequirement] {
    let built = Set(graph.builtModules.map { graph[$0].spec })
    return graph.packageRequirements.filter { requirement in
      guard requirement.kind == .package, let number = manifests[requirement.location.file],
        built.contains(number), !uncertain.contains(number)
      else { return false }
      let used = used[number] ?? []
      return !used.contains(requirement.identity)
        && used.isSubset(of: required[number] ?? [])
        && !local.contains(requirement.name.lowercased())
        && !Self.tools.contains { requirement.name.lowercased().contains($0) }
    }
  }

  /// Parts of the names of packages whose plug-ins and programs are run by hand.
  ///
  /// SwiftPM accepts an unused package that has an executable or plug-in product. Only its checkout
  /// shows its products, and a result must not depend on that, so its name decides.
  private static let tools = [
    "plugin", "lint", "format", "docc", "gen", "tool", "danger", "sourcery", "komondor", "rocket",
    "bench", "mint", "cli",
  ]
}
