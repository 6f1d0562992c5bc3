public import Graph
internal import Diagnostics
public import Projects

/// A dependency of a target, with the build phases to which XcodeGen adds it.
public struct EffectiveDependency: Sendable {
  public var dependency: Dependency
  /// The number of the target in the batch, if the dependency is a target of the same spec.
  public var local: Int?
  /// Whether the target declares it, rather than a dependency of the target.
  public var isDeclared: Bool
  /// Whether it is in the link phase.
  public var isLinked = false
  /// Whether it is in an embed phase.
  public var isEmbedded = false
  /// The framework of a Carthage dependency, if a `.version` file lists others than the reference.
  public var framework: String?
}

/// Facts from files other than the spec.
public struct ExternalLookup {
  /// Returns a target of another project with its type and linkage: `Project/Target` as in
  /// `projectReferences`.
  public var externalTarget: (_ project: Substring, _ target: Substring) -> Target?
  /// Returns the frameworks of a Carthage dependency from its `.version` file.
  public var carthageFrameworks: (_ name: String, _ platform: Platform) -> [String]?

  public init(
    externalTarget: @escaping (Substring, Substring) -> Target?,
    carthageFrameworks: @escaping (String, Platform) -> [String]?
  ) {
    self.externalTarget = externalTarget
    self.carthageFrameworks = carthageFrameworks
  }
}

extension ProjectBatch {
  /// Returns the dependencies of a target with their build phases, in XcodeGen's order.
  ///
  /// - Parameters:
  ///   - target: The number of the target.
  ///   - spec: The number of its spec.
  ///   - externalLookup: Facts from other files.
  /// - Returns: One entry for each dependency and, for Carthage, for each phase.
  /// - Complexity: O(*d*) for *d* dependencies; with `transitivelyLinkDependencies` and for
  ///   Carthage, O(all dependencies that are reached).
  public func effectiveDependencies(
    of target: Int, spec: Int, _ externalLookup: ExternalLookup
  ) -> [EffectiveDependency] {
    let phases = BuildPhaseResolver(
      batch: self, spec: projects[spec], top: target, externalLookup: externalLookup)
    return phases.dependencies()
  }
}

/// Resolves the dependencies of one target as XcodeGen's generator does.
struct BuildPhaseResolver {
  let batch: ProjectBatch
  let spec: Project
  let top: Int
  let externalLookup: ExternalLookup

  var target: Target { batch.targets[top] }

  func dependencies() -> [EffectiveDependency] {
    let isTransitive = target.linksTransitively ?? spec.linksTransitively
    let list = isTransitive && target.kind != .aggregate ? transitive() : declared()
    var result = list.flatMap { resolve($0.dependency, isDeclared: $0.isDeclared) }
    if spec.hasCarthage, target.kind != .aggregate { result += carthage() }
    return result
  }

  private func declared() -> [(dependency: Dependency, isDeclared: Bool)] {
    target.dependencies.map { (batch.dependencies[$0], true) }
  }

  /// Resolves one dependency.
  private func resolve(_ dependency: Dependency, isDeclared: Bool) -> [EffectiveDependency] {
    var result = EffectiveDependency(dependency: dependency, isDeclared: isDeclared)
    let isStaticLibrary = target.type == .staticLibrary
    switch dependency.kind {
    case .target: return [resolveTarget(result)]
    case .framework:
      result.isLinked = dependency.link ?? !isStaticLibrary
      result.isEmbedded = dependency.embed ?? LinkDefaults.embedsFiles(target.type)
    case .sdk:
      result.isLinked = true
      result.isEmbedded = dependency.embed == true
    case .package:
      result.isLinked = dependency.link ?? !isStaticLibrary
      result.isEmbedded = dependency.embed == true
    case .bundle:
      result.isEmbedded = !isStaticLibrary && target.type != .dynamicLibrary
    case .carthage:
      let isStatic = dependency.flags.contains(.carthageStatic)
      result.isLinked = dependency.link ?? (!isStaticLibrary && !isStatic)
      return related(to: dependency, target.platform).map { framework in
        var one = result
        one.framework = framework
        return one
      }
    case .plugin: break
    }
    return [result]
  }

  private func resolveTarget(_ unresolved: EffectiveDependency) -> EffectiveDependency {
    var result = unresolved
    let dependency = result.dependency
    let other: Target
    switch place(of: dependency) {
    case .target(let local):
      result.local = local
      other = batch.targets[local]
    case .aggregate(let local):
      result.local = local
      return result
    case .project(let project, let name):
      guard var external = externalLookup.externalTarget(project, name) else { return result }
      external.linkage = external.generatedLinkage
      other = external
    case .nowhere: return result
    }
    guard target.kind != .aggregate else { return result }
    result.isLinked = LinkDefaults.links(target, other, declared: dependency.link)
    result.isEmbedded = LinkDefaults.embeds(
      target, type: other.type, linkage: other.linkage, declared: dependency.embed)
    return result
  }

  /// The destination of a `target:` dependency.
  private enum Place {
    case target(Int)
    case aggregate(Int)
    case project(Substring, target: Substring)
    case nowhere
  }

  /// Splits the reference at `/`, ignoring empty parts.
  ///
  /// Two parts are a target of another project. One part is a local target, which is looked up
  /// unchanged.
  private func place(of dependency: Dependency) -> Place {
    if batch.names.bytes(of: dependency.reference).contains(UInt8(ascii: "/")) {
      let parts = batch.names.string(dependency.reference).split(separator: "/")
      if parts.count == 2 { return .project(parts[0], target: parts[1]) }
      guard parts.count == 1 else { return .nowhere }
    }
    if let local = batch.target(named: dependency.reference, among: spec.targets) {
      return .target(local)
    }
    return batch.aggregate(named: dependency.reference, among: spec.targets).map { .aggregate($0) }
      ?? .nowhere
  }
}

// Dependencies through `transitivelyLinkDependencies`.
extension BuildPhaseResolver {
  /// Returns the dependencies of the target and their dependencies, breadth first, by id; the first
  /// of equal ids wins.
  private func transitive() -> [(dependency: Dependency, isDeclared: Bool)] {
    var found: [(id: String, dependencies: [Dependency], isDeclared: Bool)] = []
    var known: Set<String> = []
    var visited: Set<Int> = []
    var queue = [top]
    var next = 0
    while next < queue.count {
      let current = queue[next]
      next += 1
      guard visited.insert(current).inserted else { continue }
      let isTop = current == top
      for group in groups(of: batch.targets[current]) {
        let (id, first) = (id(of: group), group[0])
        guard !known.contains(id), isKept(first, isTop: isTop) else { continue }
        known.insert(id)
        found.append((id, group, isTop))
        if first.kind == .target, case .target(let local) = place(of: first),
          !LinkDefaults.embedsFiles(batch.targets[local].type)
        {
          queue.append(local)
        }
      }
    }
    found.sort { $0.id.precedes($1.id) }
    return found.flatMap { entry in entry.dependencies.map { ($0, entry.isDeclared) } }
      + plugins().map { ($0, true) }
  }

  private func plugins() -> [Dependency] {
    target.dependencies.map { batch.dependencies[$0] }.filter { $0.kind == .plugin }
  }

  /// Returns the declared dependencies of a target, with the products of one package entry grouped.
  private func groups(of target: Target) -> [[Dependency]] {
    var groups: [[Dependency]] = []
    for dependency in target.dependencies.map({ batch.dependencies[$0] })
    where dependency.kind != .plugin {
      if dependency.flags.contains(.furtherProduct), !groups.isEmpty {
        groups[groups.count - 1].append(dependency)
      } else {
        groups.append([dependency])
      }
    }
    return groups
  }

  /// Returns the reference, with the products of a package; kinds are not distinguished.
  private func id(of group: [Dependency]) -> String {
    let reference = batch.names.string(group[0].reference)
    let products = group.compactMap { $0.product }.map { batch.names.string($0) }
    return products.isEmpty ? reference : reference + "/" + products.joined(separator: ",")
  }

  /// Whether the target inherits a dependency of its dependencies.
  private func isKept(_ dependency: Dependency, isTop: Bool) -> Bool {
    switch dependency.kind {
    case .sdk: return true
    case .bundle: return isTop
    case .framework, .carthage, .package: return isTop || dependency.embed != true
    case .plugin: return false
    case .target:
      if case .nowhere = place(of: dependency) { return false }
      return isTop || dependency.embed != true
    }
  }
}

extension Dependency: Equatable {
  /// Whether all attributes are equal, ignoring locations.
  public static func == (a: Self, b: Self) -> Bool {
    a.reference == b.reference && a.product == b.product && a.hasAttributes(of: b)
  }

  /// Whether kind and attributes are equal, ignoring references.
  func hasAttributes(of other: Self) -> Bool {
    kind == other.kind && flags == other.flags && platforms == other.platforms
  }
}
