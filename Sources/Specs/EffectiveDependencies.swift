public import Graph
internal import Diagnostics

/// A dependency with what XcodeGen makes of it for one target.
public struct EffectiveDependency: Sendable {
  public var dependency: Dependency
  /// The target of the same specification that it names, by its number in the batch.
  public var local: Int?
  /// Whether the target itself declares it, rather than one that it depends on.
  public var isDeclared: Bool
  /// Whether it is in the link phase.
  public var isLinked = false
  /// Whether it is in an embed phase.
  public var isEmbedded = false
  /// Of Carthage: the framework, where a `.version` file names others than the reference.
  public var framework: String?
}

/// What looking at one specification alone cannot tell.
public struct SpecSurroundings {
  /// The type and linkage of a target of another project: `Project/Target` as in `projectReferences`.
  public var externalTarget: (_ project: Substring, _ target: Substring) -> Target?
  /// The frameworks that a Carthage dependency brings, from its `.version` file.
  public var carthageFrameworks: (_ name: String, _ platform: Platform) -> [String]?

  public init(
    externalTarget: @escaping (Substring, Substring) -> Target?,
    carthageFrameworks: @escaping (String, Platform) -> [String]?
  ) {
    self.externalTarget = externalTarget
    self.carthageFrameworks = carthageFrameworks
  }
}

extension SpecBatch {
  /// What XcodeGen links and embeds for a target, in its order.
  ///
  /// - Parameters:
  ///   - target: The number of the target.
  ///   - spec: The number of its specification.
  ///   - surroundings: What other files say.
  /// - Complexity: O(*d*) for *d* dependencies; with `transitivelyLinkDependencies`, and for what
  ///   Carthage passes on, O(all dependencies that are reached).
  public func effectiveDependencies(
    of target: Int, spec: Int, _ surroundings: SpecSurroundings
  ) -> [EffectiveDependency] {
    let phases = Phases(batch: self, spec: specs[spec], top: target, surroundings: surroundings)
    return phases.dependencies()
  }

  /// The number of the target (or legacy target) of that name in a specification.
  ///
  /// - Complexity: O(log *n*).
  public func target(named name: NameID, in spec: Spec) -> Int? {
    find(name, in: spec, aggregates: false)
  }

  /// The number of the aggregate target of that name in a specification.
  public func aggregate(named name: NameID, in spec: Spec) -> Int? {
    find(name, in: spec, aggregates: true)
  }

  /// Targets lie in order of name, aggregates behind all others.
  private func find(_ name: NameID, in spec: Spec, aggregates: Bool) -> Int? {
    let wanted = names.bytes(of: name)
    var (low, high) = (spec.targets.lowerBound, spec.targets.upperBound)
    while low < high {
      let middle = (low + high) / 2
      let candidate = targets[middle]
      let isAggregate = candidate.kind == .aggregate
      if isAggregate == aggregates, candidate.name == name { return middle }
      let comesBefore =
        isAggregate == aggregates
        ? names.bytes(of: candidate.name).lexicographicallyPrecedes(wanted) : aggregates
      if comesBefore { low = middle + 1 } else { high = middle }
    }
    return nil
  }
}

/// Goes through the dependencies of one target as XcodeGen's generator does.
private struct Phases {
  let batch: SpecBatch
  let spec: Spec
  let top: Int
  let surroundings: SpecSurroundings

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

  // What one dependency comes to.
  private func resolve(_ dependency: Dependency, isDeclared: Bool) -> [EffectiveDependency] {
    var result = EffectiveDependency(dependency: dependency, isDeclared: isDeclared)
    let isStaticLibrary = target.type == .staticLibrary
    switch dependency.kind {
    case .target: return [resolveTarget(result)]
    case .framework:
      result.isLinked = dependency.link ?? !isStaticLibrary
      result.isEmbedded = dependency.embed ?? LinkDefaults.embedsFiles(target)
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
    if let local = batch.target(named: dependency.reference, in: spec) {
      result.local = local
      other = batch.targets[local]
    } else if let local = batch.aggregate(named: dependency.reference, in: spec) {
      result.local = local
      return result
    } else if let external = externalTarget(dependency) {
      other = external
    } else {
      return result
    }
    guard target.kind != .aggregate else { return result }
    result.isLinked = LinkDefaults.links(target, other, declared: dependency.link)
    result.isEmbedded = LinkDefaults.embeds(target, other, declared: dependency.embed)
    return result
  }

  /// The target that `Project/Target` names; empty parts do not count, and more than two are none.
  private func externalTarget(_ dependency: Dependency) -> Target? {
    let parts = batch.names.string(dependency.reference).split(separator: "/")
    guard parts.count == 2 else { return nil }
    return surroundings.externalTarget(parts[0], parts[1])
  }
}

// transitivelyLinkDependencies.
extension Phases {
  /// The target's dependencies and theirs, breadth first, the first seen of each id winning, in order
  /// of id.
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
        if first.kind == .target, let local = batch.target(named: first.reference, in: spec),
          !LinkDefaults.embedsFiles(batch.targets[local])
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

  /// The declared dependencies of a target, the products of one package entry together.
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

  /// The reference, with the products of a package; kinds are not told apart.
  private func id(of group: [Dependency]) -> String {
    let reference = batch.names.string(group[0].reference)
    let products = group.compactMap { $0.product }.map { batch.names.string($0) }
    return products.isEmpty ? reference : reference + "/" + products.joined(separator: ",")
  }

  /// Whether a dependency met below the top is passed on to it.
  private func isKept(_ dependency: Dependency, isTop: Bool) -> Bool {
    switch dependency.kind {
    case .sdk: return true
    case .bundle: return isTop
    case .framework, .carthage, .package: return isTop || dependency.embed != true
    case .plugin: return false
    case .target:
      guard isTop || dependency.embed != true else { return false }
      return batch.names.bytes(of: dependency.reference).contains(UInt8(ascii: "/"))
        || batch.target(named: dependency.reference, in: spec) != nil
        || batch.aggregate(named: dependency.reference, in: spec) != nil
    }
  }
}

// Carthage.
extension Phases {
  /// Carthage frameworks that reach the target through local targets and aggregates of its platform.
  ///
  /// Dynamic ones are embedded, static ones linked where they are declared. An edge with `link: false`
  /// that embeds nothing either cuts the way.
  private func carthage() -> [EffectiveDependency] {
    var found: [(dependency: Dependency, framework: String, isTop: Bool)] = []
    var visited: Set<Int> = []
    var queue = [top]
    var next = 0
    while next < queue.count {
      let current = queue[next]
      next += 1
      guard visited.insert(current).inserted else { continue }
      for index in batch.targets[current].dependencies {
        let dependency = batch.dependencies[index]
        let embeds = dependency.embed ?? LinkDefaults.embedsCarthage(target)
        if dependency.link == false, !embeds { continue }
        if dependency.kind == .carthage {
          for framework in related(to: dependency, batch.targets[current].platform)
          where !found.contains(where: { $0.framework == framework && $0.dependency == dependency }) {
            found.append((dependency, framework, current == top))
          }
        } else if dependency.kind == .target, let other = passesOn(dependency) {
          queue.append(other)
        }
      }
    }
    return found.sorted { $0.framework.precedes($1.framework) }
      .compactMap { phase(of: $0.dependency, $0.framework, isTop: $0.isTop) }
  }

  private func phase(
    of dependency: Dependency, _ framework: String, isTop: Bool
  ) -> EffectiveDependency? {
    var result = EffectiveDependency(
      dependency: dependency, isDeclared: false, framework: framework)
    if dependency.flags.contains(.carthageStatic) {
      guard isTop else { return nil }
      result.isLinked = true
    } else {
      result.isEmbedded = dependency.embed ?? LinkDefaults.embedsCarthage(target)
      guard result.isEmbedded else { return nil }
    }
    return result
  }

  private func passesOn(_ dependency: Dependency) -> Int? {
    if let local = batch.target(named: dependency.reference, in: spec) {
      return batch.targets[local].platform == target.platform ? local : nil
    }
    return batch.aggregate(named: dependency.reference, in: spec)
  }

  /// The frameworks of a Carthage dependency: its own name, or what its `.version` file lists.
  private func related(to dependency: Dependency, _ platform: Platform) -> [String] {
    let name = batch.names.string(dependency.reference)
    let finds =
      dependency.flags.contains(.findFrameworksDeclared)
      ? dependency.flags.contains(.findFrameworks) : spec.findsCarthageFrameworks
    guard finds, let names = surroundings.carthageFrameworks(name, platform) else { return [name] }
    return names.sorted { $0.precedes($1) }
  }
}

extension Dependency: Equatable {
  /// Equal in all attributes, wherever they are written.
  public static func == (a: Self, b: Self) -> Bool {
    a.kind == b.kind && a.reference == b.reference && a.product == b.product && a.flags == b.flags
      && a.platforms == b.platforms
  }
}
