internal import Architecture
import Diagnostics
import Graph
internal import Text

/// A finding about copies of a static library: the chains that prove it and the link to drop.
struct DuplicatedLibraryReport {
  private let copies: DuplicatedLibrary
  private let layered: LayeredGraph
  private let owners: [String]
  private let library: ModuleID
  private let isAutomatic: Bool
  /// The chain of links from each owner to the library, in the order of `owners`.
  private let chains: [[Link]]
  private let help: Diagnostic.Message?
  private let changes: [Diagnostic.Fix.Change]?
  /// The first link by name that the advice drops; else the last one of the first owner that does
  /// not keep the library.
  private let link: Link
  /// The error message of Xcode if it refuses to build.
  private let refusal: [Diagnostic.Note]

  /// Returns `nil` if there is no second path for a finding on two paths.
  init?(
    of copies: DuplicatedLibrary, in layered: LayeredGraph, _ views: [PlatformLinkage],
    _ advisor: inout CopyAdvisor
  ) {
    let place = copies.places[0]
    let view = views[place.view]
    let names = CopyNames(graph: layered.graph)
    var chains = place.owners.compactMap { owner in
      view.graph.shortestPath(from: owner, to: place.library) { view.does(.absorbs, $0) }
    }
    if copies.kind == .sameImage {
      guard let chain = chains.first, let other = view.secondPath(besides: chain),
        let first = chain.first
      else { return nil }
      chains.append(other)
      link = first
      help = names.dropOnePath(first, to: place.library)
      changes = nil
    } else {
      guard let chain = chains.first else { return nil }
      let advice = advisor.advice(for: copies, chain: chain)
      // What is kept is no fault.
      let changed = chains.first { $0.first?.from != advice?.keeper }
      let built = layered.graph.builtModules
      let declared = (changed ?? chain).last { built.contains($0.from) }
      guard let last = declared ?? chain.last else { return nil }
      link = advice.flatMap(names.first) ?? last
      help = advice.map {
        names.help(
          $0, for: copies, embeddedIn: Self.embedders(for: $0, in: views))
      }
      changes = copies.kind == .tests ? advice.flatMap(names.changes) : nil
    }
    self.copies = copies
    self.layered = layered
    self.chains = chains
    library = place.library
    isAutomatic = view.kinds[place.library].contains(.isAutomatic)
    owners = place.owners.map { layered.graph.shownName($0) }
    refusal = copies.kind == .process ? Self.refusal(of: place, in: view, layered) : []
  }

  /// Returns Xcode's error for a static product that two targets link; it builds automatic products
  /// dynamically instead.
  private static func refusal(
    of place: DuplicatedLibrary.Place, in view: PlatformLinkage, _ layered: LayeredGraph
  ) -> [Diagnostic.Note] {
    let graph = layered.graph
    guard graph[place.library].packageTarget == .library,
      graph[place.library].linkage == .static,
      let two = view.targetWithTwo(of: place.owners, view.hostedTests())
    else { return [] }
    let name = graph[place.library].name
    let product = graph.spec(of: place.library)?.products.first { $0.targets.contains(name) }
    return [
      Diagnostic.Note(
        .isRefused(
          product?.name ?? name, graph.shownName(two.target), graph.shownName(two.other)))
    ]
  }

  /// Returns the applications that must embed the framework that the advice adds: those that load
  /// the code today, and those around other programs that do.
  private static func embedders(
    for advice: CopyAdvice, in views: [PlatformLinkage]
  ) -> [ModuleID] {
    guard case .wrap(let libraries, _) = advice else { return [] }
    return views.flatMap { view -> [ModuleID] in
      let owners = libraries.flatMap(view.owners)
      let isApp = { view.kinds[$0].intersection([.isApp, .isIgnored]) == .isApp }
      let programs = view.reaching(owners, along: .loads).filter {
        view.kinds[$0].contains(.isExecutable) && view.graph[$0].platforms.contains(view.platform)
      }
      return programs.flatMap { program -> [ModuleID] in
        if isApp(program) { return [program] }
        // XcodeGen embeds in the tests what only they load.
        guard view.host(of: program) == nil else { return [] }
        return view.graph.links(to: program).filter { view.does(.embeds, $0) }.map(\.from)
          .filter(isApp)
      }
    }
  }

  func add(severity: Severity, to findings: inout Findings) {
    let graph = layered.graph
    var subject = layered.subject(copies.processes[0], library)
    subject.owners = owners
    subject.link = link.id.number
    subject.chain = layered.chain(chains.flatMap(\.self))
    subject.processes = copies.processes.dropFirst().map { graph.shownName($0) }
    // The process is not part of the identity: a new test bundle does not make a known copy new.
    subject.identity =
      [graph.identity(library)]
      + copies.places[0].owners.map { graph.identity($0) }.sorted { $0.precedes($1) }
    findings.add(
      message(process: subject.from ?? "", subject.to ?? ""), at: link.location,
      severity: severity,
      notes: layered.originNotes(link) + linkageNotes(subject.to ?? "") + refusal,
      help: help.map { [$0] } ?? [],
      fix: changes.map { .init(unsafe: $0, of: [graph.shownName(link.from)]) }, subject: subject)
  }

  /// Returns notes on why an external is static, if no spec shows it.
  private func linkageNotes(_ name: String) -> [Diagnostic.Note] {
    if isAutomatic { return [Diagnostic.Note(.isAutomatic(name))] }
    switch layered.graph[library].facts.first(where: { $0.linkage == .static })?.source {
    case .bytes(let path), .propertyList(let path):
      return [Diagnostic.Note(.isStatic(name, says: "'\(path)'"))]
    case .configuration:
      return [Diagnostic.Note(.isStatic(name, says: "`externals:` in rules.yml"))]
    case .manifest: return [Diagnostic.Note(.isStatic(name, says: "its package's manifest"))]
    case .linkType, .carthage, .system, .nothing, .package, nil: return []
    }
  }

  private func message(process: String, _ library: String) -> Diagnostic.Message {
    let kind = isAutomatic ? "package product" : "static"
    let message: Diagnostic.Message =
      switch copies.kind {
      case .process: .shareProcess(kind, library, owners, process: process)
      case .tests: .areLoadedInTests(kind, library, owners, process: process)
      case .clients: .mayBeLoadedTogether(kind, library, owners)
      case .sameImage: .hasTwoPaths(kind, library, owners)
      }
    return message.inConfigurations(layered.graph.configurationNames(copies.configurationsOfFirst))
  }
}

extension PlatformLinkage {
  /// Returns a shortest path between the ends of `chain` that omits one of its links.
  ///
  /// - Complexity: O(*m*) for each link of the chain.
  func secondPath(besides chain: [Link]) -> [Link]? {
    guard let first = chain.first, let last = chain.last else { return nil }
    var best: [Link]?
    for left in chain {
      let path = graph.shortestPath(from: first.from, to: last.to) { other in
        // The linker sees two dependencies on one module as one link.
        does(.absorbs, other) && (other.to != left.to || other.from != left.from)
      }
      if let path, path.count < best?.count ?? .max { best = path }
    }
    return best
  }
}

extension Diagnostic.Message {
  /// Returns the message with the names of configurations appended, if there are any.
  func inConfigurations(_ names: [String]) -> Self {
    guard !names.isEmpty else { return self }
    let list = names.quoted.joinedByAnd
    return Self("\(text), in configuration\(names.count == 1 ? "" : "s") \(list)")
  }

  static func shareProcess(
    _ kind: String, _ library: String, _ owners: [String], process: String
  ) -> Self {
    """
    \(kind) '\(library)' ends up in \(quoted(owners)), \(owners.count == 2 ? "both" : "all") in the \
    process of '\(process)'
    """
  }

  fileprivate static func areLoadedInTests(
    _ kind: String, _ library: String, _ owners: [String], process: String
  ) -> Self {
    """
    \(kind) '\(library)' ends up in \(quoted(owners)), which are loaded together when '\(process)' is \
    tested
    """
  }

  fileprivate static func mayBeLoadedTogether(_ kind: String, _ library: String, _ owners: [String])
    -> Self
  {
    "\(kind) '\(library)' ends up in \(quoted(owners)), which a client may load together"
  }

  fileprivate static func hasTwoPaths(
    _ kind: String, _ library: String, _ images: [String]
  ) -> Self {
    "\(kind) '\(library)' is linked into \(quoted(images)) by more than one path"
  }

  fileprivate static func isStatic(_ library: String, says source: String) -> Self {
    "'\(library)' is static, as \(source) says"
  }

  fileprivate static func isRefused(_ product: String, _ target: String, _ other: String) -> Self {
    """
    Xcode refuses to build this: "Swift package product '\(product)' is linked as a static library by \
    '\(target)' and '\(other)'. This will result in duplication of library code."
    """
  }

  fileprivate static func isAutomatic(_ library: String) -> Self {
    """
    Xcode builds '\(library)' as a framework only where a target and a dynamic target that it links \
    directly, or its host, both link it
    """
  }

  private static func quoted(_ names: [String]) -> String { names.quoted.joinedByAnd }
}
