internal import Architecture
import Diagnostics
import Graph
internal import Text

struct DuplicatedLibrary {
  var kind: Kind
  /// The occurrences by view; at least one.
  var places: [Place]
  /// The executables whose processes have exactly these owners, the reported one first; the first
  /// owner if only external clients load them.
  var processes: [ModuleID]
  private var configurations: [ModuleID: ConfigurationSet]

  var configurationsOfFirst: ConfigurationSet { configurations[processes[0]] ?? .all }

  /// The library and its owners in one view; on another platform they may be other variants.
  struct Place {
    var view: Int
    var library: ModuleID
    var owners: [ModuleID]
    /// The owners that only tests load into their host.
    var ownersLoadedByTests: [ModuleID] = []
  }

  /// The reason why the copies are in one process, most severe first.
  enum Kind: Int {
    case process
    case tests
    case clients
    case sameImage
  }

  init(
    _ kind: Kind, _ place: Place, processes: [ModuleID], in configurations: ConfigurationSet
  ) {
    self.kind = kind
    places = [place]
    self.processes = processes
    self.configurations = Dictionary(
      processes.map { ($0, configurations) }, uniquingKeysWith: { $0.union($1) })
  }

  func inOrder(in graph: ModuleGraph) -> Self {
    var copy = self
    let named = places[0].owners.map { (name: graph.shownName($0), owner: $0) }
    copy.places[0].owners = named.sorted { $0.name.precedes($1.name) }.map(\.owner)
    return copy
  }

  /// Merges the result of another view, or of another kind of process, for the same library and
  /// owners; the more severe kind is reported.
  mutating func merge(_ other: Self, _ precedes: (ModuleID, ModuleID) -> Bool) {
    if other.kind.rawValue < kind.rawValue {
      let milder = self
      self = other
      return merge(milder, precedes)
    }
    configurations.merge(other.configurations) { $0.union($1) }
    // What only clients may load is in no process.
    let isProcess = kind == other.kind || other.kind != .clients
    let new = isProcess ? other.processes.filter { !processes.contains($0) } : []
    processes += new
    if kind == other.kind { processes.sort(by: precedes) }
    let places = places
    self.places += other.places.filter { new in !places.contains { $0.view == new.view } }
  }
}

// A finding about copies of a static library: the chains that prove it and the link to drop.
extension DuplicatedLibrary {
  /// Adds the finding; none for one on two paths without a second path.
  func report(
    as severity: Severity, _ layered: LayeredGraph, _ views: [PlatformLinkage],
    _ findings: inout Findings
  ) {
    let (graph, place) = (layered.graph, places[0])
    let view = views[place.view]
    let chains = chains(in: view)
    guard let first = chains.first, kind != .sameImage || chains.count > 1 else { return }
    let advice =
      kind == .sameImage ? nil : CopyAdvisor(views: views).advice(for: self, chain: first)
    let names = CopyNames(graph: graph)
    guard
      let link = advice.flatMap(names.first)
        ?? shownLink(of: chains, besides: advice?.keeper, graph)
    else { return }
    var subject = layered.subject(
      processes[0], copies: place.library, in: place.owners, link: link)
    subject.chain = layered.chain(chains.flatMap(\.self))
    subject.processes = processes.dropFirst().map { graph.shownName($0) }
    let isAutomatic = view.kinds[place.library].contains(.isAutomatic)
    let message = message(
      isAutomatic ? "package product" : "static", subject.to ?? "", subject.owners,
      process: subject.from ?? "")
    let changes = kind == .tests ? advice.flatMap(names.changes) : nil
    findings.add(
      message.inConfigurations(graph.configurationNames(configurationsOfFirst)),
      at: link.location, severity: severity,
      notes: layered.originNotes(link)
        + (isAutomatic
          ? [.init(.isAutomatic(subject.to ?? ""))] : linkageNotes(subject.to ?? "", in: graph)),
      help: advice.map {
        [names.help($0, for: self, embeddedIn: $0.embedders(in: views))]
      } ?? [], fix: changes.map { .init(unsafe: $0, of: [graph.shownName(link.from)]) },
      subject: subject)
  }

  /// Returns the chain of links from each owner to the library, or two from one owner.
  private func chains(in view: PlatformLinkage) -> [[Link]] {
    let place = places[0]
    let chains = place.owners.compactMap { owner in
      view.graph.shortestPath(from: owner, to: place.library) { view.does(.absorbs, $0) }
    }
    guard kind == .sameImage, let chain = chains.first else { return chains }
    return [chain] + (view.secondPath(besides: chain).map { [$0] } ?? [])
  }

  /// Returns the first link of one of two paths, or the last declared link of the first owner that
  /// does not keep the library.
  private func shownLink(
    of chains: [[Link]], besides keeper: ModuleID?, _ graph: ModuleGraph
  ) -> Link? {
    guard kind != .sameImage else { return chains[0].first }
    let chain = chains.first { $0.first?.from != keeper } ?? chains[0]
    return chain.last { graph.builtModules.contains($0.from) } ?? chain.last
  }

  /// Returns notes on why an external is static, if no spec shows it.
  private func linkageNotes(_ name: String, in graph: ModuleGraph) -> [Diagnostic.Note] {
    switch graph[places[0].library].facts.first(where: { $0.linkage == .static })?.source {
    case .bytes(let path), .propertyList(let path):
      [Diagnostic.Note(.isStatic(name, says: "'\(path)'"))]
    case .configuration: [Diagnostic.Note(.isStatic(name, says: "`externals:` in rules.yml"))]
    case .manifest: [Diagnostic.Note(.isStatic(name, says: "its package's manifest"))]
    case .linkType, .carthage, .system, .nothing, .package, nil: []
    }
  }

  private func message(
    _ what: String, _ library: String, _ owners: [String], process: String
  ) -> Diagnostic.Message {
    switch kind {
    case .process: .shareProcess(what, library, owners, process: process)
    case .tests: .areLoadedInTests(what, library, owners, process: process)
    case .clients: .mayBeLoadedTogether(what, library, owners)
    case .sameImage: .hasTwoPaths(what, library, owners)
    }
  }
}

extension CopyAdvice {
  /// Returns the applications that must embed the framework that the advice adds: those that load
  /// the code today, and those around other programs that do.
  fileprivate func embedders(in views: [PlatformLinkage]) -> [ModuleID] {
    guard case .wrap(let libraries, _) = self else { return [] }
    return views.flatMap { view -> [ModuleID] in
      let owners = libraries.flatMap(view.owners)
      let isApp = { view.kinds[$0].intersection([.isApp, .isIgnored]) == [.isApp] }
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
}

extension LayeredGraph {
  /// Returns the subject of a finding about copies of a library.
  ///
  /// The process is not part of the identity: a new test bundle does not make a known copy new.
  func subject(
    _ process: ModuleID, copies library: ModuleID, in owners: [ModuleID], link: Link
  ) -> Diagnostic.Subject {
    var subject = subject(process, library)
    subject.owners = owners.map { graph.shownName($0) }.sorted { $0.precedes($1) }
    subject.link = link.id.number
    subject.identity =
      [graph.identity(library)] + owners.map { graph.identity($0) }.sorted { $0.precedes($1) }
    return subject
  }
}

extension PlatformLinkage {
  /// Returns a shortest path between the ends of `chain` that omits one of its links.
  ///
  /// - Complexity: O(*m*) for each link of the chain.
  fileprivate func secondPath(besides chain: [Link]) -> [Link]? {
    guard let first = chain.first, let last = chain.last else { return nil }
    let paths = chain.compactMap { left in
      graph.shortestPath(from: first.from, to: last.to) { other in
        // The linker sees two dependencies on one module as one link.
        does(.absorbs, other) && (other.to != left.to || other.from != left.from)
      }
    }
    return paths.min { $0.count < $1.count }
  }
}

extension Diagnostic.Message {
  /// Returns the message with the names of configurations appended, if there are any.
  func inConfigurations(_ names: [String]) -> Self {
    guard !names.isEmpty else { return self }
    let list = names.quoted.joinedByAnd
    return Self("\(text), in configuration\(names.count == 1 ? "" : "s") \(list)")
  }

  fileprivate static func shareProcess(
    _ what: String, _ library: String, _ owners: [String], process: String
  ) -> Self {
    """
    \(endsUp(what, library, owners)), \(owners.count == 2 ? "both" : "all") in the process of \
    '\(process)'
    """
  }

  fileprivate static func areLoadedInTests(
    _ what: String, _ library: String, _ owners: [String], process: String
  ) -> Self {
    "\(endsUp(what, library, owners)), which are loaded together when '\(process)' is tested"
  }

  fileprivate static func mayBeLoadedTogether(
    _ what: String, _ library: String, _ owners: [String]
  ) -> Self {
    "\(endsUp(what, library, owners)), which a client may load together"
  }

  private static func endsUp(_ what: String, _ library: String, _ owners: [String]) -> String {
    "\(what) '\(library)' ends up in \(owners.quoted.joinedByAnd)"
  }

  fileprivate static func hasTwoPaths(
    _ what: String, _ library: String, _ images: [String]
  ) -> Self {
    "\(what) '\(library)' is linked into \(images.quoted.joinedByAnd) by more than one path"
  }

  fileprivate static func isStatic(_ library: String, says source: String) -> Self {
    "'\(library)' is static, as \(source) says"
  }

  fileprivate static func isAutomatic(_ library: String) -> Self {
    """
    Xcode builds '\(library)' as a framework only where a target and a dynamic target that it links \
    directly, or its host, both link it
    """
  }
}
