public import Diagnostics
public import Files
internal import Graph
internal import LockFiles
internal import Paths
internal import Projects
public import SpecReading
public import Text

/// A spec as XcodeGen resolves it, printed by `modlint dump`.
public struct SpecDump: Sendable {
  /// The spec; `nil` if it could not be read.
  private let spec: Project?
  private let tree: any FileTree
  /// The specs of referenced projects, by key.
  private var projects: [String: Project] = [:]
  public let diagnostics: [Diagnostic]
  /// The files that were read.
  public let sources: SourceMap

  /// Reads the spec at `path`, with all files that it includes.
  ///
  /// - Parameters:
  ///   - path: The path of the spec, relative to the root of the file tree.
  ///   - tree: The file tree.
  ///   - projectRoot: The folder that includes and paths are relative to, if it is not that of the
  ///     spec.
  ///   - environment: The variables of the environment; `nil` leaves them unexpanded.
  public init(
    _ path: String, in tree: any FileTree, projectRoot: String? = nil, environment: Environment?
  ) {
    var reader = SpecReader(
      source: tree, options: .init(projectRoot: projectRoot, environment: environment))
    spec = reader.read(path)
    diagnostics = reader.batch.notes.diagnostics
    sources = reader.sources
    self.tree = tree
    for reference in spec?.references ?? [] {
      projects[reference.key] = reader.specification(of: reference.path)
    }
  }

  /// The resolved spec; `nil` if it could not be read.
  public var json: JSON? {
    guard let spec else { return nil }
    let targets = spec.targets.indices.filter { spec.targets[$0].kind != .aggregate }
    return .object([
      "version": .number(1),
      "name": .text(spec.name),
      "targets": .array(targets.map { target($0, of: spec) }),
    ])
  }

  private func target(_ number: Int, of spec: Project) -> JSON {
    let target = spec.targets[number]
    let effective = spec.effectiveDependencies(of: number, externalLookup(of: spec))
    let dependencies = target.dependencies.filter {
      !$0.reference.isPlugin && !$0.flags.contains(.furtherProduct)
    }
    return .object([
      "name": .text(target.name),
      "type": .text(target.type.rawValue),
      "platform": .text(target.platform.rawValue),
      "productName": .text(target.details.productName ?? target.name),
      "linkage": .text(target.linkage.rawValue),
      "dependencies": .array(dependencies.map(dependency)),
      "linked": .texts(effective.filter(\.isLinked).map { item($0, of: spec) }),
      "embedded": .texts(effective.filter(\.isEmbedded).map { item($0, of: spec) }),
    ])
  }

  private func dependency(_ dependency: Dependency) -> JSON {
    let reference = dependency.reference
    var product: String?
    if case .package(_, let name) = reference { product = name }
    return .inline([
      "kind": .text(reference.key),
      "reference": .text(reference.text),
      "product": product.map { .text($0) },
      "link": dependency.link.map(JSON.flag),
      "embed": dependency.embed.map(JSON.flag),
      "weak": dependency.flags.contains(.weak) ? .flag(true) : nil,
      "implicit": dependency.flags.contains(.implicit) ? .flag(true) : nil,
    ])
  }

  /// Returns an item of a phase in the format of the conformance checks.
  private func item(_ one: EffectiveDependency, of spec: Project) -> String {
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

  private func externalLookup(of spec: Project) -> ExternalLookup {
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
