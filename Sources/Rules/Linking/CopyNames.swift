internal import Architecture
import Diagnostics
import Graph
internal import Text

struct CopyNames {
  let graph: ModuleGraph

  /// Returns the first link by name that the advice drops; `nil` if it drops none.
  func first(of advice: CopyAdvice) -> Link? {
    switch advice {
    case .wrap(_, let link): link
    case .keep(_, let links, _): inOrder(links).first
    }
  }

  func help(
    _ advice: CopyAdvice, for copies: DuplicatedLibrary, embeddedIn apps: [ModuleID]
  ) -> Diagnostic.Message {
    switch advice {
    case .keep(let owner, let links, let images):
      let steps = steps(links, linking: owner, in: images)
      guard copies.kind == .tests else {
        return .keep(name(copies.places[0].library), in: name(owner), by: steps)
      }
      // The test bundle may still need the module to be built.
      return Diagnostic.Message(
        changes(advice) == nil ? steps : "\(steps), or declare it there with `link: false`")
    case .wrap(let libraries, _):
      return .wrap(
        names(of: libraries), embeddedIn: names(of: apps),
        sayingLink: libraries.contains { graph[$0].type == .staticLibrary })
    }
  }

  /// Returns the changes that unlink the library from a test bundle; other advice requires a
  /// redesign.
  func changes(_ advice: CopyAdvice) -> [Diagnostic.Fix.Change]? {
    guard case .keep(_, let links, []) = advice, links.count == 1,
      graph[links[0].from].roles.contains(.test), !comesBack(links[0]),
      ![.linkerFlag, .sdk, .carthage].contains(links[0].kind)
    else { return nil }
    return [.set("link", false, inDependency: links[0].location)]
  }

  private func name(_ module: ModuleID) -> String { graph.shownName(module) }

  private func names(of modules: [ModuleID]) -> [String] {
    Set(modules.map(name)).sorted { $0.precedes($1) }
  }

  private func inOrder(_ links: [Link]) -> [Link] {
    links.map { (from: name($0.from), to: name($0.to), link: $0) }.sorted { a, b in
      if a.from != b.from { return a.from.precedes(b.from) }
      return a.to == b.to ? a.link.id < b.link.id : a.to.precedes(b.to)
    }.map(\.link)
  }

  /// `drop 'Log' from 'Maps' and 'Routes', and link 'Tiles' in 'Maps'`; dependencies that several
  /// images drop are named once.
  private func steps(
    _ links: [Link], linking owner: ModuleID? = nil, in images: [ModuleID] = []
  ) -> String {
    var dropped: [(what: String, from: [String])] = []
    var declared: [String] = []
    for link in inOrder(links) {
      let (head, tail) = ("'\(name(link.to))'", "'\(name(link.from))'")
      if comesBack(link) {
        declared.append("declare `link: false` in the dependency of \(tail) on \(head)")
        continue
      }
      let what = link.kind == .linkerFlag ? "the linker flag for \(head)" : head
      if let same = dropped.firstIndex(where: { $0.what == what }) {
        if !dropped[same].from.contains(tail) { dropped[same].from.append(tail) }
      } else {
        dropped.append((what, [tail]))
      }
    }
    let all = dropped.map { "\($0.what) from \($0.from.joinedByAnd)" }.joinedByAnd
    let drops = ((dropped.isEmpty ? [] : ["drop \(all)"]) + declared).joinedByAnd
    guard let owner, !images.isEmpty else { return drops }
    let link = "link '\(name(owner))' in \(names(of: images).quoted.joinedByAnd)"
    return drops.isEmpty ? link : "\(drops), and \(link)"
  }

  /// Whether `transitivelyLinkDependencies` may restore a dropped link.
  private func comesBack(_ link: Link) -> Bool {
    graph[link.from].roles.contains(.linksTransitively)
      && [.target, .framework, .package].contains(link.kind)
  }
}

extension Diagnostic.Message {
  fileprivate static func keep(_ library: String, in owner: String, by steps: String) -> Self {
    "keep '\(library)' in '\(owner)' alone, which the others load: \(steps)"
  }

  fileprivate static func wrap(
    _ libraries: [String], embeddedIn apps: [String], sayingLink: Bool
  ) -> Self {
    let names = libraries.quoted.joinedByAnd
    let how = sayingLink ? " with `link: true`" : ""
    let link = "link that framework instead of \(names) everywhere"
    let end =
      apps.isEmpty ? " and \(link)" : ", \(link), and embed it in \(apps.quoted.joinedByAnd)"
    return "put \(names) into one dynamic framework\(how)\(end)"
  }
}
