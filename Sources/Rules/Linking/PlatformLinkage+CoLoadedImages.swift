import Architecture
import Graph

// Images that are loaded together.
extension PlatformLinkage {
  /// The members of one group that are in one process.
  struct CoLoadedImages: Sendable {
    /// The index of the group.
    var group: Int
    /// The members, in order.
    var members: [ModuleID]
    /// The executables whose processes have exactly these members, in order of rank.
    var executables: [ModuleID]
    /// The members that the host loads without its tests; `nil` unless the executables are hosted
    /// test bundles.
    var inHost: [ModuleID]?
  }

  /// Returns the sets of two or more members of each group in one process, without duplicates.
  ///
  /// Processes 64 executables at a time, only those that may load two members, and only over the
  /// modules that lead to a member. A few words per member then show which of the 64 load two
  /// members of a group. Images that a host loads without its tests are not reported for the tests.
  ///
  /// - Complexity: O(*n* + *m* + *g*) for every 64 such executables, *g* the sum of all groups, and
  ///   the size of the result.
  func coLoadedImages(of groups: [[ModuleID]]) -> [CoLoadedImages] {
    guard !groups.isEmpty else { return [] }
    let sources = CoLoadedSources(of: groups, in: self)
    let nodes = sources.leads.union(ModuleSet(sources.hosted.map(\.host)))
    var sweep = CoLoadedSweep(
      groups: groups, reachability: subgraph(of: nodes, along: .loads).reachability())
    for start in stride(from: 0, to: sources.alone.count, by: ModuleReachability.width) {
      sweep.add(Array(sources.alone[start...].prefix(ModuleReachability.width)))
    }
    for start in stride(from: 0, to: sources.hosted.count, by: ModuleReachability.width / 2) {
      sweep.add(hosted: Array(sources.hosted[start...].prefix(ModuleReachability.width / 2)))
    }
    return sweep.found.map { item in
      var item = item
      item.executables = item.executables.sorted { precedes($0, $1) }
      return item
    }.sorted {
      $0.group == $1.group
        ? $0.members.lexicographicallyPrecedes($1.members) : $0.group < $1.group
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

/// The executables whose processes may have two members of a group.
private struct CoLoadedSources {
  /// The executables without a host, in order.
  var alone: [ModuleID] = []
  /// The hosted test bundles and their hosts.
  var hosted: [(tests: ModuleID, host: ModuleID)] = []
  /// The members and all modules that reach one.
  let leads: ModuleSet

  init(of groups: [[ModuleID]], in linkage: PlatformLinkage) {
    func isLoaded(_ member: ModuleID) -> Bool { !linkage.kinds[member].contains(.isExecutable) }
    let members = ModuleSet(groups.joined())
    let several = groups.map { $0.filter(isLoaded) }.filter { $0.count > 1 }
    // Nothing reaches an executable, so a process has either two members that are not executables,
    // or one and the executable itself or its host.
    leads = linkage.reaching(members, along: .loads)
    let leadsToOne = linkage.reaching(members.filter(isLoaded), along: .loads)
    let leadsToSeveral = linkage.reaching(ModuleSet(several.joined()), along: .loads)
    for module in leads.filter({ linkage.kinds[$0].contains(.isExecutable) }) {
      if let host = linkage.host(of: module) {
        let sharesProcess =
          leadsToSeveral.contains(module)
          || leadsToOne.contains(module) && (members.contains(module) || leads.contains(host))
          || members.contains(module) && leads.contains(host)
        if sharesProcess { hosted.append((module, host)) }
      } else if leadsToSeveral.contains(module)
        || members.contains(module) && leadsToOne.contains(module)
      {
        alone.append(module)
      }
    }
  }
}

/// Finds the members loaded together in the processes of a few executables at a time.
private struct CoLoadedSweep {
  let groups: [[ModuleID]]
  let reachability: ModuleReachability
  private(set) var found: [PlatformLinkage.CoLoadedImages] = []
  private var places: [Key: Int] = [:]

  private struct Key: Hashable {
    var group: Int
    var members: [ModuleID]
    var inHost: [ModuleID]?
  }

  init(groups: [[ModuleID]], reachability: ModuleReachability) {
    self.groups = groups
    self.reachability = reachability
  }

  mutating func add(_ executables: [ModuleID]) {
    let words = reachability.reached(from: executables)
    for group in groups.indices {
      let open = shared(group) { words[$0] }
      for (bit, members) in members(of: group, among: open, { words[$0] }) {
        add(members, of: group, in: executables[bit], inHost: nil)
      }
    }
  }

  /// Adds test bundles, at the even bits, and their hosts, at the odd bits.
  mutating func add(hosted pairs: [(tests: ModuleID, host: ModuleID)]) {
    let words = reachability.reached(from: pairs.flatMap { [$0.tests, $0.host] })
    let isEven: UInt64 = 0x5555_5555_5555_5555
    for group in groups.indices {
      let open = shared(group) { (words[$0] | words[$0] >> 1) & isEven }
      guard open != 0 else { continue }
      let both = members(of: group, among: open) { (words[$0] | words[$0] >> 1) & isEven }
      let inHosts = members(of: group, among: open) { words[$0] >> 1 & isEven }
      for ((bit, members), (_, inHost)) in zip(both, inHosts) where inHost.count < members.count {
        add(members, of: group, in: pairs[bit / 2].tests, inHost: inHost)
      }
    }
  }

  private mutating func add(
    _ members: [ModuleID], of group: Int, in executable: ModuleID, inHost: [ModuleID]?
  ) {
    let key = Key(group: group, members: members, inHost: inHost)
    if let place = places[key] { return found[place].executables.append(executable) }
    places[key] = found.count
    found.append(
      PlatformLinkage.CoLoadedImages(
        group: group, members: members, executables: [executable], inHost: inHost))
  }

  /// Returns the bits that two or more members share.
  private func shared(_ group: Int, _ word: (ModuleID) -> UInt64) -> UInt64 {
    var once: UInt64 = 0
    var twice: UInt64 = 0
    for member in groups[group] {
      twice |= once & word(member)
      once |= word(member)
    }
    return twice
  }

  /// Returns the members that have each bit of `open`, in order.
  private func members(
    of group: Int, among open: UInt64, _ word: (ModuleID) -> UInt64
  ) -> [(bit: Int, members: [ModuleID])] {
    guard open != 0 else { return [] }
    var lists = [[ModuleID]](repeating: [], count: UInt64.bitWidth)
    for member in groups[group] {
      for bit in Bits(word(member) & open) { lists[bit].append(member) }
    }
    return Bits(open).map { ($0, lists[$0]) }
  }
}
