public import Architecture
import Diagnostics
import Graph

/// Reports static libraries that are linked into two images of one process.
///
/// Each image has its own copy of the library's classes and variables: "Class X is implemented in
/// both", casts that fail between equal types, state that is split in two. Copies conflict only
/// within a process, so each executable is judged separately. A library and its images are reported
/// once for all processes with both.
public struct DuplicateStatic: Rule {
  private let hostedTests: Severity?
  private let outsideClients: Severity?
  private let automaticPackages: Severity?
  private let sameImage: Severity?

  init(options: RuleOptions) {
    hostedTests = options.severity("hosted-tests", default: .warning)
    outsideClients = options.severity("outside-clients", default: .warning)
    automaticPackages = options.severity("automatic-packages", default: .warning)
    sameImage = options.severity("same-image", default: nil)
  }

  public static func check(_ layered: LayeredGraph, _ findings: inout Findings) {
    let rule = Self(options: findings.options)
    let views = findings.linkage()
    // Variants of a target and views of several platforms contain the same copies.
    let found = views.indices.flatMap { number in
      rule.copies(in: views[number], number: number, of: layered)
    }.map {
      $0.inOrder(in: layered.graph)
    }.merged { copies in
      ([copies.places[0].library] + copies.places[0].owners).map { layered.graph.shownName($0) }
    } merging: { known, new in
      known.merge(new) { views[new.places[0].view].precedes($0, $1) }
    }
    for copies in found {
      let isAutomatic = views[copies.places[0].view].kinds[copies.places[0].library]
        .contains(.isAutomatic)
      guard let severity = rule.severity(of: copies.kind, isAutomatic, findings.severity) else {
        continue
      }
      copies.report(as: severity, layered, views, &findings)
    }
    let copied = views.flatMap { $0.copiedPackageTargets() }.merged {
      [$0.library, $0.owner]
    } merging: {
      $0.configurations.formUnion($1.configurations)
    }
    for target in copied { target.add(to: &findings, layered) }
  }

  private func severity(
    of kind: DuplicatedLibrary.Kind, _ isAutomatic: Bool, _ standard: Severity
  ) -> Severity? {
    let severity: Severity? =
      switch kind {
      case .process: standard
      case .tests: hostedTests
      case .clients: outsideClients
      case .sameImage: sameImage
      }
    guard isAutomatic, kind != .sameImage else { return severity }
    guard let severity, let automaticPackages else { return nil }
    return severity == .error ? automaticPackages : severity
  }
}

// Findings in one view.
extension DuplicateStatic {
  private func copies(
    in view: PlatformLinkage, number: Int, of layered: LayeredGraph
  ) -> [DuplicatedLibrary] {
    let shared = view.sharedStatics().filter { item in
      !view.kinds[item.library].contains(.isAutomatic)
        || !item.owners.contains { view.acceptsPackageCopies($0) }
    }
    var copies = inProcesses(shared, view, number: number)
    if outsideClients != nil, !shared.isEmpty {
      let outside = view.outsideImages(layered)
      for item in shared {
        let owners = item.owners.filter { outside.contains($0) }
        guard owners.count > 1 else { continue }
        copies.append(
          DuplicatedLibrary(
            .clients, .init(view: number, library: item.library, owners: owners),
            processes: [owners[0]], in: view.configurations))
      }
    }
    if sameImage != nil {
      for (image, library) in view.repeatedStatics() {
        copies.append(
          DuplicatedLibrary(
            .sameImage, .init(view: number, library: library, owners: [image]),
            processes: [view.firstExecutable(loading: image) ?? image], in: view.configurations))
      }
    }
    return copies
  }

  private func inProcesses(
    _ shared: [PlatformLinkage.Absorbed], _ view: PlatformLinkage, number: Int
  ) -> [DuplicatedLibrary] {
    view.coLoadedImages(of: shared.map(\.owners)).compactMap { item in
      let library = shared[item.key.group].library
      var executables = item.executables
      if view.kinds[library].contains(.isAutomatic) {
        executables.removeAll { view.acceptsPackageCopies($0) }
      }
      guard !executables.isEmpty else { return nil }
      var place = DuplicatedLibrary.Place(
        view: number, library: library, owners: item.key.members)
      // If the host alone has one copy, the tests add the others.
      guard let inHost = item.key.inHost, inHost.count == 1 else {
        return DuplicatedLibrary(.process, place, processes: executables, in: view.configurations)
      }
      guard hostedTests != nil else { return nil }
      place.ownersLoadedByTests = item.key.members.filter { !inHost.contains($0) }
      let hosts = Set(executables.compactMap { view.host(of: $0) })
        .sorted { view.precedes($0, $1) }
      return DuplicatedLibrary(
        .tests, place, processes: hosts + executables, in: view.configurations)
    }
  }
}

extension PlatformLinkage {
  /// Returns the dynamic images that no executable of the platform except tests loads.
  ///
  /// The workspace builds them for external clients. Test support has no such clients.
  fileprivate func outsideImages(_ layered: LayeredGraph) -> ModuleSet {
    let products = built(.isExecutable).filter {
      !layered.isTest($0) && graph[$0].platforms.contains(platform)
    }
    let loaded = reachable(from: products, along: .loads)
    return ModuleSet(
      graph.builtModules.filter { module in
        kinds[module].isSuperset(of: [.isDynamic, .isImage]) && !loaded.contains(module)
          && !layered.isTestSupport(module)
      })
  }

  /// Returns the first executable by rank whose process contains `image`.
  fileprivate func firstExecutable(loading image: ModuleID) -> ModuleID? {
    if kinds[image].contains(.isExecutable) { return image }
    let executables = reaching([image], along: .loads)
      .filter { kinds[$0].contains(.isExecutable) }
    return executables.min { precedes($0, $1) }
  }
}

/// A target of a dynamic package product that an image contains as well, as an object file.
struct CopiedPackageTarget {
  var library: ModuleID
  var owner: ModuleID
  var link: Link
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
      && !kinds[module].contains(.isIgnored)
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
