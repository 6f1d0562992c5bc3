internal import Architecture
import Diagnostics
import Graph

/// A target of a dynamic package product that another target links statically as well, which Xcode
/// refuses to build.
struct RefusedPackageTarget {
  /// The package target.
  var library: ModuleID
  /// The target that Xcode refuses to build.
  var target: ModuleID
  /// The two images that contain the library, by name.
  var owners: [ModuleID]
  /// The dependency that links the object file.
  var link: Link
  var configurations: ConfigurationSet

  func add(to findings: inout Findings, _ layered: LayeredGraph) {
    let graph = layered.graph
    var subject = layered.subject(target, library)
    subject.owners = owners.map { graph.shownName($0) }
    subject.link = link.id.number
    subject.identity =
      [graph.identity(library)] + owners.map { graph.identity($0) }.sorted { $0.precedes($1) }
    let name = graph.shownName(library)
    let other = owners.first { $0 != target } ?? library
    let message = Diagnostic.Message.isRefused(
      name, graph.shownName(target), graph.shownName(other))
    findings.add(
      message.inConfigurations(graph.configurationNames(configurations)), at: link.location,
      notes: [Diagnostic.Note(.takesObjects(graph.shownName(link.from), name))],
      help: [.dependOnProduct(name, graph.shownName(link.from))], subject: subject)
  }
}

extension PlatformLinkage {
  /// Returns the targets of dynamic products that a target links both ways, in order.
  ///
  /// Xcode builds such a target dynamically for all dependents (`ProductPlan` in swift-build),
  /// unless it has the name of the product, and then fails.
  func refusedPackageTargets() -> [RefusedPackageTarget] {
    var found: [RefusedPackageTarget] = []
    for library in graph.builtModules where isOfProductOfItsName(library) {
      let dependents = graph.links(to: library).filter { takesObjects($0) }
      guard !dependents.isEmpty else { continue }
      let hostedTests = hostedTests()
      for dependent in dependents {
        let isImage = kinds[dependent.from].contains(.isImage)
        for owner in isImage ? [dependent.from] : owners(of: dependent.from) {
          guard let two = targetWithTwo(of: [owner, library], hostedTests) else { continue }
          let names = [owner, library].sorted { graph.shownName($0).precedes(graph.shownName($1)) }
          found.append(
            RefusedPackageTarget(
              library: library, target: two.target, owners: names, link: dependent,
              configurations: configurations))
        }
      }
    }
    return found
  }

  /// Whether a package target is in a dynamic product of the same name.
  private func isOfProductOfItsName(_ module: ModuleID) -> Bool {
    guard graph[module].packageTarget == .library, graph[module].linkage == .dynamic,
      graph[module].facts.first?.source == .manifest, kinds[module].isDisjoint(with: .isIgnored)
    else { return false }
    let name = graph[module].name
    return graph.spec(of: module)?.products.contains {
      $0.name == name && $0.targets.contains(name)
    } ?? false
  }
}

extension Diagnostic.Message {
  fileprivate static func isRefused(_ library: String, _ target: String, _ other: String) -> Self {
    """
    Swift package target '\(library)' is linked as a static library by '\(target)' and '\(other)', but \
    cannot be built dynamically because there is a package product with the same name
    """
  }

  fileprivate static func takesObjects(_ from: String, _ library: String) -> Self {
    """
    '\(from)' depends on the target '\(library)', which links its object file; the product '\(library)' is \
    a dynamic library with the same code
    """
  }

  fileprivate static func dependOnProduct(_ library: String, _ from: String) -> Self {
    "leave out `type: .dynamic` of the product '\(library)', or give it another name than the target"
  }
}
