internal import Diagnostics
public import Graph
public import Projects

/// A dependency of a target, with the build phases to which XcodeGen adds it.
public struct EffectiveDependency: Sendable {
  public var dependency: Dependency
  /// The index of the target, if the dependency is a target of the same spec.
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
  public var externalTarget: (_ project: String, _ target: String) -> Target?
  /// Returns the frameworks of a Carthage dependency from its `.version` file.
  public var carthageFrameworks: (_ name: String, _ platform: Platform) -> [String]?

  public init(
    externalTarget: @escaping (String, String) -> Target?,
    carthageFrameworks: @escaping (String, Platform) -> [String]?
  ) {
    self.externalTarget = externalTarget
    self.carthageFrameworks = carthageFrameworks
  }
}

extension Project {
  /// Returns the dependencies of a target with their build phases, in XcodeGen's order.
  ///
  /// - Parameters:
  ///   - target: The index of the target.
  ///   - externalLookup: Facts from other files.
  /// - Returns: One entry for each dependency and, for Carthage, for each phase.
  /// - Complexity: O(*d*) for *d* dependencies; with `transitivelyLinkDependencies` and for
  ///   Carthage, O(all dependencies that are reached).
  public func effectiveDependencies(
    of target: Int, _ externalLookup: ExternalLookup
  ) -> [EffectiveDependency] {
    BuildPhaseResolver(spec: self, top: target, externalLookup: externalLookup).dependencies()
  }
}

/// Resolves the dependencies of one target as XcodeGen's generator does.
struct BuildPhaseResolver {
  public let spec: Project
  let top: Int
  let externalLookup: ExternalLookup

  var target: Target { spec.targets[top] }

  func dependencies() -> [EffectiveDependency] {
    let isTransitive = target.linksTransitively ?? spec.linksTransitively
    let list = isTransitive && target.kind != .aggregate ? transitive() : declared()
    var result = list.flatMap { resolve($0.dependency, isDeclared: $0.isDeclared) }
    if spec.prebuilt.areUsed, target.kind != .aggregate { result += carthage() }
    return result
  }

  private func declared() -> [(dependency: Dependency, isDeclared: Bool)] {
    target.dependencies.map { ($0, true) }
  }

  /// Resolves one dependency.
  private func resolve(_ dependency: Dependency, isDeclared: Bool) -> [EffectiveDependency] {
    var result = EffectiveDependency(dependency: dependency, isDeclared: isDeclared)
    let isStaticLibrary = target.type == .staticLibrary
    switch dependency.reference {
    case .target, .targetOfProject, .malformedTarget: return [resolveTarget(result)]
    case .file:
      result.isLinked = dependency.link ?? !isStaticLibrary
      result.isEmbedded = dependency.embed ?? target.type.embedsFiles
    case .system:
      result.isLinked = true
      result.isEmbedded = dependency.embed == true
    case .package, .productOfAnyPackage:
      result.isLinked = dependency.link ?? !isStaticLibrary
      result.isEmbedded = dependency.embed == true
    case .bundle:
      result.isEmbedded = !isStaticLibrary && target.type != .dynamicLibrary
    case .prebuilt:
      let isStatic = dependency.flags.contains(.prebuiltStatic)
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
    switch place(of: dependency.reference) {
    case .target(let local):
      result.local = local
      other = spec.targets[local]
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
      target.type, type: other.type, linkage: other.linkage, declared: dependency.embed)
    return result
  }

  /// The destination of a `target:` dependency.
  private enum Place {
    case target(Int)
    case aggregate(Int)
    case project(String, target: String)
    case nowhere
  }

  private func place(of reference: Reference) -> Place {
    switch reference {
    case .target(let name):
      if let local = spec.target(named: name) { return .target(local) }
      return spec.aggregate(named: name).map { .aggregate($0) } ?? .nowhere
    case .targetOfProject(let key, let name): return .project(key, target: name)
    default: return .nowhere
    }
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
      for group in groups(of: spec.targets[current]) {
        let (id, first) = (id(of: group), group[0])
        guard !known.contains(id), isKept(first, isTop: isTop) else { continue }
        known.insert(id)
        found.append((id, group, isTop))
        if case .target(let local) = place(of: first.reference) {
          let type = spec.targets[local].type
          if !type.isApp, !type.isTest { queue.append(local) }
        }
      }
    }
    found.sort { $0.id.precedes($1.id) }
    return found.flatMap { entry in entry.dependencies.map { ($0, entry.isDeclared) } }
      + plugins().map { ($0, true) }
  }

  private func plugins() -> [Dependency] {
    target.dependencies.filter(\.reference.isPlugin)
  }

  /// Returns the declared dependencies of a target, with the products of one package entry grouped.
  private func groups(of target: Target) -> [[Dependency]] {
    var groups: [[Dependency]] = []
    for dependency in target.dependencies where !dependency.reference.isPlugin {
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
    let reference = group[0].reference.text
    let products = group.compactMap { dependency in
      if case .package(_, let product) = dependency.reference { product } else { nil }
    }
    return products.isEmpty ? reference : reference + "/" + products.joined(separator: ",")
  }

  /// Whether the target inherits a dependency of its dependencies.
  private func isKept(_ dependency: Dependency, isTop: Bool) -> Bool {
    switch dependency.reference {
    case .system: return true
    case .bundle: return isTop
    case .file, .prebuilt, .package, .productOfAnyPackage:
      return isTop || dependency.embed != true
    case .plugin: return false
    case .target, .targetOfProject, .malformedTarget:
      if case .nowhere = place(of: dependency.reference) { return false }
      return isTop || dependency.embed != true
    }
  }
}

extension Dependency: Equatable {
  /// Whether all attributes are equal, ignoring locations.
  public static func == (a: Self, b: Self) -> Bool {
    a.reference == b.reference && a.hasAttributes(of: b)
  }

  /// Whether attributes are equal, ignoring references.
  func hasAttributes(of other: Self) -> Bool {
    flags == other.flags && platforms == other.platforms
  }
}
