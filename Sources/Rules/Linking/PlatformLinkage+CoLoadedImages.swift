import Graph

// Who meets in one process.
extension PlatformLinkage {
  /// Members of one group that are in one process together.
  struct CoLoadedImages: Sendable {
    /// The number of the group.
    var group: Int
    /// Whose process it is: the first by name that has just these members.
    var executable: Int32
    /// The members, in order.
    var members: [Int32]
    /// The hosted test bundle without which some of them would not meet.
    var tests: Int32?
    /// Those that only the test bundle brings.
    var ownersLoadedByTests: [Int32] = []
  }

  /// The meetings of two or more members of each group, each set of members once.
  ///
  /// The executables are taken 64 at a time, only those that may have two members in their process,
  /// and only over the modules that lead to a member. Which of the 64 see two members of a group is
  /// then a matter of a few words per member.
  ///
  /// - Complexity: O(*n* + *m* + *g*) for every 64 such executables, *g* the sum of all groups, and
  ///   what is returned.
  func meetings(of groups: [[Int32]]) -> [CoLoadedImages] {
    guard !groups.isEmpty else { return [] }
    let sources = CoLoadedSources(of: groups, in: self)
    var nodes = NodeSubset(count: kinds.count)
    for node in sources.leads.indices where sources.leads[node] { nodes.insert(Int32(node)) }
    for (_, host) in sources.hosted { nodes.insert(host) }
    let sweep = CoLoadedSweep(
      groups: groups, numbers: groups.map { $0.map { nodes.number(of: $0) } },
      reachability: Reachability(nodes.adjacency(of: self, by: .loads, and: sources.hosted)))

    var meetings: [CoLoadedImages] = []
    for start in stride(from: 0, to: sources.alone.count, by: Reachability.width) {
      let end = min(start + Reachability.width, sources.alone.count)
      let batch = Array(sources.alone[start..<end])
      sweep.add(of: batch, numbered: batch.map { nodes.number(of: $0) }, to: &meetings)
    }
    for start in stride(from: 0, to: sources.hosted.count, by: Reachability.width / 2) {
      let end = min(start + Reachability.width / 2, sources.hosted.count)
      let batch = Array(sources.hosted[start..<end])
      let numbers = batch.flatMap { [nodes.number(of: $0.tail), nodes.number(of: $0.head)] }
      sweep.add(ofHosted: batch, numbered: numbers, to: &meetings)
    }
    return Self.firstOfEachSet(meetings)
  }

  private static func firstOfEachSet(_ meetings: [CoLoadedImages]) -> [CoLoadedImages] {
    struct Key: Hashable {
      var group: Int
      var members: [Int32]
    }
    var seen: Set<Key> = []
    return meetings.sorted {
      ($0.group, $0.executable, $0.tests ?? -1) < ($1.group, $1.executable, $1.tests ?? -1)
    }.filter { seen.insert(Key(group: $0.group, members: $0.members)).inserted }
  }
}

/// The executables whose processes may have two members of a group.
private struct CoLoadedSources {
  /// In order.
  var alone: [Int32] = []
  /// The hosted test bundles and their hosts.
  var hosted: [(tail: Int32, head: Int32)] = []
  /// The members and all that reach one.
  let leads: [Bool]

  init(of groups: [[Int32]], in processes: PlatformLinkage) {
    let kinds = processes.kinds
    func isLoaded(_ member: Int32) -> Bool { !kinds[Int(member)].contains(.isExecutable) }
    func leading(to members: [Int32]) -> [Bool] {
      processes.marked(reaching: members) { $0.contains(.loads) }
    }
    var isMember = [Bool](repeating: false, count: kinds.count)
    var several: [Int32] = []
    for group in groups {
      for member in group { isMember[Int(member)] = true }
      if group.count(where: isLoaded) > 1 { several += group.filter(isLoaded) }
    }
    // Nothing reaches an executable, so a process has either two members that are none, or one
    // beside the executable itself or its host.
    let members = isMember.indices.filter { isMember[$0] }.map { Int32($0) }
    leads = leading(to: members)
    let leadsToOne = leading(to: members.filter(isLoaded))
    let leadsToSeveral = leading(to: several)
    for index in 0..<processes.graph.builtCount
    where leads[index] && kinds[index].contains(.isExecutable) {
      let module = Int32(index)
      if let host = processes.host(of: module).map({ Int($0) }) {
        let meets =
          leadsToSeveral[index] || leadsToOne[index] && (isMember[index] || isMember[host])
          || isMember[index] && (isMember[host] || leadsToOne[host])
        if meets { hosted.append((module, Int32(host))) }
      } else if leadsToSeveral[index] || isMember[index] && leadsToOne[index] {
        alone.append(module)
      }
    }
  }
}

/// Finds the meetings in the processes of a few executables at a time.
private struct CoLoadedSweep {
  let groups: [[Int32]]
  /// The members of each group by their numbers in the graph to sweep.
  let numbers: [[Int32]]
  let reachability: Reachability

  func add(
    of sources: [Int32], numbered: [Int32], to meetings: inout [PlatformLinkage.CoLoadedImages]
  ) {
    let words = reachability.reached(from: numbered)
    for group in groups.indices {
      let open = meeting(group, words)
      guard open != 0 else { continue }
      let (shared, others) = members(of: group, words, among: open)
      // All executables with the same members make one meeting.
      var seen: Set<[Int32]> = []
      for (bit, members) in others where seen.insert(members).inserted {
        meetings.append(
          PlatformLinkage.CoLoadedImages(
            group: group, executable: sources[bit], members: (shared + members).sorted()))
      }
    }
  }

  /// The test bundles have the even bits and their hosts the odd ones.
  func add(
    ofHosted pairs: [(tail: Int32, head: Int32)], numbered: [Int32],
    to meetings: inout [PlatformLinkage.CoLoadedImages]
  ) {
    let words = reachability.reached(from: numbered)
    for group in groups.indices {
      let open = meeting(group, words) & 0x5555_5555_5555_5555
      guard open != 0 else { continue }
      let hosts = members(of: group, words, among: open << 1)
      let inHosts = Dictionary(hosts.others, uniquingKeysWith: { first, _ in first })
      let (shared, others) = members(of: group, words, among: open)
      for (bit, others) in others {
        let own = inHosts[bit + 1] ?? []
        // What meets in the host without the tests is the host's own fault.
        guard hosts.shared.count + own.count < shared.count + others.count else { continue }
        let members = (shared + others).sorted()
        let inHost = (hosts.shared + own).sorted()
        let (tests, host) = pairs[bit / 2]
        meetings.append(
          inHost.isEmpty
            ? PlatformLinkage.CoLoadedImages(group: group, executable: tests, members: members)
            : PlatformLinkage.CoLoadedImages(
              group: group, executable: host, members: members, tests: tests,
              ownersLoadedByTests: members.filter { !inHost.contains($0) }))
      }
    }
  }

  /// The bits that two or more members have.
  private func meeting(_ group: Int, _ words: [UInt64]) -> UInt64 {
    var once: UInt64 = 0
    var twice: UInt64 = 0
    for number in numbers[group] {
      twice |= once & words[Int(number)]
      once |= words[Int(number)]
    }
    return twice
  }

  /// The members that have all bits of `open`, and the others that have each of them, by bit.
  private func members(
    of group: Int, _ words: [UInt64], among open: UInt64
  ) -> (shared: [Int32], others: [(bit: Int, members: [Int32])]) {
    var shared: [Int32] = []
    var lists = [[Int32]](repeating: [], count: UInt64.bitWidth)
    for (member, number) in zip(groups[group], numbers[group]) {
      var word = words[Int(number)] & open
      if word == open {
        shared.append(member)
        continue
      }
      while word != 0 {
        lists[word.trailingZeroBitCount].append(member)
        word &= word - 1
      }
    }
    let bits = lists.indices.filter { open >> UInt64($0) & 1 != 0 }
    return (shared, bits.map { ($0, lists[$0]) })
  }
}
