import Architecture
import Graph

// Images that are loaded together.
extension PlatformLinkage {
  /// The members of one group that are in one process.
  struct CoLoadedImages: Sendable {
    struct Key: Hashable, Sendable {
      var group: Int
      var members: [ModuleID]
      /// The members that the host loads without its tests; `nil` unless the executables are hosted
      /// test bundles.
      var inHost: [ModuleID]?
    }

    var key: Key
    /// The executables whose processes have exactly these members, in order of rank.
    var executables: [ModuleID]
  }

  /// Returns the sets of two or more members of each group in one process, without duplicates.
  ///
  /// Visits only modules that lead to a member. Images that a host loads without its tests are not
  /// reported for the tests.
  ///
  /// - Complexity: O(*n* + *m* + *g*) for each executable that loads a member, *g* the sum of all
  ///   groups.
  func coLoadedImages(of groups: [[ModuleID]]) -> [CoLoadedImages] {
    guard !groups.isEmpty else { return [] }
    let leads = reaching(ModuleSet(groups.joined()), along: .loads)
    func loaded(by executable: ModuleID) -> ModuleSet {
      graph.reachable(from: [executable]) { does(.loads, $0) && leads.contains($0.to) }
    }
    var found: [CoLoadedImages] = []
    for executable in built(.isExecutable) {
      let host = host(of: executable)
      guard leads.contains(executable) || host.map({ leads.contains($0) }) ?? false else {
        continue
      }
      let inHost = host.map(loaded)
      let all = loaded(by: executable).union(inHost ?? [])
      for (group, images) in groups.enumerated() {
        let members = images.filter { all.contains($0) }
        guard members.count > 1 else { continue }
        let own = inHost.map { inHost in members.filter { inHost.contains($0) } }
        guard own != members else { continue }
        let key = CoLoadedImages.Key(group: group, members: members, inHost: own)
        found.append(CoLoadedImages(key: key, executables: [executable]))
      }
    }
    found = found.merged(by: \.key, merging: { $0.executables += $1.executables })
    for index in found.indices { found[index].executables.sort { precedes($0, $1) } }
    return found.sorted {
      $0.key.group == $1.key.group
        ? $0.key.members.lexicographicallyPrecedes($1.key.members) : $0.key.group < $1.key.group
    }
  }

  /// Whether a finding is reported for executable `a` rather than `b`.
  ///
  /// Applications come first, then extensions, tools and services, and tests last. Ties are broken
  /// by name.
  func precedes(_ a: ModuleID, _ b: ModuleID) -> Bool {
    (rank(of: a), a) < (rank(of: b), b)
  }

  private func rank(of executable: ModuleID) -> Int {
    let kind = kinds[executable]
    if kind.contains(.isApp) { return 0 }
    if graph[executable].roles.contains(.test) { return 3 }
    return kind.contains(.isExtension) || graph[executable].type.isSystemExtension ? 1 : 2
  }
}
