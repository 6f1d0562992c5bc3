public import Architecture
internal import Diagnostics
internal import Graph
internal import Paths

/// Reports imports of modules that the workspace builds and the target does not link.
///
/// Xcode builds all targets into one folder, so the import compiles as long as something else has
/// built the module before.
public struct UndeclaredImport: Rule {
  static let testsOption = "tests"

  private let transitive: Severity?
  private let tests: Severity?

  init(options: RuleOptions) {
    transitive = options.severity("transitive", default: nil)
    tests = options.severity(Self.testsOption, default: .warning)
  }

  public static func check(_ layered: LayeredGraph, _ findings: inout Findings) {
    guard let notes = layered.reading.imports else { return }
    let graph = layered.graph
    let rule = Self(options: findings.options)
    for (link, isTransitive) in Self.imports(in: layered) {
      let severity = rule.severity(
        isTransitive: isTransitive, isOfTests: layered.isTest(link.from), findings.severity)
      guard let severity else { continue }
      let further = notes.furtherFiles[link.id] ?? 0
      findings.add(
        .imports(graph.shownName(link.from), graph.shownName(link.to)), link: link,
        severity: severity, notes: further == 0 ? [] : [.init(.further(further))],
        help: [rule.help(link, in: graph, notes)],
        fix: graph.importEntry(on: link.to, in: link.from)
          .flatMap { $0.changes(of: graph[link.from]) }.map { .init(unsafe: $0) })
    }
  }

  /// Returns the imports that no target declares and nothing excuses, and whether something that the
  /// target links does link the module.
  ///
  /// - Complexity: O(*n* / 64) for each imported module, and the links to those that reach it.
  static func imports(
    in layered: LayeredGraph
  ) -> [(link: Link, isTransitive: Bool)] {
    guard let notes = layered.reading.imports, notes.hasImports else { return [] }
    let graph = layered.graph
    let imports = graph.links.filter {
      $0.isImport && layered.isJudged($0) && !notes.excused.contains($0.id)
        && !notes.uncertain.contains($0.from)
        && !notes.mayComeFromUnread($0.to, in: $0.from, graph)
    }
    let exposing = Dictionary(
      uniqueKeysWithValues: Set(imports.map(\.to)).map { module in
        (module, graph.reaching([module], along: graph.exposes))
      })
    let behindExternals = graph.modulesReachingExternals(of: imports)
    return imports.map { link in
      // The host application of a test bundle provides its dependencies.
      let starts = [link.from] + (graph[link.from].host.map { [$0] } ?? [])
      let isTransitive =
        starts.contains { exposing[link.to]?.contains($0) ?? false }
        || graph[link.to].external != nil && behindExternals.contains(link.from)
      return (link, isTransitive)
    }
  }

  /// Returns the lowest severity of the options that apply to an import.
  func severity(
    isTransitive: Bool, isOfTests: Bool, _ usual: Severity
  ) -> Severity? {
    let levels = (isTransitive ? [transitive] : []) + (isOfTests ? [tests] : [])
    guard !levels.isEmpty else { return usual }
    if levels.contains(nil) { return nil }
    return levels.contains(.warning) ? .warning : .error
  }

  private func help(
    _ link: Link, in graph: ModuleGraph, _ notes: ImportNotes
  ) -> Diagnostic.Message {
    if let advice = graph.advice(.link, of: link.to, in: link.from) { return advice }
    let (name, other) = (graph.shownName(link.from), graph.shownName(link.to))
    guard let entry = graph.importEntry(on: link.to, in: link.from) else {
      return .moveIntoPackage(other, name)
    }
    let path = notes.includedFiles[link.from] ?? graph.spec(of: link.from)?.path
    let place = path.map { "\($0):\(graph[link.from].location.start.line)" }
    return .add(entry, name, place ?? "")
  }
}

extension ModuleGraph {
  /// Returns the modules to which packages or binaries of unknown content may bring a product of a
  /// remote package.
  fileprivate func modulesReachingExternals(of imports: [Link]) -> ModuleSet {
    guard imports.contains(where: { self[$0.to].external != nil }) else { return [] }
    let ends = externals.filter { module in
      switch self[module].external {
      case .package, .file, .carthage, .pod: true
      case .sdk, nil: false
      }
    }
    return reaching(ends, along: exposes)
  }

  /// Whether a target can use the dependencies of a dependency.
  ///
  /// Executables and bundles are built separately and do not expose their dependencies, except to
  /// tests that they host, or that launch or link them.
  fileprivate func exposes(_ link: Link) -> Bool {
    guard !link.isImport else { return false }
    let (dependent, module) = (self[link.from], self[link.to])
    guard module.roles.contains(.executable) || module.type == .bundle else { return true }
    let isLinkedByTests =
      module.type.isApp || module.type == .tool || module.packageTarget == .macro
    return dependent.roles.contains(.test) && isLinkedByTests
  }
}

extension Diagnostic.Message {
  fileprivate static func imports(_ from: String, _ to: String) -> Self {
    "'\(from)' imports '\(to)', which it does not link"
  }

  fileprivate static func further(_ count: Int) -> Self {
    count == 1 ? "1 more file imports it" : "\(count) more files import it"
  }

  fileprivate static func add(_ entry: DependencyEntry, _ target: String, _ place: String) -> Self {
    let place = place.isEmpty ? "" : " (\(place))"
    return entry.help("add to '\(target)'\(place)")
  }

  fileprivate static func moveIntoPackage(_ module: String, _ target: String) -> Self {
    "move '\(module)' into a package: '\(target)' is part of one, which can link no target of a project"
  }
}

extension ModuleGraph {
  /// Returns the declaration that `dependent` needs to import `module`, in the style of its
  /// existing dependencies; `nil` if absent.
  fileprivate func importEntry(on module: ModuleID, in dependent: ModuleID) -> DependencyEntry? {
    if case .package(let identity)? = self[module].external {
      return remoteEntry(on: self[module].name, of: identity, in: dependent)
    }
    guard self[dependent].packageTarget != nil else {
      return dependencyEntry(on: module, in: dependent)
    }
    guard let package = package(of: module), let own = self.package(of: dependent) else {
      return nil
    }
    if package.identity == own.identity {
      return DependencyEntry(element: "\"\(self[module].name)\"")
    }
    // SwiftPM identifies a package with a path by its folder.
    let folder = Path.components(of: package.identity).last.map(String.init) ?? package.name
    let known = spec(of: dependent)?.packageKeys[self[module].spec]
    let key = known ?? (folder == "." ? package.name : folder)
    let product = product(of: module)
    var entry = DependencyEntry(
      element: ".product(name: \"\(product.name)\", package: \"\(key)\")")
    if known == nil {
      let path = Path.relative(package.identity, to: own.identity)
      entry = entry.with(".package(path: \"\(path)\")", in: "the package's dependencies")
    }
    return product.isThere ? entry : entry.withProduct(product.name, of: package.name)
  }

  private func remoteEntry(
    on product: String, of identity: String, in dependent: ModuleID
  ) -> DependencyEntry {
    let file = spec(of: dependent)?.file
    let known = packageRequirements.first { $0.identity == identity && $0.location.file == file }
    let key = known?.name ?? Path.lastComponent(identity)
    if self[dependent].packageTarget != nil {
      return DependencyEntry(element: ".product(name: \"\(product)\", package: \"\(key)\")")
    }
    return DependencyEntry(package: key, product: product)
  }
}
