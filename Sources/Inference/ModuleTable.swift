internal import Diagnostics
internal import Graph
internal import Architecture
internal import Paths

/// The modules that are assigned to layers, and their links.
///
/// The platform variants of a target are one member. Aggregates and legacy targets need no layer
/// and are left out.
struct ModuleTable {
  let graph: ModuleGraph
  /// The members, sorted by name, then by spec.
  private(set) var members: [Member] = []
  /// The declared links between members without duplicates, in order.
  private(set) var links: [Pair] = []
  private var linkedBy: [[Int]] = []
  /// The member of each module; `nil` for modules that are left out.
  private(set) var memberOf: ModuleMap<Int?>
  private var folders: [String] = []
  /// The common folder of a member's sources.
  private var sourceFolders: [Int: String] = [:]
  /// The only member with sources below a folder; -1 for several.
  private var folderOwners: [String: Int] = [:]

  struct Member {
    var id: ModuleID
    var name: String
    var spec: Int
    var roles: Module.Roles
    /// Whether the member's name matches `test-support`.
    var isTestSupport = false

    var isTest: Bool { roles.contains(.test) }
    var isExecutable: Bool { roles.contains(.executable) && !isBuildTool }
    /// Whether the member is a macro or plug-in, which belongs to its package.
    var isBuildTool = false
    var isApp: Bool { roles.contains(.app) || roles.contains(.appExtension) }
    /// Whether the member is a test or test support, which follows the module that it tests.
    var isCompanion: Bool { isTest || isTestSupport }
    /// Whether the member is an application, a tool or an extension, and none for tests.
    var isProduct: Bool { isExecutable && !isCompanion }
    var isLibrary: Bool { !isExecutable && !isCompanion }
  }

  struct Pair: Hashable {
    var from: Int
    var to: Int
  }

  /// - Complexity: O(*n* + *m*).
  init(_ graph: ModuleGraph) {
    self.graph = graph
    memberOf = ModuleMap(repeating: nil, for: graph)
    var known: [ModuleGraph.TargetKey: Int] = [:]
    for id in graph.builtModules {
      let module = graph[id]
      guard module.roles.isDisjoint(with: [.aggregate, .legacy]) else { continue }
      let number = known[graph.target(of: id)] ?? members.count
      if known.updateValue(number, forKey: graph.target(of: id)) == nil {
        var member = Member(
          id: id, name: module.baseName, spec: module.spec, roles: module.roles)
        member.isBuildTool = module.packageTarget == .macro || module.packageTarget == .plugin
        members.append(member)
      }
      memberOf[id] = number
    }
    links = pairs { !$0.flags.contains(.derived) }
    linkedBy = Array(repeating: [], count: members.count)
    for link in links { linkedBy[link.from].append(link.to) }
    findFolders()
    findSourceFolders()
  }

  /// - Complexity: O(*n* *d*) for folders *d* deep.
  private mutating func findSourceFolders() {
    for (index, member) in members.enumerated() {
      guard let folder = graph.folder(of: member.id), folder.basis == .sources,
        !folder.path.isEmpty
      else { continue }
      sourceFolders[index] = folder.path
      for outer in [folder.path] + Path.folders(above: folder.path) {
        folderOwners[outer] = folderOwners[outer] == nil ? index : -1
      }
    }
  }

  /// Determines the folder of each member.
  ///
  /// This is the folder of its spec, or of its sources if the spec is shared, if the sources are
  /// outside of the spec's folder, or if an included file declares the target.
  ///
  /// - Complexity: O(*n* *d*) for folders *d* deep.
  private mutating func findFolders() {
    let specFolders = Set(members.compactMap { graph.spec(of: $0.id)?.folder })
    let outer = Set(specFolders.flatMap { Path.folders(above: $0) })
    folders = members.map { member in
      let spec = graph.spec(of: member.id)?.folder ?? ""
      guard let own = graph.folder(of: member.id), own.basis != .spec else { return spec }
      let isForMany = specFolders.count == 1 || outer.contains(spec)
      let liesInside = Path.lies(own.path, in: spec)
      // Shared sources elsewhere are less specific than the spec's folder.
      let liesAbove = Path.lies(spec, in: own.path)
      let isWrittenElsewhere = graph[member.id].folders.contains {
        $0.basis == .includedFile && $0.path != spec
      }
      guard isForMany || !liesInside && !liesAbove || isWrittenElsewhere else { return spec }
      return Self.withoutSources(own.path)
    }
  }

  private static let innerFolders: Set = [
    "code", "demo", "example", "interface", "interfaces", "mock", "mocks", "source", "sources",
    "src",
    "test", "testing", "tests", "uitests", "unittests",
  ]

  /// Returns the folder of a module, given the folder of its sources.
  private static func withoutSources(_ folder: String) -> String {
    let outer = Path.folder(of: folder)
    return isInner(folder) && !outer.isEmpty ? outer : folder
  }

  /// Whether the name of a folder describes its place in the folder of a module.
  static func isInner(_ folder: String) -> Bool {
    innerFolders.contains(Path.lastComponent(folder).lowercased())
  }

  /// Returns the pairs of distinct members with a link that `isWanted` accepts.
  func pairs(where isWanted: (Link) -> Bool) -> [Pair] {
    var seen: Set<Pair> = []
    var pairs: [Pair] = []
    for link in graph.links where isWanted(link) {
      guard let from = memberOf[link.from], let to = memberOf[link.to], from != to else { continue }
      let pair = Pair(from: from, to: to)
      if seen.insert(pair).inserted { pairs.append(pair) }
    }
    return pairs
  }

  mutating func noteTestSupport(of layered: LayeredGraph) {
    for index in members.indices {
      members[index].isTestSupport = layered.isTestSupport(members[index].id)
    }
  }

  func folder(of member: Int) -> String { folders[member] }

  func linked(by member: Int) -> [Int] { linkedBy[member] }

  /// Whether only tests can link a member, so that it may be in any layer above what it links.
  func isLiftable(_ member: Int) -> Bool {
    members[member].isTest || members[member].isTestSupport && members[member].isExecutable
  }

  func isOfPackage(_ member: Int) -> Bool {
    graph.spec(of: members[member].id)?.isPackage ?? false
  }

  func specFolder(of member: Int) -> String? { graph.spec(of: members[member].id)?.folder }

  func host(of test: Int) -> Int? {
    guard members[test].isTest else { return nil }
    return graph[members[test].id].host.flatMap { memberOf[$0] }
      ?? linked(by: test).first { members[$0].roles.contains(.app) }
  }

  func isOfSpec(_ folder: String) -> Bool { graph.specs.contains { $0.folder == folder } }
}

extension ModuleTable {
  /// Returns libraries that link nearly all others and have no dependents among them.
  func umbrellas(of links: [LayerLink]) -> Set<Int> {
    let libraries = members.indices.filter { members[$0].isLibrary }
    guard libraries.count > 4 else { return [] }
    let all = Set(libraries)
    var count: [Int: Int] = [:]
    var isLinked: Set<Int> = []
    for link in links where all.contains(link.from) && all.contains(link.to) {
      count[link.from, default: 0] += 1
      isLinked.insert(link.to)
    }
    return Set(
      count.filter { !isLinked.contains($0.key) && $0.value * 4 >= (libraries.count - 1) * 3 }
        .map(\.key))
  }

  /// Returns the common folder of a member's sources if no other member has sources in it.
  func ownFolder(of member: Int) -> String? {
    guard let folder = sourceFolders[member], folderOwners[folder] == member else { return nil }
    return folder
  }
}
