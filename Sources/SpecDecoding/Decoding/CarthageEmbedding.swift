internal import Diagnostics
internal import Graph
public import Projects

// Frameworks of Carthage.
extension BuildPhaseResolver {
  /// Returns the Carthage frameworks of the target, and of the local targets and aggregates of its
  /// platform that it depends on.
  ///
  /// Dynamic frameworks are embedded, static ones are linked by the target that declares them. A
  /// dependency with `link: false` that embeds nothing is not followed.
  func carthage() -> [EffectiveDependency] {
    let found = reachedFrameworks().sorted { $0.framework.precedes($1.framework) }
    var result = found.compactMap { phase(of: $0.dependency, $0.framework, isTop: $0.isTop) }
    // The script copies each name once.
    if LinkDefaults.copiesCarthageByScript(
      target.type, on: target.platform, embedsByPhase: target.embedsPrebuiltByPhase)
    {
      var names: Set<String> = []
      result.removeAll { one in
        one.isEmbedded && !names.insert(one.framework ?? "").inserted
      }
    }
    return result
  }

  private func reachedFrameworks() -> [(dependency: Dependency, framework: String, isTop: Bool)] {
    var found: [(dependency: Dependency, framework: String, isTop: Bool)] = []
    var places: [String: [Int]] = [:]
    var visited: Set<Int> = []
    var queue = [top]
    var next = 0
    while next < queue.count {
      let current = queue[next]
      next += 1
      guard visited.insert(current).inserted else { continue }
      for dependency in spec.targets[current].dependencies {
        let embeds =
          dependency.embed ?? LinkDefaults.embedsCarthage(target.type, on: target.platform)
        if dependency.link == false, !embeds { continue }
        if dependency.reference.isPrebuilt {
          for framework in related(to: dependency, spec.targets[current].platform)
          where !places[framework, default: []].contains(where: { place in
            found[place].dependency.hasAttributes(of: dependency)
          }) {
            places[framework, default: []].append(found.count)
            found.append((dependency, framework, current == top))
          }
        } else if let other = follow(dependency.reference, from: current) {
          queue.append(other)
        }
      }
    }
    return found
  }

  private func phase(
    of dependency: Dependency, _ framework: String, isTop: Bool
  ) -> EffectiveDependency? {
    var result = EffectiveDependency(
      dependency: dependency, isDeclared: false, framework: framework)
    if dependency.flags.contains(.prebuiltStatic) {
      guard isTop else { return nil }
      result.isLinked = true
    } else {
      result.isEmbedded =
        dependency.embed ?? LinkDefaults.embedsCarthage(target.type, on: target.platform)
      guard result.isEmbedded else { return nil }
    }
    return result
  }

  /// Returns the target or aggregate of a dependency; an aggregate may depend on targets of any
  /// platform.
  private func follow(_ reference: Reference, from current: Int) -> Int? {
    guard case .target(let name) = reference else { return nil }
    if let local = spec.target(named: name) {
      let isReached =
        spec.targets[current].kind == .aggregate
        || spec.targets[local].platform == target.platform
      return isReached ? local : nil
    }
    return spec.aggregate(named: name)
  }

  /// Returns the frameworks of a Carthage dependency: its name, or those in its `.version` file.
  func related(to dependency: Dependency, _ platform: Platform) -> [String] {
    let name = dependency.reference.text
    guard dependency.findsFrameworks(in: spec),
      let names = externalLookup.carthageFrameworks(name, platform)
    else { return [name] }
    return names.sorted { $0.precedes($1) }
  }
}

extension Dependency {
  /// Whether a Carthage dependency includes the frameworks in its `.version` file.
  public func findsFrameworks(in spec: Project) -> Bool {
    flags.contains(.findFrameworksDeclared)
      ? flags.contains(.findFrameworks) : spec.prebuilt.includeRelated
  }
}
