public import Architecture
internal import Diagnostics
import Graph
internal import Text

/// Reports static frameworks and libraries with a package product that others link too.
///
/// XcodeGen links packages into static frameworks, and with `link: true` into static libraries, so
/// the archive contains the product's code. If another module of the same process links the product
/// as well, there are two copies.
public enum PackageInStatic: Rule {
  static var block: FindingBlock {
    FindingBlock(
      .sentence(help: .declareUnlinked("", "", after: [])), showsPlaces: true,
      help: "declare `link: false` in each of these dependencies"
    ) { message, count in
      .contain(count, message)
    }
  }

  public static func check(_ layered: LayeredGraph, _ findings: inout Findings) {
    guard layered.configuration.xcodeGen == .recorded else { return }
    let products = layered.graph.modules.filter { module in
      layered.graph.package(of: module) != nil && layered.graph[module].linkage != .dynamic
    }
    guard !products.isEmpty else { return }
    // Equal results for several platforms and variants of a target are one finding.
    let found = findings.linkage().flatMap {
      $0.containedProducts(of: products)
    }.merged {
      [$0.link.from, $0.link.to].map { layered.graph.shownName($0) }
    } merging: {
      $0.merge($1)
    }
    // Links added by `transitivelyLinkDependencies` follow from the declared dependency.
    let declared = Set(found.filter { !$0.link.flags.contains(.derived) }.map(\.link.location))
    for product in found
    where !(product.link.flags.contains(.derived) && declared.contains(product.link.location)) {
      product.add(to: &findings, layered.graph)
    }
  }
}

/// A package product in an archive, and the other modules of its processes that link it.
private struct ContainedProduct {
  var link: Link
  var others: [ModuleID]
  var configurations: ConfigurationSet

  mutating func merge(_ other: Self) {
    others = Set(others + other.others).sorted()
    configurations.formUnion(other.configurations)
  }

  func add(to findings: inout Findings, _ graph: ModuleGraph) {
    let (module, product) = (graph.shownName(link.from), graph.shownName(link.to))
    // A module that copies the product once keeps it, rather than an archive.
    let keeper = others.first { !graph.isArchive($0) }
    guard let other = keeper ?? others.first else { return }
    // If only archives link it, the first one keeps it: one must.
    let keeps = keeper == nil && link.from < other
    let message = Diagnostic.Message.contains(module, product, graph.shownName(other))
    // Without their own dependency, they would inherit `link: false`.
    let inheritors = others.filter { !graph.isArchive($0) && inherits($0, graph) }
    let advice = Diagnostic.Message.declareUnlinked(
      product, module, after: inheritors.map { graph.shownName($0) })
    let isFixable = !keeps && !link.flags.contains(.derived)
    findings.add(
      message.inConfigurations(graph.configurationNames(configurations)), link: link,
      help: isFixable ? [advice] : [],
      fix: isFixable && inheritors.isEmpty
        ? .init(unsafe: [.set("link", false, inDependency: link.location)]) : nil)
  }

  /// Whether a module links the product only because `transitivelyLinkDependencies` passes it on.
  private func inherits(_ module: ModuleID, _ graph: ModuleGraph) -> Bool {
    graph.links(from: module).allSatisfy { $0.to != link.to || $0.flags.contains(.derived) }
  }
}

extension PlatformLinkage {
  /// Returns the links of archives to `products` that others in the same process link as well, in
  /// order.
  fileprivate func containedProducts(of products: [ModuleID]) -> [ContainedProduct] {
    let groups = products.filter { !kinds[$0].contains(.isDynamic) }.map { linkers(of: $0) }
      .filter { links in links.count > 1 && links.contains { isOfArchive($0) } }
    var others: [LinkID: ModuleSet] = [:]
    for images in coLoadedImages(of: groups.map { $0.map(\.from) }) {
      for link in groups[images.key.group] where isOfArchive(link) {
        guard images.key.members.contains(link.from) else { continue }
        others[link.id, default: []].formUnion(ModuleSet(images.key.members))
      }
    }
    return others.sorted { $0.key < $1.key }.map { id, members in
      let link = graph[id]
      return ContainedProduct(
        link: link, others: members.filter { $0 != link.from }, configurations: configurations)
    }
  }

  /// Returns the links that copy the package `product` into modules, one for each module.
  private func linkers(of product: ModuleID) -> [Link] {
    var last: ModuleID?
    return graph.links(to: product).filter { link in
      // SwiftPM controls the links within packages.
      guard does(.loads, link), graph[link.from].packageTarget == nil else { return false }
      defer { last = link.from }
      return link.from != last
    }
  }

  private func isOfArchive(_ link: Link) -> Bool { kinds[link.from].contains(.isStatic) }
}

extension ModuleGraph {
  fileprivate func isArchive(_ module: ModuleID) -> Bool {
    self[module].linkage == .static
      || self[module].configuredLinkages.contains { $0.value == .static }
  }
}

extension Diagnostic.Message {
  fileprivate static func contains(_ module: String, _ product: String, _ other: String) -> Self {
    "static '\(module)' contains the package product '\(product)', which '\(other)' links too"
  }

  /// Returns the sentence for messages that differ in their names.
  fileprivate static func contain(_ count: Int, _ message: String) -> Self {
    "\(count) links bring package products into static frameworks\(message.drop { $0 != "," })"
  }

  fileprivate static func declareUnlinked(
    _ product: String, _ module: String, after inheritors: [String]
  ) -> Self {
    let unlink = "declare `link: false` in the dependency of '\(module)' on '\(product)'"
    if inheritors.isEmpty { return Self(unlink) }
    return "declare the product in \(inheritors.quoted.joinedByAnd) first, then \(unlink)"
  }
}
