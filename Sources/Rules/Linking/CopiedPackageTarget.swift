internal import Architecture
import Diagnostics
import Graph

/// A target of a dynamic package product that an image contains as well, as an object file.
struct CopiedPackageTarget {
  var library: ModuleID
  var owner: ModuleID
  var link: Link
  /// The target that links both, which Xcode refuses to build.
  var target: ModuleID
  var configurations: ConfigurationSet

  func add(to findings: inout Findings, _ layered: LayeredGraph) {
    let graph = layered.graph
    let (name, holder) = (graph.shownName(library), graph.shownName(owner))
    let message = Diagnostic.Message.isRefused(
      name, graph.shownName(target), target == owner ? name : holder)
    findings.add(
      message.inConfigurations(graph.configurationNames(configurations)), at: link.location,
      notes: [Diagnostic.Note(.takesObjects(graph.shownName(link.from), name))],
      help: [.leaveOpen(name)],
      subject: layered.subject(target, copies: library, in: [owner, library], link: link))
  }
}

extension PlatformLinkage {
  /// Returns the targets of dynamic products of their names that one target links twice, in order.
  ///
  /// Xcode would build such a target dynamically for all dependents (`ProductPlan` in swift-build),
  /// but not beside a product of its name.
  func copiedPackageTargets() -> [CopiedPackageTarget] {
    var found: [CopiedPackageTarget] = []
    for library in graph.builtModules where isOfDynamicProduct(library) {
      let dependents = graph.links(to: library).filter { takesObjects($0) }
      guard !dependents.isEmpty else { continue }
      let hostedTests = hostedTests()
      for dependent in dependents {
        let isImage = kinds[dependent.from].contains(.isImage)
        for owner in isImage ? [dependent.from] : owners(of: dependent.from) {
          guard let two = targetWithTwo(of: [owner, library], hostedTests) else { continue }
          found.append(
            CopiedPackageTarget(
              library: library, owner: owner, link: dependent, target: two.target,
              configurations: configurations))
        }
      }
    }
    return found
  }

  private func isOfDynamicProduct(_ module: ModuleID) -> Bool {
    let name = graph[module].name
    return graph[module].packageTarget == .library && graph[module].linkage == .dynamic
      && graph[module].facts.first?.source == .manifest
      && kinds[module].isDisjoint(with: .isIgnored)
      && graph.spec(of: module)?.products.contains {
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

  fileprivate static func leaveOpen(_ library: String) -> Self {
    "leave out `type: .dynamic` of the product '\(library)', or give it another name than the target"
  }
}
