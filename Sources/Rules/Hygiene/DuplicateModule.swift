public import Diagnostics
import Graph

/// Two targets build the same product for the same platform.
///
/// Whoever links the product by name gets the one that happened to be built last.
public struct DuplicateModule: Rule {
  public static let id: RuleID = "duplicate-module"
  public static let summary = "two targets build the same product for the same platform"

  public init(options: RuleOptions) {}

  public func check(_ graph: LayeredGraph, _ findings: inout Findings) {
    let products = graph.linkableProducts()
    let modules = graph.graph.rows
    var start = 0
    while start < products.count {
      let name = modules[Int(products[start].index)].productName
      var end = start + 1
      while end < products.count, modules[Int(products[end].index)].productName == name { end += 1 }
      if end - start > 1 { report(products[start..<end], graph, &findings) }
      start = end
    }
  }

  /// Reports each of the `targets` that builds what one before it in path order builds.
  private func report(
    _ targets: ArraySlice<ModuleID>, _ graph: LayeredGraph, _ findings: inout Findings
  ) {
    let inPathOrder = targets.sorted { a, b in
      let (x, y) = (graph.graph[a], graph.graph[b])
      return x.spec == y.spec ? x.location < y.location : x.spec < y.spec
    }
    for (place, target) in inPathOrder.enumerated().dropFirst() {
      let module = graph.graph[target]
      let first = inPathOrder[..<place].first { other in
        graph.graph[other].productFile == module.productFile && graph.graph.meet(other, target)
          && !graph.graph[other].isWritten(with: module)
          && !graph.graph[other].platforms.isDisjoint(with: module.platforms)
      }
      guard let first else { continue }
      let (name, other) = (graph.graph.shownName(target), graph.graph.shownName(first))
      var subject = graph.subject(target)
      // Which of the two is the first depends on their folders, and that they clash does not.
      subject.identity.append(graph.graph.identity(first))
      subject.identity.sort { $0.precedes($1) }
      findings.add(
        .buildsTheSame(name, module.productFile, other), at: module.location,
        notes: [Diagnostic.Note(.firstBuilder(other), at: graph.graph[first].location)],
        help: [.rename(name, other)] + graph.exclusion(of: target) + graph.exclusion(of: first),
        subject: subject)
    }
  }
}

extension LayeredGraph {
  /// The frameworks and libraries of the workspace in the order of their products' names.
  ///
  /// Modules are in order of name, which most products have: only the others are sorted and merged.
  ///
  /// - Complexity: O(*n* + *k* log *k*) for *k* products that are not called like their targets.
  fileprivate func linkableProducts() -> [ModuleID] {
    let modules = graph.rows
    var plain: [ModuleID] = []
    var renamed: [ModuleID] = []
    for index in 0..<graph.builtCount
    where modules[index].type.isFramework || modules[index].type.isLibrary {
      let id = ModuleID(index)
      guard !isIgnored(id) else { continue }
      if modules[index].productName == modules[index].name {
        plain.append(id)
      } else {
        renamed.append(id)
      }
    }
    guard !renamed.isEmpty else { return plain }
    func precedes(_ a: ModuleID, _ b: ModuleID) -> Bool {
      modules[Int(a.index)].productName.precedes(modules[Int(b.index)].productName)
    }
    renamed.sort(by: precedes)
    var merged: [ModuleID] = []
    merged.reserveCapacity(plain.count + renamed.count)
    var rest = renamed[...]
    for id in plain {
      while let other = rest.first, precedes(other, id) { merged.append(rest.removeFirst()) }
      merged.append(id)
    }
    return merged + rest
  }
}

extension Module {
  /// Whether two specifications have the target from one file: they are two ways to generate it.
  fileprivate func isWritten(with other: Module) -> Bool {
    name == other.name && location == other.location && spec != other.spec
  }

  /// The file name of the product of a framework or library.
  var productFile: String {
    "\(type.isLibrary ? "lib" : "")\(productName).\((type.fileExtension ?? .framework).rawValue)"
  }
}

extension Diagnostic.Message {
  fileprivate static func buildsTheSame(
    _ module: String, _ product: String, _ other: String
  ) -> Self {
    "'\(module)' builds '\(product)' for a platform for which '\(other)' does"
  }

  fileprivate static func firstBuilder(_ other: String) -> Self {
    "'\(other)' is the first to build it"
  }

  fileprivate static func rename(_ module: String, _ other: String) -> Self {
    "rename one of '\(module)' and '\(other)', or merge them"
  }
}
