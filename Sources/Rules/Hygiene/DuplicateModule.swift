public import Architecture
internal import Diagnostics
import Graph
internal import Paths
internal import Text

/// Reports targets that build the same product for the same platform, or a framework that is also
/// vendored.
///
/// A target that links the product by name links whichever was built last.
public enum DuplicateModule: Rule {
  public static func check(_ layered: LayeredGraph, _ findings: inout Findings) {
    let graph = layered.graph
    // Sorting takes linear time if most products have the names of their targets, by which modules
    // are sorted.
    var products: [ModuleID] = []
    for module in graph.builtModules where layered.isProduct(module) { products.append(module) }
    products.sort { graph[$0].productName.precedes(graph[$1].productName) }
    let vendored = graph.externals.filter { graph[$0].vendoredFramework != nil }
    if !vendored.isEmpty { report(vendored, among: products, layered, &findings) }
    var start = 0
    while start < products.count {
      let name = graph[products[start]].productName
      var end = start + 1
      while end < products.count, graph[products[end]].productName == name { end += 1 }
      if end - start > 1 { report(products[start..<end], layered, &findings) }
      start = end
    }
  }

  /// Reports each target whose product an earlier one in path order builds.
  private static func report(
    _ targets: ArraySlice<ModuleID>, _ layered: LayeredGraph, _ findings: inout Findings
  ) {
    let graph = layered.graph
    let inPathOrder = targets.sorted { a, b in
      let (x, y) = (graph[a], graph[b])
      return x.spec == y.spec ? x.location < y.location : x.spec < y.spec
    }
    for (place, target) in inPathOrder.enumerated().dropFirst() {
      let module = graph[target]
      let first = inPathOrder[..<place].first { other in
        graph[other].productFile == module.productFile && graph.mayCollide(other, target)
          && !graph[other].isWritten(with: module)
          && !graph[other].platforms.isDisjoint(with: module.platforms)
          && !graph.hasUnknownPlatforms(other) && !graph.hasUnknownPlatforms(target)
      }
      guard let first else { continue }
      let (name, other) = (graph.shownName(target), graph.shownName(first))
      var subject = layered.subject(target)
      // Their order depends on their folders, but the conflict does not.
      subject.identity.append(graph.identity(first))
      subject.identity.sort { $0.precedes($1) }
      findings.add(
        .buildsTheSame(
          name, module.productFile, other,
          for: graph[first].platforms.intersection(module.platforms)), at: module.location,
        notes: [Diagnostic.Note(.firstBuilder(other), at: graph[first].location)],
        help: [.rename(name, other)] + layered.exclusion(of: target) + layered.exclusion(of: first),
        subject: subject)
    }
  }
}

extension DuplicateModule {
  private static func report(
    _ vendored: [ModuleID], among products: [ModuleID], _ layered: LayeredGraph,
    _ findings: inout Findings
  ) {
    let graph = layered.graph
    let frameworks = Dictionary(grouping: products.filter { graph[$0].type.isFramework }) {
      graph[$0].productName
    }
    for external in vendored {
      guard let file = graph[external].vendoredFramework else { continue }
      for target in frameworks[graph[external].name] ?? [] {
        guard let link = graph.collision(of: target, with: external, file) else { continue }
        var subject = layered.subject(target)
        subject.identity.append(graph[external].name)
        let name = graph.shownName(target)
        findings.add(
          .isVendored(name, graph[target].productFile, file), at: graph[target].location,
          notes: [Diagnostic.Note(.dependsOnIt(graph.shownName(link.from)), at: link.location)],
          help: [.renameProduct(name)] + layered.exclusion(of: target), subject: subject)
      }
    }
  }
}

extension Module {
  /// The path of a vendored framework, or of an XCFramework unless it contains bare libraries.
  fileprivate var vendoredFramework: String? {
    guard case .file(let path) = external else { return nil }
    let holdsLibrary = facts.contains { fact in
      if case .propertyList = fact.source { true } else { false }
    }
    return path.hasSuffix(".framework") || path.hasSuffix(".xcframework") && !holdsLibrary
      ? path : nil
  }
}

extension ModuleGraph {
  /// Returns the link because of which Xcode copies a vendored framework to where it copies or builds
  /// that of a target.
  ///
  /// Out of an XCFramework it copies the framework into the products folder. Other frameworks are
  /// used where they are, but for those that are embedded.
  fileprivate func collision(
    of target: ModuleID, with external: ModuleID, _ file: String
  ) -> Link? {
    let fitting = links(to: external).filter {
      !$0.platforms.isDisjoint(with: self[target].platforms)
    }
    if file.hasSuffix(".xcframework") {
      let together = reaching([target]).intersection(reaching([external]))
      return together.isEmpty ? nil : fitting.first
    }
    let embedding = links(to: target).filter { $0.flags.contains(.embedded) }.map(\.from)
    return fitting.first { $0.flags.contains(.embedded) && embedding.contains($0.from) }
  }
}

extension ModuleGraph {
  /// Whether two products of one file name may be at one path.
  ///
  /// Many projects have test bundles of one name, which an Xcode workspace puts into one folder.
  /// One with a host is put into it.
  fileprivate func mayCollide(_ a: ModuleID, _ b: ModuleID) -> Bool {
    let (one, other) = (self[a], self[b])
    guard one.type.isTest else { return mayShareProducts(a, b) }
    return one.host == other.host && one.configuredHosts.isEmpty && other.configuredHosts.isEmpty
      && (one.spec == other.spec || haveXcodeWorkspace(one.spec, other.spec))
  }

  /// Whether the settings of a target of an Xcode project leave its platforms open.
  ///
  /// Libraries often have one target per platform, all with the same product.
  fileprivate func hasUnknownPlatforms(_ id: ModuleID) -> Bool {
    self[id].platform == .auto && self[id].platforms == .all
      && spec(of: id).map { Path.isXcodeProject($0.path) } ?? false
  }
}

extension LayeredGraph {
  /// Whether a target makes a framework, library or test bundle.
  fileprivate func isProduct(_ module: ModuleID) -> Bool {
    let type = graph[module].type
    return (type.isFramework || type.isLibrary || type.isTest)
      && graph[module].packageTarget == nil && !isIgnored(module)
  }
}

extension Module {
  /// Whether two specs define the target in the same file, as two ways to generate it.
  fileprivate func isWritten(with other: Module) -> Bool {
    name == other.name && location == other.location && spec != other.spec
  }

  /// The file name of the product of a framework, library or test bundle; XcodeGen prefixes only
  /// static libraries with `lib`.
  var productFile: String {
    let prefix = type == .staticLibrary ? "lib" : ""
    return "\(prefix)\(productName).\(type.fileExtension ?? "framework")"
  }
}

extension Diagnostic.Message {
  fileprivate static func buildsTheSame(
    _ module: String, _ product: String, _ other: String, for platforms: PlatformSet
  ) -> Self {
    let names = platforms == .all ? "any platform" : platforms.names.joinedByAnd
    return "'\(module)' builds '\(product)' for \(names), as '\(other)' does"
  }

  fileprivate static func isVendored(_ module: String, _ product: String, _ file: String) -> Self {
    "'\(module)' builds '\(product)', which Xcode also copies from '\(file)'"
  }

  fileprivate static func dependsOnIt(_ module: String) -> Self {
    "'\(module)' depends on the latter"
  }

  fileprivate static func renameProduct(_ module: String) -> Self {
    "give the product of '\(module)' another name, or link only one of the two"
  }

  fileprivate static func firstBuilder(_ other: String) -> Self {
    "'\(other)' is the first to build it"
  }

  fileprivate static func rename(_ module: String, _ other: String) -> Self {
    "rename one of '\(module)' and '\(other)', or merge them"
  }
}
