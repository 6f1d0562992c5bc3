import Diagnostics
import Files
import Graph
import Report
import Specs

/// One specification as XcodeGen resolves it, as JSON.
struct SpecDump {
  let batch: SpecBatch
  let spec: Spec
  let number: Int
  let tree: any FileTree
  /// The specification of each project that is referred to, by its key.
  let projects: [String: Spec]

  /// Resolves the last specification that `reader` has read.
  init?(_ reader: SpecReader, tree: some FileTree) {
    var reader = reader
    guard let number = reader.batch.specs.indices.last else { return nil }
    let spec = reader.batch.specs[number]
    var projects: [String: Spec] = [:]
    for reference in reader.batch.projectReferences[spec.projectReferences] {
      let key = reader.batch.names.string(reference.key)
      let path = reader.batch.names.string(reference.path)
      if let other = reader.specification(of: path) { projects[key] = reader.batch.specs[other] }
    }
    self.batch = reader.batch
    self.spec = spec
    self.number = number
    self.tree = tree
    self.projects = projects
  }

  func json() -> String {
    var writer = JSONWriter()
    writer.beginObject()
    writer.member("version", 1)
    writer.member("name", batch.names.string(spec.name))
    writer.key("targets")
    writer.beginArray()
    for target in spec.targets where batch.targets[target].kind != .aggregate {
      write(target, to: &writer)
    }
    writer.endArray()
    writer.endObject()
    return writer.finish()
  }

  private func write(_ number: Int, to writer: inout JSONWriter) {
    let target = batch.targets[number]
    let effective = batch.effectiveDependencies(of: number, spec: self.number, surroundings)
    writer.beginObject()
    writer.member("name", batch.names.string(target.name))
    writer.member("type", target.type.rawValue)
    writer.member("platform", target.platform.rawValue)
    writer.member("productName", batch.names.string(target.productName))
    writer.member("linkage", target.linkage.rawValue)
    writer.key("dependencies")
    writer.beginArray()
    for dependency in target.dependencies.map({ batch.dependencies[$0] })
    where dependency.kind != .plugin && !dependency.flags.contains(.furtherProduct) {
      write(dependency, to: &writer)
    }
    writer.endArray()
    writer.member("linked", effective.filter { $0.isLinked }.map { item($0) })
    writer.member("embedded", effective.filter { $0.isEmbedded }.map { item($0) })
    writer.endObject()
  }

  private func write(_ dependency: Dependency, to writer: inout JSONWriter) {
    writer.beginObject(.inline)
    writer.member("kind", dependency.kind.spelling)
    writer.member("reference", batch.names.string(dependency.reference))
    writer.member("product", dependency.product.map { batch.names.string($0) })
    if let link = dependency.link { writer.member("link", link) }
    if let embed = dependency.embed { writer.member("embed", embed) }
    if dependency.flags.contains(.weak) { writer.member("weak", true) }
    if dependency.flags.contains(.implicit) { writer.member("implicit", true) }
    writer.endObject()
  }

  /// What stands in a phase, as the conformance checks spell it.
  private func item(_ one: EffectiveDependency) -> String {
    let reference = batch.names.string(one.dependency.reference)
    switch one.dependency.kind {
    case .target:
      guard let local = one.local else { return "external \(SpecPath.lastComponent(reference))" }
      // A legacy target has no product; XcodeGen embeds a file without a name.
      if batch.targets[local].kind == .legacy { return "file <nil>" }
      return "target \(reference)"
    case .package, .plugin:
      return "package \(one.dependency.product.map { batch.names.string($0) } ?? reference)"
    case .carthage:
      let file = SpecPath.lastComponent(one.framework ?? reference)
      return "file \(SpecPath.splitExtension(file).extension == nil ? file + ".framework" : file)"
    case .framework, .sdk, .bundle:
      return "file \(SpecPath.lastComponent(reference))"
    }
  }

  private var surroundings: ExternalLookup {
    let buildFolder = SpecPath.join(spec.folder, spec.carthageBuildPath ?? "Carthage/Build")
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
