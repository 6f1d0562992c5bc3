internal import Files
internal import Paths
internal import Graph
internal import Projects
public import Text

/// A spec as XcodeGen resolves it, printed by `modlint dump`.
public struct SpecDump: Sendable {
  public var name: String
  /// The targets, without aggregate targets.
  public var targets: [Target]

  public struct Target: Equatable, Sendable {
    public var name: String
    /// The type, the platform, the product's name and the linkage.
    public var facts: [String]
    public var dependencies: [Dependency]
    /// The items of the link phase and of embed phases.
    public var linked: [String]
    public var embedded: [String]
  }

  public struct Dependency: Hashable, Sendable {
    public var kind: String
    public var reference: String
    public var product: String?
    public var link: Bool?
    public var embed: Bool?
    public var isWeak: Bool
    public var isImplicit: Bool
  }

  /// Resolves the last spec of `reader`; `nil` if it could not be read.
  init?(_ reader: SpecReader, tree: some FileTree) {
    guard let spec = reader.projects.last else { return nil }
    let resolver = DumpResolver(spec, reader, tree)
    name = spec.name
    targets = spec.targets.indices.filter { spec.targets[$0].kind != .aggregate }
      .map(resolver.target)
  }

  public func json() -> JSON {
    .object([
      "version": .number(1),
      "name": .text(name),
      "targets": .array(targets.map { $0.json() }),
    ])
  }
}

extension SpecDump.Target {
  fileprivate func json() -> JSON {
    .object([
      "name": .text(name),
      "type": .text(facts[0]),
      "platform": .text(facts[1]),
      "productName": .text(facts[2]),
      "linkage": .text(facts[3]),
      "dependencies": .array(dependencies.map { $0.json() }),
      "linked": .texts(linked),
      "embedded": .texts(embedded),
    ])
  }
}

extension SpecDump.Dependency {
  fileprivate func json() -> JSON {
    .inline([
      "kind": .text(kind),
      "reference": .text(reference),
      "product": product.map { .text($0) },
      "link": link.map(JSON.flag),
      "embed": embed.map(JSON.flag),
      "weak": isWeak ? .flag(true) : nil,
      "implicit": isImplicit ? .flag(true) : nil,
    ])
  }
}

/// Resolves the targets of a spec.
private struct DumpResolver {
  let spec: Project
  let tree: any FileTree
  /// The specs of referenced projects, by key.
  let projects: [String: Project]

  init(_ spec: Project, _ reader: SpecReader, _ tree: some FileTree) {
    var reader = reader
    var projects: [String: Project] = [:]
    for reference in spec.references {
      projects[reference.key] = reader.specification(of: reference.path)
    }
    self.spec = spec
    self.tree = tree
    self.projects = projects
  }

  func target(_ number: Int) -> SpecDump.Target {
    let target = spec.targets[number]
    let effective = spec.effectiveDependencies(of: number, externalLookup)
    let dependencies = target.dependencies.filter {
      !$0.reference.isPlugin && !$0.flags.contains(.furtherProduct)
    }
    return SpecDump.Target(
      name: target.name,
      facts: [
        target.type.rawValue, target.platform.rawValue, target.productName,
        target.linkage.rawValue,
      ],
      dependencies: dependencies.map(dependency),
      linked: effective.filter { $0.isLinked }.map { item($0) },
      embedded: effective.filter { $0.isEmbedded }.map { item($0) })
  }

  private func dependency(_ dependency: Dependency) -> SpecDump.Dependency {
    var product: String?
    if case .package(_, let name) = dependency.reference { product = name }
    return SpecDump.Dependency(
      kind: dependency.reference.key, reference: dependency.reference.text, product: product,
      link: dependency.link, embed: dependency.embed, isWeak: dependency.flags.contains(.weak),
      isImplicit: dependency.flags.contains(.implicit))
  }

  /// Returns an item of a phase in the format of the conformance checks.
  private func item(_ one: EffectiveDependency) -> String {
    let reference = one.dependency.reference.text
    switch one.dependency.reference {
    case .target, .targetOfProject, .malformedTarget:
      guard let local = one.local else { return "external \(Path.lastComponent(reference))" }
      // A legacy target has no product; XcodeGen embeds a file without a name.
      if spec.targets[local].kind == .legacy { return "file <nil>" }
      return "target \(reference)"
    case .package, .plugin, .productOfAnyPackage:
      return "package \(one.dependency.reference.product)"
    case .prebuilt:
      let file = Path.lastComponent(one.framework ?? reference)
      return "file \(Path.splitExtension(file).extension == nil ? file + ".framework" : file)"
    case .file, .system, .bundle:
      return "file \(Path.lastComponent(reference))"
    }
  }

  private var externalLookup: ExternalLookup {
    let buildFolder = Path.join(spec.folder, spec.prebuilt.folder ?? "Carthage/Build")
    return ExternalLookup(
      externalTarget: { project, name in
        guard let other = projects[project], let target = other.target(named: name) else {
          return nil
        }
        return other.targets[target]
      },
      carthageFrameworks: { name, platform in
        tree.carthageFrameworks(of: name, for: platform, buildFolder: buildFolder)
      })
  }
}

extension Reference {
  /// The key of a dependency in a spec.
  var key: String {
    switch self {
    case .target, .targetOfProject, .malformedTarget: "target"
    case .file: "framework"
    case .prebuilt: "carthage"
    case .system: "sdk"
    case .package, .productOfAnyPackage: "package"
    case .bundle: "bundle"
    case .plugin: "plugin"
    }
  }
}
