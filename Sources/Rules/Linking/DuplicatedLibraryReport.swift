internal import Architecture
import Diagnostics
import Graph

/// A static library and the images that each have a copy of it.
struct DuplicatedLibrary {
  var kind: Kind
  /// Whose process it is.
  var from: Int32
  var library: Int32
  /// In order.
  var owners: [Int32]
  /// The hosted test bundle that brings a copy to its host.
  var tests: Int32?
  /// The owners that only the test bundle brings.
  var ownersLoadedByTests: [Int32] = []
  /// The number of the platforms it was found on.
  var view: Int

  /// What makes the copies meet, the worst first.
  enum Kind: Int {
    case process
    case tests
    case clients
    case sameImage
  }

  func precedes(_ other: Self) -> Bool {
    let (a, b) = ((kind.rawValue, from, library), (other.kind.rawValue, other.from, other.library))
    guard a == b else { return a < b }
    return owners == other.owners
      ? view < other.view : owners.lexicographicallyPrecedes(other.owners)
  }
}

/// A finding about copies of a static library: the chains that prove it and the link to drop.
struct DuplicatedLibraryReport {
  let copies: DuplicatedLibrary
  /// The names of the owners, in order.
  let owners: [String]
  let graph: LayeredGraph
  /// For each owner, in the same order, the links to the library.
  let chains: [[Int]]
  /// The number of the link to drop.
  let link: Int

  /// Returns `nil` if there is no second path to prove two paths.
  init?(
    of copies: DuplicatedLibrary, in processes: PlatformLinkage, _ graph: LayeredGraph,
    _ search: inout CopySearch
  ) {
    let named = copies.owners.map { (name: graph.graph.shownName(ModuleID(index: $0)), owner: $0) }
      .sorted { $0.name.precedes($1.name) }
    var chains = named.compactMap { item in
      search.chain(from: item.owner, to: copies.library)
    }
    if copies.kind == .sameImage, let chain = chains.first {
      guard let other = search.paths.secondPath(besides: chain, in: processes) else { return nil }
      chains.append(other)
    }
    let own = named.firstIndex { $0.owner == copies.tests ?? copies.from }
    let brought = copies.tests.flatMap { tests in
      search.paths.shortestPath(from: tests, toAny: { copies.ownersLoadedByTests.contains($0) }) {
        processes.uses[$0].contains(.loads)
      }
    }
    guard let link = own.flatMap({ chains[$0].first }) ?? brought?.first ?? chains.first?.first
    else { return nil }
    self.copies = copies
    self.graph = graph
    self.chains = chains
    self.link = link
    owners = named.map(\.name)
  }

  func add(severity: Severity, to findings: inout Findings) {
    var subject = graph.subject(ModuleID(index: copies.from), ModuleID(index: copies.library))
    subject.owners = owners
    subject.link = graph.ends(of: graph.graph.links[link])
    subject.chain = graph.chain(chains.flatMap(\.self))
    subject.identity += copies.owners.map { graph.graph.identity(ModuleID(index: $0)) }
      .sorted { $0.precedes($1) }
    let library = subject.to ?? ""
    findings.add(
      message(process: subject.from ?? "", library), at: graph.graph.links[link].location,
      severity: severity,
      notes: graph.originNotes(link) + linkageNotes(library), help: help(library),
      subject: subject)
  }

  /// How it is known that an external is static, which no spec shows.
  private func linkageNotes(_ library: String) -> [Diagnostic.Note] {
    let module = graph.graph[ModuleID(index: copies.library)]
    switch module.facts.first(where: { $0.linkage == .static })?.source {
    case .bytes(let path), .propertyList(let path):
      return [Diagnostic.Note(.isStatic(library, says: "'\(path)'"))]
    case .configuration:
      return [Diagnostic.Note(.isStatic(library, says: "`externals:` in rules.yml"))]
    case .manifest: return [Diagnostic.Note(.isStatic(library, says: "its package's manifest"))]
    case .linkType, .carthage, .system, .nothing, .package, nil: return []
    }
  }

  private func message(process: String, _ library: String) -> Diagnostic.Message {
    switch copies.kind {
    case .process: .meets(library, owners, process: process)
    case .tests: .meetsInTests(library, owners, process: process)
    case .clients: .mayMeet(library, owners)
    case .sameImage: .hasTwoPaths(library, owners)
    }
  }
}

extension PathSearch {
  /// A shortest path with the ends of `chain` that leaves out one of its links.
  fileprivate mutating func secondPath(besides chain: [Int], in processes: PlatformLinkage)
    -> [Int]?
  {
    guard let first = chain.first, let last = chain.last else { return nil }
    let links = processes.graph.links
    var best: [Int]?
    for edge in chain {
      let path = shortestPath(from: links[first].from.index, to: links[last].to.index) { other in
        // Two dependencies on one module are one link to the linker.
        processes.uses[other].contains(.absorbs)
          && (links[other].to != links[edge].to || links[other].from != links[edge].from)
      }
      if let path, path.count < best?.count ?? .max { best = path }
    }
    return best
  }
}

extension Diagnostic.Message {
  fileprivate static func meets(_ library: String, _ owners: [String], process: String) -> Self {
    """
    static '\(library)' ends up in \(quoted(owners)), \(owners.count == 2 ? "both" : "all") in the \
    process of '\(process)'
    """
  }

  fileprivate static func meetsInTests(
    _ library: String, _ owners: [String], process: String
  ) -> Self {
    "static '\(library)' ends up in \(quoted(owners)), which are loaded together when '\(process)' is tested"
  }

  fileprivate static func mayMeet(_ library: String, _ owners: [String]) -> Self {
    "static '\(library)' ends up in \(quoted(owners)), which a client may load together"
  }

  fileprivate static func isStatic(_ library: String, says source: String) -> Self {
    "'\(library)' is static, as \(source) says"
  }

  fileprivate static func hasTwoPaths(_ library: String, _ images: [String]) -> Self {
    "static '\(library)' is linked into \(quoted(images)) by more than one path"
  }

  private static func quoted(_ names: [String]) -> String { joined(names.map { "'\($0)'" }) }
}
