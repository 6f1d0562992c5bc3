public import Architecture
public import Diagnostics
import Graph
internal import Paths
internal import Text

/// Reports targets that build the same product for the same platform.
///
/// A target that links the product by name links whichever was built last.
public struct DuplicateModule: Rule {
  public static let id: RuleID = "duplicate-module"
  public static let summary = "two targets build the same product for the same platform"

  public init(options: RuleOptions) {}

  public func check(_ layered: LayeredGraph, _ findings: inout Findings) {
    var rest = layered.linkableProducts()[...]
    while let first = rest.first {
      let name = layered.graph[first].productName
      let end = rest.firstIndex { layered.graph[$0].productName != name } ?? rest.endIndex
      if end - rest.startIndex > 1 { report(rest[..<end], layered, &findings) }
      rest = rest[end...]
    }
  }

  /// Reports each target whose product an earlier one in path order builds.
  private func report(
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
        graph[other].productFile == module.productFile && graph.mayShareProducts(other, target)
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

extension ModuleGraph {
  /// Whether the settings of a target of an Xcode project leave its platforms open.
  ///
  /// Libraries often have one target per platform, all with the same product.
  fileprivate func hasUnknownPlatforms(_ id: ModuleID) -> Bool {
    self[id].platform == .auto && self[id].platforms == .all
      && spec(of: id).map { Path.isXcodeProject($0.path) } ?? false
  }
}

extension LayeredGraph {
  /// The frameworks and libraries of the workspace, sorted by product name.
  ///
  /// Modules are sorted by name, which most products have: only the others are sorted and merged.
  ///
  /// - Complexity: O(*n* + *k* log *k*) for *k* products whose names differ from those of their
  ///   targets.
  fileprivate func linkableProducts() -> [ModuleID] {
    let products = graph.builtModules.filter { module in
      (graph[module].type.isFramework || graph[module].type.isLibrary) && !isIgnored(module)
    }
    let isPlain = { (module: ModuleID) in graph[module].productName == graph[module].name }
    guard !products.allSatisfy(isPlain) else { return products }
    let plain = products.filter(isPlain)
    func precedes(_ a: ModuleID, _ b: ModuleID) -> Bool {
      graph[a].productName.precedes(graph[b].productName)
    }
    let renamed = products.filter { !isPlain($0) }.sorted(by: precedes)
    var merged: [ModuleID] = []
    merged.reserveCapacity(products.count)
    var rest = renamed[...]
    for id in plain {
      while let other = rest.first, precedes(other, id) { merged.append(rest.removeFirst()) }
      merged.append(id)
    }
    return merged + rest
  }
}

extension Module {
  /// Whether two specs define the target in the same file, as two ways to generate it.
  fileprivate func isWritten(with other: Module) -> Bool {
    name == other.name && location == other.location && spec != other.spec
  }

  /// The file name of the product of a framework or library, which XcodeGen prefixes with `lib` for
  /// static libraries only.
  var productFile: String {
    let prefix = type == .staticLibrary ? "lib" : ""
    return "\(prefix)\(productName).\((type.fileExtension ?? .framework).rawValue)"
  }
}

extension PlatformSet {
  /// The names of the platforms; macCatalyst, which iOS implies, only if it is the sole common one.
  fileprivate var shownNames: String {
    if self == .all { return "any platform" }
    let names = contains(.iOS) ? subtracting(.macCatalyst).destinationNames : destinationNames
    return names.joinedByAnd
  }
}

extension Diagnostic.Message {
  fileprivate static func buildsTheSame(
    _ module: String, _ product: String, _ other: String, for platforms: PlatformSet
  ) -> Self {
    "'\(module)' builds '\(product)' for \(platforms.shownNames), as '\(other)' does"
  }

  fileprivate static func firstBuilder(_ other: String) -> Self {
    "'\(other)' is the first to build it"
  }

  fileprivate static func rename(_ module: String, _ other: String) -> Self {
    "rename one of '\(module)' and '\(other)', or merge them"
  }
}
