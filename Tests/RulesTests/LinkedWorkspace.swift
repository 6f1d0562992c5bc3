import Architecture
import Diagnostics
import Graph

@testable import Rules

/// A workspace for the rules about linking, written down target by target.
///
/// Every target has a project of its own, named like it, and every dependency a line of its own.
struct LinkedWorkspace {
  private var targets: [Target] = []
  private var dependencies: [Dependency] = []
  /// Whether all modules are linked with `-ObjC`.
  var loadsWholeArchives = false

  struct Target {
    var name: String
    var type: ProductType
    var linkage: Linkage
    var platforms: PlatformSet = .iOS
    var host: String?
    var external: Module.External?
    var project: String
    var productName: String
  }

  struct Dependency {
    var from: String
    var to: String
    var kind: Link.Kind
    var flags: Link.Flags
    var platforms: PlatformSet
    var line: Int
  }

  mutating func add(
    _ name: String, _ type: ProductType, linkage: Linkage? = nil, platforms: PlatformSet = .iOS,
    host: String? = nil, project: String? = nil, productName: String? = nil
  ) {
    let usual: Linkage =
      switch type {
      case .framework, .dynamicLibrary: .dynamic
      case .staticFramework, .staticLibrary: .static
      default: .none
      }
    targets.append(
      Target(
        name: name, type: type, linkage: linkage ?? usual, platforms: platforms, host: host,
        project: project ?? name, productName: productName ?? name))
  }

  mutating func addExternal(
    _ name: String, _ linkage: Linkage, _ external: Module.External = .file(path: "Vendor/X")
  ) {
    targets.append(
      Target(
        name: name, type: .none, linkage: linkage, platforms: .all, external: external,
        project: "", productName: name))
  }

  /// Links `from` with each of `heads`; applications embed what is dynamic or an extension.
  mutating func link(
    _ from: String, _ heads: String..., linked: Bool = true, embed: Bool? = nil,
    kind: Link.Kind = .framework, flags: Link.Flags = [], platforms: PlatformSet = .all
  ) {
    for to in heads {
      guard let head = targets.first(where: { $0.name == to }),
        let tail = targets.first(where: { $0.name == from })
      else { fatalError("no '\(from)' or '\(to)'") }
      var flags = flags
      if linked, !head.type.isExecutable { flags.insert(.linked) }
      if !linked { flags.insert(.declaredUnlinked) }
      if embed == false { flags.insert(.declaredUnembedded) }
      if kind == .framework, head.external == nil { flags.insert(.implicit) }
      let embeds = tail.type.isApp && (head.linkage == .dynamic || head.type.isExtension)
      if embed ?? embeds { flags.insert(.embedded) }
      dependencies.append(
        Dependency(
          from: from, to: to, kind: kind, flags: flags, platforms: platforms,
          line: dependencies.count + 1))
    }
  }

  /// The names of the targets of which `isWanted` holds, in order of adding.
  func names(where isWanted: (Target) -> Bool) -> [String] {
    targets.filter(isWanted).map(\.name)
  }

  /// The names that a target links.
  func heads(of name: String) -> [String] {
    dependencies.filter { $0.from == name && $0.flags.contains(.linked) }.map(\.to)
  }

  /// Takes the dependencies of one on the other out.
  mutating func drop(_ to: String, from: String) {
    dependencies.removeAll { $0.from == from && $0.to == to }
  }

  /// Declares `link: false` in the dependencies of one on the other.
  mutating func unlink(_ to: String, in from: String) {
    for index in dependencies.indices
    where dependencies[index].from == from && dependencies[index].to == to {
      dependencies[index].flags.remove(.linked)
      dependencies[index].flags.insert(.declaredUnlinked)
    }
  }

  /// Has everyone but `insiders` link `new` instead of `old`.
  mutating func redirect(_ old: [String], to new: String, besides insiders: Set<String>) {
    for index in dependencies.indices where old.contains(dependencies[index].to) {
      guard !insiders.contains(dependencies[index].from) else { continue }
      dependencies[index].to = new
    }
  }

  var graph: ModuleGraph {
    let built = targets.filter { $0.external == nil }.sorted { $0.name.precedes($1.name) }
    let inOrder = built + targets.filter { $0.external != nil }.sorted { $0.name.precedes($1.name) }
    let numbers = Dictionary(
      uniqueKeysWithValues: inOrder.enumerated().map { ($1.name, ModuleID($0)) })
    let missing = ModuleID(-1)
    let projects = Set(built.map(\.project)).sorted { $0.precedes($1) }
    return ModuleGraph(
      specs: projects.map {
        SpecInfo(file: file, path: "Base/\($0)/project.yml", folder: "Base/\($0)", project: $0)
      },
      modules: inOrder.map { target in
        var module = Module(
          name: target.name, spec: Int(projects.firstIndex(of: target.project) ?? -1),
          location: range(0), type: target.type, platform: .iOS, platforms: target.platforms,
          linkage: target.linkage, roles: target.roles, productName: target.productName,
          external: target.external, host: target.host.flatMap { numbers[$0] })
        if loadsWholeArchives { module.wholeArchives = .all }
        return module
      },
      builtCount: built.count,
      links: dependencies.map { link in
        Link(
          from: numbers[link.from, default: missing], to: numbers[link.to, default: missing],
          location: range(link.line),
          kind: link.kind, flags: link.flags, platforms: link.platforms)
      },
      unknownReferences: [])
  }

  /// What the rule finds.
  func findings(
    of rule: any Rule.Type, options: RuleOptions = .init(), configuration: Configuration = .init()
  ) -> [Diagnostic] {
    let layered = LayeredGraph(graph, configuration: configuration)
    var findings = Findings(
      of: rule.id, severity: rule.defaultSeverity ?? .warning, in: layered)
    rule.init(options: options).check(layered, &findings)
    return findings.diagnostics
  }
}

extension LinkedWorkspace.Target {
  var roles: Module.Roles {
    guard external == nil else { return .external }
    var roles: Module.Roles = []
    if type.isExecutable { roles.insert(.executable) }
    if type.isExecutable || linkage == .dynamic || type == .bundle { roles.insert(.image) }
    if type.isTest { roles.insert(.test) }
    if type.isApp { roles.insert(.app) }
    if type.isExtension { roles.insert(.appExtension) }
    if host != nil { roles.insert(.hosted) }
    return roles
  }
}

private let file = FileID(index: 0)

private func range(_ line: Int) -> SourceRange {
  let position = Position(line: UInt32(line), column: 1)
  return SourceRange(file: file, start: position, end: position)
}

extension Diagnostic {
  /// `severity from -> to [owners] @line`, to compare at a glance.
  var brief: String {
    let owners = subject.owners.isEmpty ? "" : " [\(subject.owners.joined(separator: " "))]"
    let line = location.map { " @\($0.start.line)" } ?? ""
    let ends = "\(subject.from ?? "") -> \(subject.to ?? "")"
    return "\(severity) \(ends)\(owners)\(line)"
  }
}
