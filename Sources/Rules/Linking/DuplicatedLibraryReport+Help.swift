internal import Architecture
import Diagnostics
import Graph
internal import Text

/// The text of advice on copies of a static library.
struct CopyNames {
  let graph: ModuleGraph

  /// Returns the first link by name that the advice drops; `nil` if it drops none.
  func first(of advice: CopyAdvice) -> Link? {
    switch advice {
    case .wrap(_, let link), .buildDynamically(let link), .useDynamicBuild(let link): link
    case .keep(_, let links, _), .dropFromTests(let links, _, _): inOrder(links).first
    }
  }

  func help(
    _ advice: CopyAdvice, for place: DuplicatedLibrary.Place, embeddedIn apps: [ModuleID]
  ) -> Diagnostic.Message {
    let library = place.library
    switch advice {
    case .keep(let owner, let links, let images):
      return .keep(
        name(library), in: name(owner),
        by: steps(drops(links, of: place.owners), linking: owner, in: images))
    case .useDynamicBuild:
      // Most applications that link a binary embed it by default.
      let others = apps.filter { app in
        !graph.links(from: app).contains { $0.to == library && $0.flags.contains(.embedded) }
      }
      return .useDynamicBuild(name(library), embeddedIn: names(of: others))
    case .buildDynamically:
      let module = graph[library]
      let others = module.configuredLinkages.filter { $0.linkage != .dynamic }
        .reduce(into: ConfigurationSet()) { $0.formUnion($1.configurations) }
      return .buildDynamically(name(library), in: graph.configurationNames(others))
    case .dropFromTests(let links, let owner, let images):
      let drops = drops(links, of: place.owners)
      guard images.isEmpty, isUnlinkedInTests(links), !comesBack(links[0]) else {
        return Diagnostic.Message(steps(drops, linking: owner, in: images))
      }
      // The test bundle may still need the module to be built.
      return Diagnostic.Message("\(drops), or declare it there with \(unlinking(links[0]))")
    case .wrap(let libraries, _):
      return .wrap(
        libraries.map { name($0) }.reduce(into: []) { if !$0.contains($1) { $0.append($1) } },
        embeddedIn: names(of: apps),
        sayingLink: libraries.contains { graph[$0].type == .staticLibrary })
    }
  }

  /// Returns the changes that unlink the library from a hosted test bundle; other advice requires a
  /// redesign.
  func changes(_ advice: CopyAdvice) -> [Diagnostic.Fix.Change]? {
    guard case .dropFromTests(let links, _, []) = advice, isUnlinkedInTests(links) else {
      return nil
    }
    let link = links[0]
    let place = link.location
    let isCarthage = link.kind == .carthage && !graph[link.from].type.isFramework
    return [.set("link", false, inDependency: place)]
      + (isCarthage ? [.set("embed", false, inDependency: place)] : [])
  }

  private func isUnlinkedInTests(_ links: [Link]) -> Bool {
    links.count == 1 && !isPassedOn(links[0]) && graph[links[0].from].roles.contains(.test)
      && links[0].kind != .linkerFlag && links[0].kind != .sdk
  }

  func dropOnePath(_ link: Link, to library: ModuleID) -> Diagnostic.Message {
    let drops = drops([link], of: [])
    return isPassedOn(link)
      ? Diagnostic.Message(drops) : "\(drops): another path brings '\(name(library))'"
  }

  private func name(_ module: ModuleID) -> String { graph.shownName(module) }

  private func names(of modules: [ModuleID]) -> [String] {
    Set(modules.map(name)).sorted { $0.precedes($1) }
  }

  /// Joins the removal of a library with the links to the image that keeps it.
  private func steps(_ drops: String, linking owner: ModuleID, in images: [ModuleID]) -> String {
    let names = names(of: images)
    let link = names.isEmpty ? "" : "link '\(name(owner))' in \(names.quoted.joinedByAnd)"
    return [drops, link].filter { !$0.isEmpty }.joined(separator: ", and ")
  }

  private func inOrder(_ links: [Link]) -> [Link] {
    links.map { (from: name($0.from), to: name($0.to), link: $0) }.sorted { a, b in
      if a.from != b.from { return a.from.precedes(b.from) }
      return a.to == b.to ? a.link.id < b.link.id : a.to.precedes(b.to)
    }.map(\.link)
  }

  /// `drop 'Log' from 'Maps' and 'Routes', and declare 'Log' in 'Tiles' with …`; dependencies that
  /// several images drop are named once.
  private func drops(_ links: [Link], of owners: [ModuleID]) -> String {
    var dropped: [(what: String, from: [String])] = []
    var declared: [String] = []
    for link in inOrder(links) {
      if let others = sharers(of: link) {
        let keeper = others.first { other in
          owners.contains(other) && !links.contains { $0.from == other }
        }
        let text = moveFlag(link, to: keeper)
        if !declared.contains(text) { declared.append(text) }
        continue
      }
      if comesBack(link) {
        let text =
          "declare \(unlinking(link)) in the dependency of '\(name(link.from))' on '\(name(link.to))'"
        if !declared.contains(text) { declared.append(text) }
        continue
      }
      if isPassedOn(link) {
        let text =
          "declare '\(name(link.to))' in '\(name(link.from))' with \(unlinking(link))\(origin(of: link))"
        if !declared.contains(text) { declared.append(text) }
        continue
      }
      let head = "'\(name(link.to))'"
      let what = link.kind == .linkerFlag ? "the linker flag for \(head)" : head
      let tail = "'\(name(link.from))'"
      if let same = dropped.firstIndex(where: { $0.what == what }) {
        if !dropped[same].from.contains(tail) { dropped[same].from.append(tail) }
      } else {
        dropped.append((what, [tail]))
      }
    }
    let all = dropped.map { "\($0.what) from \($0.from.joinedByAnd)" }.joinedByAnd
    return ((dropped.isEmpty ? [] : ["drop \(all)"]) + declared).joinedByAnd
  }

  /// Returns the other images that link the library by the same entry; `nil` if absent.
  ///
  /// Targets share the project's settings, settings groups and configuration files.
  private func sharers(of link: Link) -> [ModuleID]? {
    guard link.kind == .linkerFlag else { return nil }
    let others = graph.links(to: link.to).filter { other in
      other.kind == .linkerFlag && other.location == link.location && other.from != link.from
        && !graph[other.from].roles.isDisjoint(with: [.image, .executable])
    }
    return others.isEmpty ? nil : Set(others.map(\.from)).sorted()
  }

  /// Returns advice on a linker flag that targets share; `keeper` keeps the library.
  private func moveFlag(_ link: Link, to keeper: ModuleID?) -> String {
    let move = "the linker flag for '\(name(link.to))' from the shared settings"
    return keeper.map { "move \(move) to those of '\(name($0))'" } ?? "drop \(move)"
  }

  /// Whether another target passes the link on, so that it can only be declared unlinked.
  private func isPassedOn(_ link: Link) -> Bool {
    link.flags.contains(.derived) && link.kind != .linkerFlag
  }

  /// Whether `transitivelyLinkDependencies` may restore a dropped link.
  private func comesBack(_ link: Link) -> Bool {
    graph[link.from].roles.contains(.linksTransitively) && !isPassedOn(link)
      && [.target, .framework, .carthage, .package].contains(link.kind)
  }

  /// Returns the end of a sentence on a Carthage framework that another target passes on.
  private func origin(of link: Link) -> String {
    guard link.kind == .carthage else { return "" }
    let entry = graph.links(to: link.to).first {
      $0.location == link.location && !$0.flags.contains(.derived)
    }
    return entry.map { ", which has it from '\(name($0.from))'" } ?? ""
  }

  /// Returns the keys that keep XcodeGen from linking a dependency.
  private func unlinking(_ link: Link) -> String {
    // XcodeGen also links the static Carthage frameworks that an application or a test embeds.
    link.kind == .carthage && !graph[link.from].type.isFramework
      ? "`link: false` and `embed: false`" : "`link: false`"
  }
}

extension Diagnostic.Message {
  fileprivate static func keep(_ library: String, in owner: String, by steps: String) -> Self {
    "keep '\(library)' in '\(owner)' alone, which the others load: \(steps)"
  }

  fileprivate static func buildDynamically(_ library: String, in names: [String]) -> Self {
    "set MACH_O_TYPE of '\(library)' to mh_dylib in \(names.quoted.joinedByAnd) as well"
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

  fileprivate static func useDynamicBuild(
    _ library: String, embeddedIn apps: [String]
  ) -> Self {
    let end = apps.isEmpty ? "" : ", and embed it in \(apps.quoted.joinedByAnd)"
    return "use a dynamic build of '\(library)', so that there is only one copy\(end)"
  }
}
