public import Architecture
internal import Diagnostics
import Graph
internal import Text

/// Reports parts of an application with the same bundle identifier, or without its prefix.
///
/// Xcode rejects a missing prefix, and the App Store rejects both. Identifiers that are not in
/// specs are unknown.
public enum BundleIdentifier: Rule {
  public static func check(_ layered: LayeredGraph, _ findings: inout Findings) {
    let graph = layered.graph
    let identifiers = Identifiers(graph)
    guard !identifiers.areAllUnknown else { return }
    for app in graph.builtModules where graph[app].roles.contains(.app) && !layered.isIgnored(app) {
      let parts = graph.bundleParts(of: app).filter { !layered.isIgnored($0.module) }
      guard !parts.isEmpty else { continue }
      for part in parts where part.holder == app && graph[part.module].needsPrefix {
        for fault in identifiers.wrongPrefixes(of: part.module, in: app) {
          report(prefix: fault, in: app, graph, &findings)
        }
      }
      // Parts of an app clip or a watch app are also parts of the enclosing application.
      guard !graph.isInsideAnother(app) else { continue }
      for fault in identifiers.collisions(among: parts, of: app) {
        report(collision: fault, in: app, graph, &findings)
      }
    }
  }

  private static func report(
    prefix fault: Fault, in app: ModuleID, _ graph: ModuleGraph, _ findings: inout Findings
  ) {
    let (own, outer) = (fault.members[0], fault.members[1])
    let (part, name) = (graph.shownName(own.module), graph.shownName(app))
    let message = Diagnostic.Message.lacksPrefix(part, own.text, name, outer.text)
    let last = own.text.split(separator: ".").last.map(String.init) ?? own.text
    findings.add(
      message.inConfigurations(fault.configurations), at: own.location,
      notes: [Diagnostic.Note(.isIdentifier(name, outer.text), at: outer.location)],
      help: [.setIdentifier(part, "\(outer.text).\(last)")], subject: .init(from: part, to: name))
  }

  private static func report(
    collision fault: Fault, in app: ModuleID, _ graph: ModuleGraph, _ findings: inout Findings
  ) {
    let (names, text) = (fault.members.map { graph.shownName($0.module) }, fault.members[0].text)
    // Equal locations are those of a template.
    let place = fault.members.map(\.location).max()
    var shownLocations: Set<SourceRange?> = [place]
    let notes = fault.members.compactMap { member in
      shownLocations.insert(member.location).inserted
        ? Diagnostic.Note(
          .isIdentifier(graph.shownName(member.module), text), at: member.location)
        : nil
    }
    let message = Diagnostic.Message.same(names, graph.shownName(app), text)
    findings.add(
      message.inConfigurations(fault.configurations), at: place, notes: notes,
      help: [shownLocations.count == 1 ? .useName : .giveOwn],
      subject: .init(
        from: graph.shownName(app),
        to: fault.members.first { $0.module != app }.map { graph.shownName($0.module) }))
  }
}

private struct Fault {
  var members: [Member]
  /// Empty for all configurations.
  var configurations: [String]

  struct Member {
    var module: ModuleID
    var text: String
    /// The setting, or the module if XcodeGen derives the identifier.
    var location: SourceRange
  }
}

/// An application, or a bundle embedded in it.
private struct BundlePart {
  var module: ModuleID
  var holder: ModuleID
  /// The platforms of the application on which it is embedded.
  var platforms: PlatformSet
}

extension ModuleGraph {
  fileprivate func bundleParts(of app: ModuleID) -> [BundlePart] {
    var parts = [BundlePart(module: app, holder: app, platforms: self[app].platforms)]
    var seen: ModuleSet = [app]
    var next = 0
    while next < parts.count {
      let holder = parts[next]
      next += 1
      for link in links(from: holder.module) where link.flags.contains(.embedded) {
        guard self[link.to].hasBundleIdentifier, !seen.contains(link.to) else { continue }
        seen.insert(link.to)
        let own = link.platforms.intersection(self[link.to].platforms)
        // A watch app is for another platform than the enclosing application. The App Store accepts
        // the same framework in both, but not two programs with one identifier.
        let isProgram = !self[link.to].type.isFramework
        let common = (isProgram ? link.platforms : own).intersection(holder.platforms)
        parts.append(
          BundlePart(
            module: link.to, holder: holder.module,
            platforms: !common.isEmpty ? common : isProgram ? holder.platforms : own))
      }
    }
    return Array(parts.dropFirst())
  }

  fileprivate func isInsideAnother(_ app: ModuleID) -> Bool {
    links(to: app).contains { $0.flags.contains(.embedded) && self[$0.from].roles.contains(.app) }
  }
}

extension Module {
  /// Whether the product is a bundle whose identifier matters inside an application.
  fileprivate var hasBundleIdentifier: Bool {
    guard external == nil, packageTarget == nil else { return false }
    return type.hasBundleIdentifier && (!type.isFramework || linkage == .dynamic)
  }

  fileprivate var needsPrefix: Bool {
    switch type {
    case .appClip, .watchApp, .watch2App: true
    case .application: platforms == [.watchOS]
    default: type.isExtension
    }
  }
}

private struct Identifiers {
  private let graph: ModuleGraph
  let areAllUnknown: Bool

  init(_ graph: ModuleGraph) {
    self.graph = graph
    areAllUnknown = !graph.hasSettingFact {
      $0.setting == .bundleIdentifier || $0.setting == .bundleIdentifierPrefix
    }
  }

  func wrongPrefixes(of part: ModuleID, in app: ModuleID) -> [Fault] {
    let place = graph[part].location
    return faults(among: [part, app]) { members in
      guard members.count == 2, members[0].text != members[1].text,
        !members[0].text.hasPrefix(members[1].text + "."),
        // In a spec without identifiers, 'AppShare' is a valid name next to 'App'.
        !(members[0].location == place && members[0].text.hasPrefix(members[1].text))
      else { return [] }
      return [members]
    }
  }

  func collisions(among parts: [BundlePart], of app: ModuleID) -> [Fault] {
    var platforms = Dictionary(parts.map { ($0.module, $0.platforms) }) { first, _ in first }
    platforms[app] = graph[app].platforms
    return faults(among: platforms.keys.sorted()) { members in
      Dictionary(grouping: members, by: \.text).values.map { group in
        group.filter { member in
          group.contains {
            $0.module != member.module
              && platforms[$0.module]?.isDisjoint(with: platforms[member.module] ?? []) == false
          }
        }
      }.filter { !$0.isEmpty }
    }.sorted {
      $0.members.lexicographicallyPrecedes($1.members) { $0.module < $1.module }
    }
  }

  /// Returns the groups of known identifiers that `find` objects to, each as in the first
  /// configuration in which it does.
  private func faults(
    among modules: [ModuleID], _ find: ([Fault.Member]) -> [[Fault.Member]]
  ) -> [Fault] {
    let configurations = configurations(of: modules)
    var found: [Fault] = []
    for configuration in configurations {
      let members = modules.compactMap { member($0, in: configuration) }
      found += find(members).map { Fault(members: $0, configurations: [configuration ?? ""]) }
    }
    return found.merged {
      $0.members.map(\.module)
    } merging: {
      $0.configurations += $1.configurations
    }.map { fault in
      var fault = fault
      let isInAll = fault.configurations.count == configurations.count
      fault.configurations = isInAll ? [] : fault.configurations.filter { !$0.isEmpty }
      return fault
    }
  }

  /// Returns the configurations that identifiers of modules depend on; `nil` for the others, if a
  /// module has an identifier of its own there.
  private func configurations(of modules: [ModuleID]) -> [String?] {
    var names: Set<String> = []
    var hasOthers = false
    for module in modules {
      let own = facts(of: module).map(\.configuration)
      names.formUnion(own.compactMap { $0 })
      if own.count > 1, own.contains(nil) { hasOthers = true }
    }
    let others: [String?] = hasOthers || names.isEmpty ? [nil] : []
    return names.sorted { $0.precedes($1) } + others
  }

  private func member(_ module: ModuleID, in configuration: String?) -> Fault.Member? {
    let fact = facts(of: module).first {
      $0.configuration == nil || $0.configuration == configuration
    }
    guard let fact, let text = fact.value, !text.isEmpty else { return nil }
    return Fault.Member(module: module, text: text, location: fact.location)
  }

  /// Returns the identifiers of a module: its own setting, else that of its project, else the one
  /// that XcodeGen derives.
  private func facts(of module: ModuleID) -> [SettingFact] {
    var facts = graph.settingFacts(.bundleIdentifier, of: module)
    if !facts.contains(where: { $0.configuration == nil }),
      let prefix = graph.settingFacts(.bundleIdentifierPrefix, of: module).first
    {
      let text = prefix.value.flatMap { prefix in
        graph[module].name.asIdentifier.map { "\(prefix).\($0)" }
      }
      facts.append(SettingFact(.bundleIdentifier, text, at: graph[module].location))
    }
    return facts
  }
}

extension String {
  /// The identifier that XcodeGen derives from the name of a target; `nil` if it is unclear whether
  /// XcodeGen keeps all letters.
  fileprivate var asIdentifier: String? {
    guard utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
    return replacing("_", with: "-").filter { $0.isLetter || $0.isNumber || "-.".contains($0) }
  }
}

extension Diagnostic.Message {
  fileprivate static func lacksPrefix(
    _ part: String, _ identifier: String, _ app: String, _ outer: String
  ) -> Self {
    """
    '\(part)' inside '\(app)' has the bundle identifier '\(identifier)', \
    which does not start with '\(outer).'
    """
  }

  fileprivate static func same(_ names: [String], _ app: String, _ identifier: String) -> Self {
    "\(names.quoted.joinedByAnd) inside '\(app)' have the same bundle identifier '\(identifier)'"
  }

  fileprivate static func isIdentifier(_ module: String, _ identifier: String) -> Self {
    "the bundle identifier of '\(module)' is '\(identifier)'"
  }

  fileprivate static func setIdentifier(_ module: String, _ identifier: String) -> Self {
    "set `PRODUCT_BUNDLE_IDENTIFIER` of '\(module)' to '\(identifier)', or the like"
  }

  fileprivate static let giveOwn: Self =
    "set `PRODUCT_BUNDLE_IDENTIFIER` to another value in all but one of them"

  fileprivate static let useName: Self =
    "end `PRODUCT_BUNDLE_IDENTIFIER` with the target's name: '$(TARGET_NAME)'"
}
