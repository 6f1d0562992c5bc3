public import Architecture
public import Diagnostics
import Graph

/// A static framework swallows a package product that others link too.
///
/// XcodeGen links packages into static frameworks, so the archive holds the product's code; where
/// another module of the same process links the product as well, there are two copies of it.
public struct PackageInStatic: Rule {
  public static let id: RuleID = "package-in-static"
  public static let summary = "a static framework swallows a package product that others link too"
  public static let defaultSeverity: Severity? = .warning

  public init(options: RuleOptions) {}

  public func check(_ graph: LayeredGraph, _ findings: inout Findings) {
    let products = (graph.graph.builtCount..<graph.graph.rows.count).filter { number in
      guard case .package = graph.graph.rows[number].external else { return false }
      return graph.graph.rows[number].linkage != .dynamic
    }.map { ModuleID($0) }
    guard !products.isEmpty else { return }
    // By the number of the link that swallows a product, another module that links it.
    var others: [Int: ModuleID] = [:]
    for processes in PlatformLinkage.onEachPlatform(graph) {
      for (link, other) in processes.swallowingLinks(of: products) where others[link] == nil {
        others[link] = other
      }
    }
    for (number, other) in others.sorted(by: { $0.key < $1.key }) {
      let link = graph.graph.links[number]
      let (module, product) = (graph.graph.shownName(link.from), graph.graph.shownName(link.to))
      findings.add(
        .swallows(module, product, graph.graph.shownName(other)), link: number,
        help: [
          // Of two static frameworks the first keeps it, or neither would be left to bring it.
          graph.graph.isStaticFramework(other) && link.from < other
            ? .keep(product, module, unlinkedIn: graph.graph.shownName(other))
            : .declareUnlinked(product, module)
        ])
    }
  }
}

extension PlatformLinkage {
  /// The links of static frameworks to `products`, each with another module that links the same one
  /// into the same process.
  fileprivate func swallowingLinks(of products: [ModuleID]) -> [(link: Int, other: ModuleID)] {
    let groups = products.map { linkers(of: $0) }.filter { links in
      links.count > 1 && links.contains { isSwallowing($0) }
    }
    let members = groups.map { links in links.map { graph.links[$0].from.index } }
    return meetings(of: members).flatMap { meeting in
      groups[meeting.group].compactMap { link in
        let linker = graph.links[link].from.index
        guard isSwallowing(link), meeting.members.contains(linker),
          let other = keeper(of: meeting.members, besides: linker)
        else { return nil }
        return (link, ModuleID(index: other))
      }
    }
  }

  /// The links that put the package `product` into modules, one for each module.
  private func linkers(of product: ModuleID) -> [Int] {
    var last: ModuleID?
    return graph.links(to: product).filter { link in
      guard uses[link.id.number].contains(.loads) else { return false }
      defer { last = link.from }
      return link.from != last
    }.map(\.id.number)
  }

  /// Whether the module that links is a static framework.
  private func isSwallowing(_ link: Int) -> Bool {
    graph.isStaticFramework(graph.links[link].from)
  }

  /// Who else can keep the product: rather one that copies it once than another static framework.
  private func keeper(of members: [Int32], besides linker: Int32) -> Int32? {
    let others = members.filter { $0 != linker }
    return others.first { !graph.isStaticFramework(ModuleID(index: $0)) } ?? others.first
  }
}

extension ModuleGraph {
  fileprivate func isStaticFramework(_ module: ModuleID) -> Bool {
    self[module].linkage == .static && self[module].type.isFramework
  }
}

extension Diagnostic.Message {
  fileprivate static func swallows(_ module: String, _ product: String, _ other: String) -> Self {
    "static '\(module)' swallows the package product '\(product)', which '\(other)' links too"
  }

  fileprivate static func keep(
    _ product: String, _ module: String, unlinkedIn other: String
  ) -> Self {
    """
    keep '\(product)' in '\(module)' alone: declare `link: false` in the dependency of \
    '\(other)' on it
    """
  }

  fileprivate static func declareUnlinked(_ product: String, _ module: String) -> Self {
    "declare `link: false` in the dependency of '\(module)' on '\(product)'"
  }
}
