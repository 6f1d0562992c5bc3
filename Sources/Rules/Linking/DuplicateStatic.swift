public import Architecture
public import Diagnostics
import Graph

/// A static library ends up in two binaries of one process.
///
/// Each binary has its own copy of the library's classes and variables: "Class X is implemented in
/// both", casts that fail between equal types, state that is split in two. Only binaries that one
/// process loads can clash, so each executable is judged by itself.
public struct DuplicateStatic: Rule {
  public static let id: RuleID = "duplicate-static"
  public static let summary = "a static library ends up in two binaries of one process"
  public static let options = [
    RuleOption(
      "hosted-tests", .severity(default: .warning),
      summary: "a second copy in a test bundle whose host application has one"),
    RuleOption(
      "outside-clients", .severity(default: .warning),
      summary: "copies in frameworks that only programs outside the repository may load together"),
    RuleOption(
      "same-image", .severity(default: nil),
      summary: "two paths to a static library within one binary, which holds it once"),
  ]

  private let hostedTests: Severity?
  private let outsideClients: Severity?
  private let sameImage: Severity?

  public init(options: RuleOptions) {
    hostedTests = options.severity("hosted-tests", default: .warning)
    outsideClients = options.severity("outside-clients", default: .warning)
    sameImage = options.severity("same-image", default: nil)
  }

  public func check(_ graph: LayeredGraph, _ findings: inout Findings) {
    let views = PlatformLinkage.onEachPlatform(graph)
    let found = views.enumerated().flatMap { copies(in: $1, number: $0, of: graph) }
      .sorted { $0.precedes($1) }
    var searches = views.map { CopySearch(of: $0) }
    var seen: Set<[String]> = []
    for copies in found {
      let names = copies.owners.map { graph.graph.shownName(ModuleID(index: $0)) }
      let library = graph.graph.shownName(ModuleID(index: copies.library))
      // The views of several platforms, and variants for them, tell of the same copies.
      guard seen.insert([library] + names).inserted else { continue }
      let report = DuplicatedLibraryReport(
        of: copies, in: views[copies.view], graph, &searches[copies.view])
      report?.add(severity: severity(of: copies.kind) ?? findings.severity, to: &findings)
    }
  }

  private func severity(of kind: DuplicatedLibrary.Kind) -> Severity? {
    switch kind {
    case .process: nil
    case .tests: hostedTests
    case .clients: outsideClients
    case .sameImage: sameImage
    }
  }

  private func copies(
    in processes: PlatformLinkage, number view: Int, of graph: LayeredGraph
  ) -> [DuplicatedLibrary] {
    let shared = processes.sharedStatics()
    var copies: [DuplicatedLibrary] = []
    for meeting in processes.meetings(of: shared.map(\.owners))
    where meeting.tests == nil || hostedTests != nil {
      copies.append(
        DuplicatedLibrary(
          kind: meeting.tests == nil ? .process : .tests, from: meeting.executable,
          library: shared[meeting.group].library, owners: meeting.members, tests: meeting.tests,
          ownersLoadedByTests: meeting.ownersLoadedByTests, view: view))
    }
    if outsideClients != nil, !shared.isEmpty {
      let isOutside = processes.outsideImages(graph)
      for item in shared {
        let owners = item.owners.filter { isOutside[Int($0)] }
        guard owners.count > 1 else { continue }
        copies.append(
          DuplicatedLibrary(
            kind: .clients, from: owners[0], library: item.library, owners: owners, view: view))
      }
    }
    if sameImage != nil {
      for (image, library) in processes.repeatedStatics() {
        copies.append(
          DuplicatedLibrary(
            kind: .sameImage, from: processes.firstExecutable(loading: image) ?? image,
            library: library, owners: [image], view: view))
      }
    }
    return copies
  }
}

extension PlatformLinkage {
  /// Marks the dynamic images that no executable but tests loads, on whatever platform.
  ///
  /// They are what the workspace makes for others; test support is made for nobody outside.
  fileprivate func outsideImages(_ layered: LayeredGraph) -> [Bool] {
    var isLoaded = [Bool](repeating: false, count: kinds.count)
    var open = (0..<Int32(graph.builtCount)).filter {
      kinds[Int($0)].contains(.isExecutable) && !layered.isTest(ModuleID(index: $0))
    }
    while let node = open.popLast() {
      for edge in graph.forward.edges(from: node) where graph.links[edge].flags.contains(.linked) {
        let head = graph.forward.heads[edge]
        guard !isLoaded[Int(head)], kinds[Int(head)].contains(.isLinkable) else { continue }
        isLoaded[Int(head)] = true
        open.append(head)
      }
    }
    return kinds.indices.map { node in
      kinds[node].isSuperset(of: [.isDynamic, .isImage]) && !isLoaded[node]
        && !layered.isTestSupport(ModuleID(node))
    }
  }

  /// The first executable by name whose process has `image` in it.
  fileprivate func firstExecutable(loading image: Int32) -> Int32? {
    if kinds[Int(image)].contains(.isExecutable) { return image }
    let loads = marked(reaching: CollectionOfOne(image)) { $0.contains(.loads) }
    return (0..<Int32(graph.builtCount)).first {
      loads[Int($0)] && kinds[Int($0)].contains(.isExecutable)
    }
  }
}
