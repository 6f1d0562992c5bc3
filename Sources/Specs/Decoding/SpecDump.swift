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
    guard let number = reader.batch.projects.indices.last else { return nil }
    let resolver = DumpResolver(reader, number, tree)
    name = resolver.batch.names.string(resolver.spec.name)
    targets = resolver.spec.targets.filter { resolver.batch.targets[$0].kind != .aggregate }
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
  let batch: ProjectBatch
  let number: Int
  let tree: any FileTree
  /// The specs of referenced projects, by key.
  let projects: [String: Project]

  var spec: Project { batch.projects[number] }

  init(_ reader: SpecReader, _ number: Int, _ tree: some FileTree) {
    var reader = reader
    var projects: [String: Project] = [:]
    for reference in reader.batch.projectReferences[reader.batch.projects[number].projectReferences]
    {
      let key = reader.batch.names.string(reference.key)
      let path = reader.batch.names.string(reference.path)
      if let other = reader.specification(of: path) { projects[key] = reader.batch.projects[other] }
    }
    self.batch = reader.batch
    self.number = number
    self.tree = tree
    self.projects = projects
  }

  func target(_ number: Int) -> SpecDump.Target {
    let target = batch.targets[number]
    let effective = batch.effectiveDependencies(of: number, spec: self.number, externalLookup)
    let dependencies = target.dependencies.map { batch.dependencies[$0] }
      .filter { $0.kind != .plugin && !$0.flags.contains(.furtherProduct) }
    return SpecDump.Target(
      name: batch.names.string(target.name),
      facts: [
        target.type.rawValue, target.platform.rawValue, batch.names.string(target.productName),
        target.linkage.rawValue,
      ],
      dependencies: dependencies.map(dependency),
      linked: effective.filter { $0.isLinked }.map { item($0) },
      embedded: effective.filter { $0.isEmbedded }.map { item($0) })
  }

  private func dependency(_ dependency: Dependency) -> SpecDump.Dependency {
    SpecDump.Dependency(
      kind: dependency.kind.spelling, reference: batch.names.string(dependency.reference),
      product: dependency.product.map { batch.names.string($0) }, link: dependency.link,
      embed: dependency.embed, isWeak: dependency.flags.contains(.weak),
      isImplicit: dependency.flags.contains(.implicit))
  }

  /// Returns an item of a phase in the format of the conformance checks.
  private func item(_ one: EffectiveDependency) -> String {
    let reference = batch.names.string(one.dependency.reference)
    switch one.dependency.kind {
    case .target:
      guard let local = one.local else { return "external \(Path.lastComponent(reference))" }
      // A legacy target has no product; XcodeGen embeds a file without a name.
      if batch.targets[local].kind == .legacy { return "file <nil>" }
      return "target \(reference)"
    case .package, .plugin:
      return "package \(one.dependency.product.map { batch.names.string($0) } ?? reference)"
    case .carthage:
      let file = Path.lastComponent(one.framework ?? reference)
      return "file \(Path.splitExtension(file).extension == nil ? file + ".framework" : file)"
    case .framework, .sdk, .bundle:
      return "file \(Path.lastComponent(reference))"
    }
  }

  private var externalLookup: ExternalLookup {
    let buildFolder = Path.join(spec.folder, spec.carthageBuildPath ?? "Carthage/Build")
    return ExternalLookup(
      externalTarget: { project, name in
        guard let other = projects[String(project)],
          let known = batch.names.find(name),
          let target = batch.target(named: known, among: other.targets)
        else { return nil }
        return batch.targets[target]
      },
      carthageFrameworks: { name, platform in
        tree.carthageFrameworks(of: name, for: platform, buildFolder: buildFolder)
      })
  }
}
