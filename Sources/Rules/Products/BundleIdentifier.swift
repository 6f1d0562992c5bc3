public import Architecture
internal import Diagnostics
import Graph
internal import Text

/// Reports parts of an application with the same bundle identifier, or without its prefix.
///
/// Xcode rejects a missing prefix, and the App Store rejects both. Identifiers that are not in
/// specs are unknown.
public struct BundleIdentifier: Rule {
  public func check(_ layered: LayeredGraph, _ findings: inout Findings) {
    let graph = layered.graph
    var identifiers = Identifiers(graph)
    guard !identifiers.areAllUnknown else { return }
    for app in graph.builtModules where graph[app].roles.contains(.app) && !layered.isIgnored(app) {
      let parts = graph.bundleParts(of: app).filter { !layered.isIgnored($0.module) }
      guard !parts.isEmpty else { continue }
      for part in parts where part.holder == app && graph[part.module].needsPrefix {
        guard let fault = identifiers.wrongPrefix(of: part.module, in: app) else { continue }
        report(fault, of: part.module, in: app, graph, &findings)
      }
      // Parts of an app clip or a watch app are also parts of the enclosing application.
      guard !graph.isInsideAnother(app) else { continue }
      for same in identifiers.collisions(among: parts, of: app) {
        report(same, in: app, graph, &findings)
      }
    }
  }

  private func report(
    _ fault: WrongPrefix, of part: ModuleID, in app: ModuleID, _ graph: ModuleGraph,
    _ findings: inout Findings
  ) {
    let (part, name) = (graph.shownName(part), graph.shownName(app))
    let message = Diagnostic.Message.lacksPrefix(part, fault.own.text, name, fault.app.text)
    findings.add(
      message.inConfigurations(fault.configurations), at: fault.own.location,
      notes: [Diagnostic.Note(.isIdentifier(name, fault.app.text), at: fault.app.location)],
      help: [.setIdentifier(part, fault.suggestion)],
      subject: .init(from: part, to: name))
  }

  private func report(
    _ same: SameIdentifier, in app: ModuleID, _ graph: ModuleGraph, _ findings: inout Findings
  ) {
    let names = same.members.map { graph.shownName($0.module) }
    // Equal locations are those of a template.
    let place = same.members.map(\.identifier.location).max()
    var shownLocations: Set<SourceRange?> = [place]
    let notes = same.members.compactMap { member in
      shownLocations.insert(member.identifier.location).inserted
        ? Diagnostic.Note(
          .isIdentifier(graph.shownName(member.module), same.text), at: member.identifier.location)
        : nil
    }
    let message = Diagnostic.Message.same(names, graph.shownName(app), same.text)
    findings.add(
      message.inConfigurations(same.configurations), at: place, notes: notes,
      help: [shownLocations.count == 1 ? .useName : .giveOwn],
      subject: .init(
        from: graph.shownName(app),
        to: same.members.first { $0.module != app }.map { graph.shownName($0.module) }))
  }
}

private struct Identifier {
  var text: String
  /// The setting, or the module if XcodeGen derives the identifier.
  var location: SourceRange
}

private struct WrongPrefix {
  var own: Identifier
  var app: Identifier
  /// Empty for all configurations.
  var configurations: [String]

  /// An identifier with the prefix of the application.
  var suggestion: String {
    let last = own.text.split(separator: ".").last.map(String.init) ?? own.text
    return "\(app.text).\(last)"
  }
}

private struct SameIdentifier {
  var text: String
  /// Empty for all configurations.
  var configurations: [String]
  var members: [(module: ModuleID, identifier: Identifier)]
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
    case .application: platforms == .watchOS
    default: type.isExtension
    }
  }
}

private struct Identifiers {
  private let graph: ModuleGraph
  private var known: ModuleMap<[SettingFact]?>
  let areAllUnknown: Bool
  private let haveConfigurations: Bool

  init(_ graph: ModuleGraph) {
    self.graph = graph
    known = ModuleMap(for: graph) { _ in nil }
    func isOfIdentifier(_ fact: SettingFact) -> Bool {
      fact.setting == .bundleIdentifier || fact.setting == .bundleIdentifierPrefix
    }
    areAllUnknown = !graph.hasSettingFact(where: isOfIdentifier)
    haveConfigurations = graph.hasSettingFact {
      $0.configuration != nil && isOfIdentifier($0)
    }
  }

  /// Returns the mismatch between a part's identifier and the prefix of its application, as in the
  /// first configuration that has one.
  mutating func wrongPrefix(of part: ModuleID, in app: ModuleID) -> WrongPrefix? {
    let configurations = configurations(of: [part, app])
    var found: [WrongPrefix] = []
    for configuration in configurations {
      guard let own = identifier(of: part, in: configuration),
        let outer = identifier(of: app, in: configuration), own.text != outer.text,
        !own.text.hasPrefix(outer.text + "."),
        // In a spec without identifiers, 'AppShare' is a valid name next to 'App'.
        !(own.location == graph[part].location && own.text.hasPrefix(outer.text))
      else { continue }
      found.append(WrongPrefix(own: own, app: outer, configurations: [configuration ?? ""]))
    }
    guard var first = found.first else { return nil }
    first.configurations = Self.names(
      of: found.flatMap(\.configurations), among: configurations)
    return first
  }

  /// Returns the identifiers that several of `parts` and `app` share on one platform.
  mutating func collisions(among parts: [BundlePart], of app: ModuleID) -> [SameIdentifier] {
    let all = [BundlePart(module: app, holder: app, platforms: graph[app].platforms)] + parts
    let configurations = configurations(of: all.map(\.module))
    var found: [SameIdentifier] = []
    for configuration in configurations {
      let groups = Dictionary(grouping: all) {
        identifier(of: $0.module, in: configuration)?.text ?? ""
      }
      for (text, group) in groups where !text.isEmpty && group.count > 1 {
        let members = group.filter { part in
          group.contains {
            $0.module != part.module && !$0.platforms.isDisjoint(with: part.platforms)
          }
        }.map(\.module).sorted().compactMap { member in
          identifier(of: member, in: configuration).map { (member, $0) }
        }
        guard !members.isEmpty else { continue }
        found.append(
          SameIdentifier(text: text, configurations: [configuration ?? ""], members: members))
      }
    }
    return found.merged {
      $0.members.map(\.module)
    } merging: {
      $0.configurations += $1.configurations
    }.map { same in
      var same = same
      same.configurations = Self.names(of: same.configurations, among: configurations)
      return same
    }.sorted {
      $0.members.lexicographicallyPrecedes($1.members) { $0.module < $1.module }
    }
  }

  /// Returns the configurations that identifiers of modules depend on; `nil` for the others, if a
  /// module has an identifier of its own there.
  private mutating func configurations(of modules: [ModuleID]) -> [String?] {
    guard haveConfigurations else { return [nil] }
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

  /// Returns the names of the wrong configurations; none if all are wrong.
  private static func names(of wrong: [String], among all: [String?]) -> [String] {
    wrong.count == all.count ? [] : wrong.filter { !$0.isEmpty }
  }

  private mutating func identifier(
    of module: ModuleID, in configuration: String?
  ) -> Identifier? {
    let fact = facts(of: module).first {
      $0.configuration == nil || $0.configuration == configuration
    }
    guard let fact, let text = fact.value, !text.isEmpty else { return nil }
    return Identifier(text: text, location: fact.location)
  }

  /// Returns the identifiers of a module: its own setting, else that of its project, else the one
  /// that XcodeGen derives.
  private mutating func facts(of module: ModuleID) -> [SettingFact] {
    if let facts = known[module] { return facts }
    var facts = graph.settingFacts(.bundleIdentifier, of: module)
    if !facts.contains(where: { $0.configuration == nil }),
      let prefix = graph.settingFacts(.bundleIdentifierPrefix, of: module).first
    {
      let text = prefix.value.flatMap { prefix in
        graph[module].name.asIdentifier.map { "\(prefix).\($0)" }
      }
      facts.append(SettingFact(.bundleIdentifier, text, at: graph[module].location))
    }
    known[module] = facts
    return facts
  }
}

extension String {
  /// The identifier that XcodeGen derives from the name of a target; `nil` if it is unclear whether
  /// XcodeGen keeps all letters.
  fileprivate var asIdentifier: String? {
    var result: [UInt8] = []
    for byte in utf8 {
      switch byte {
      case UInt8(ascii: "_"): result.append(UInt8(ascii: "-"))
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."):
        result.append(byte)
      case 0x80...: return nil
      default: continue
      }
    }
    return String(decoding: result, as: UTF8.self)
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
