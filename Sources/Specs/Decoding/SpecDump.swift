internal import Files
internal import Paths
internal import Graph
internal import Projects
internal import Text

/// A spec as XcodeGen resolves it, printed by `modlint dump`.
struct SpecDump {
  private let batch: ProjectBatch
  private let number: Int
  private let tree: any FileTree
  /// The specs of referenced projects, by key.
  private let projects: [String: Project]

  private var spec: Project { batch.projects[number] }

  /// Resolves the last spec of `reader`; `nil` if it could not be read.
  init?(_ reader: SpecReader, tree: some FileTree) {
    guard let number = reader.batch.projects.indices.last else { return nil }
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

  func json() -> JSON {
    .object([
      "version": .number(1),
      "name": .text(batch.names.string(spec.name)),
      "targets": .array(
        spec.targets.filter { batch.targets[$0].kind != .aggregate }.map(target)),
    ])
  }

  private func target(_ number: Int) -> JSON {
    let target = batch.targets[number]
    let effective = batch.effectiveDependencies(of: number, spec: self.number, externalLookup)
    let dependencies = target.dependencies.map { batch.dependencies[$0] }
      .filter { $0.kind != .plugin && !$0.flags.contains(.furtherProduct) }
    return .object([
      "name": .text(batch.names.string(target.name)),
      "type": .text(target.type.rawValue),
      "platform": .text(target.platform.rawValue),
      "productName": .text(batch.names.string(target.productName)),
      "linkage": .text(target.linkage.rawValue),
      "dependencies": .array(dependencies.map(dependency)),
      "linked": .texts(effective.filter { $0.isLinked }.map { item($0) }),
      "embedded": .texts(effective.filter { $0.isEmbedded }.map { item($0) }),
    ])
  }

  private func dependency(_ dependency: Dependency) -> JSON {
    .inline([
      "kind": .text(dependency.kind.spelling),
      "reference": .text(batch.names.string(dependency.reference)),
      "product": dependency.product.map { .text(batch.names.string($0)) },
      "link": dependency.link.map(JSON.flag),
      "embed": dependency.embed.map(JSON.flag),
      "weak": dependency.flags.contains(.weak) ? .flag(true) : nil,
      "implicit": dependency.flags.contains(.implicit) ? .flag(true) : nil,
    ])
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
