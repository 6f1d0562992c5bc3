internal import Architecture
import Diagnostics
import Graph

/// A target of a dynamic package product that an image contains as well, as an object file.
struct CopiedPackageTarget {
  var library: ModuleID
  var owner: ModuleID
  var link: Link
  /// The target that Xcode refuses to build, or the executable that loads both copies.
  var place: Place
  var configurations: ConfigurationSet

  enum Place {
    case refused(ModuleID)
    case process(ModuleID)
  }

  func add(to findings: inout Findings, _ layered: LayeredGraph, severity: Severity) {
    let graph = layered.graph
    let (name, holder) = (graph.shownName(library), graph.shownName(owner))
    let owners = [holder, name].sorted { $0.precedes($1) }
    let product = graph.dynamicProduct(of: library)
    let (target, message, help): (ModuleID, Diagnostic.Message, [Diagnostic.Message]) =
      switch place {
      case .refused(let target):
        (
          target, .isRefused(name, graph.shownName(target), target == owner ? name : holder),
          [.leaveOpen(name)]
        )
      case .process(let executable):
        (
          executable,
          .shareProcess("package product", name, owners, process: graph.shownName(executable)),
          graph[owner].packageTarget == nil
            ? [.linkProduct(product, in: holder, isOfItsName: product == graph[library].name)] : []
        )
      }
    var subject = layered.subject(target, library)
    subject.owners = owners
    subject.link = link.id.number
    subject.identity =
      [graph.identity(library)]
      + [owner, library].map { graph.identity($0) }.sorted { $0.precedes($1) }
    findings.add(
      message.inConfigurations(graph.configurationNames(configurations)), at: link.location,
      severity: severity,
      notes: [Diagnostic.Note(.takesObjects(graph.shownName(link.from), name, product))],
      help: help, subject: subject)
  }
}

extension PlatformLinkage {
  /// Returns the targets of dynamic products that images contain as well, in order.
  ///
  /// Xcode builds such a target dynamically for all dependents (`ProductPlan` in swift-build) where
  /// one target links both, unless it has the name of the product: then it fails. Elsewhere both
  /// copies are in one process.
  func copiedPackageTargets() -> [CopiedPackageTarget] {
    var found: [CopiedPackageTarget] = []
    for library in graph.builtModules where isOfDynamicProduct(library) {
      let dependents = graph.links(to: library).filter { takesObjects($0) }
      guard !dependents.isEmpty else { continue }
      let hostedTests = hostedTests()
      for dependent in dependents {
        let isImage = kinds[dependent.from].contains(.isImage)
        for owner in isImage ? [dependent.from] : owners(of: dependent.from) {
          guard let place = place(ofCopy: library, in: owner, hostedTests) else { continue }
          found.append(
            CopiedPackageTarget(
              library: library, owner: owner, link: dependent, place: place,
              configurations: configurations))
        }
      }
    }
    return found
  }

  private func place(
    ofCopy library: ModuleID, in owner: ModuleID, _ hostedTests: [ModuleID: [ModuleID]]
  ) -> CopiedPackageTarget.Place? {
    if let two = targetWithTwo(of: [owner, library], hostedTests) {
      return graph.dynamicProduct(of: library) == graph[library].name ? .refused(two.target) : nil
    }
    guard !acceptsPackageCopies(owner) else { return nil }
    let leads = [owner, library].map { module in
      graph.reaching([module]) { does(.loads, $0) && !takesObjects($0) }
    }
    let executables = graph.builtModules.filter { executable in
      let starts = [executable] + (host(of: executable).map { [$0] } ?? [])
      return kinds[executable].contains(.isExecutable) && !acceptsPackageCopies(executable)
        && leads.allSatisfy { lead in starts.contains { lead.contains($0) } }
    }
    return executables.min { precedes($0, $1) }.map { .process($0) }
  }

  private func isOfDynamicProduct(_ module: ModuleID) -> Bool {
    graph[module].packageTarget == .library && graph[module].linkage == .dynamic
      && graph[module].facts.first?.source == .manifest
      && kinds[module].isDisjoint(with: .isIgnored)
  }
}

extension ModuleGraph {
  /// Returns the name of the product that contains a package target, preferably the target's own.
  fileprivate func dynamicProduct(of module: ModuleID) -> String {
    let name = self[module].name
    let names = (spec(of: module)?.products ?? []).filter { $0.targets.contains(name) }.map(\.name)
    return names.contains(name) ? name : names.first ?? name
  }
}

extension Diagnostic.Message {
  fileprivate static func isRefused(_ library: String, _ target: String, _ other: String) -> Self {
    """
    Swift package target '\(library)' is linked as a static library by '\(target)' and '\(other)', but \
    cannot be built dynamically because there is a package product with the same name
    """
  }

  fileprivate static func takesObjects(
    _ from: String, _ library: String, _ product: String
  ) -> Self {
    """
    '\(from)' depends on the target '\(library)', which links its object file; the product '\(product)' is \
    a dynamic library with the same code
    """
  }

  fileprivate static func leaveOpen(_ library: String) -> Self {
    "leave out `type: .dynamic` of the product '\(library)', or give it another name than the target"
  }

  /// Xcode builds a target dynamically for all where one target links both.
  fileprivate static func linkProduct(
    _ product: String, in owner: String, isOfItsName: Bool
  ) -> Self {
    let name = isOfItsName ? "give the product '\(product)' another name than the target, and " : ""
    return "\(name)link \(isOfItsName ? "it" : "the product '\(product)'") in '\(owner)' as well"
  }
}
