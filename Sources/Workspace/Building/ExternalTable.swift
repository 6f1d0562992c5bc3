internal import Diagnostics
internal import Graph
internal import Paths

/// The modules that targets link and that the workspace does not build, each once.
struct ExternalTable {
  /// The number of modules that the workspace builds; externals have the numbers after these.
  let builtCount: Int
  private(set) var numbers: [Key: Int] = [:]
  private(set) var modules: [Module] = []

  enum Key: Hashable {
    case binary(String)
    case file(String, folder: String, isCarthage: Bool)
    case sdk(String)
    case product(String, package: String)
  }

  func contains(_ key: Key) -> Bool { numbers[key] != nil }

  /// `nil` unless there is exactly one.
  func binary(named name: String) -> Int? {
    let found = modules.indices.filter { modules[$0].name == name && modules[$0].isBinary }
    return found.count == 1 ? builtCount + found[0] : nil
  }

  /// Adds an external if it is new; the facts about its linkage come from all dependencies.
  mutating func add(
    _ key: Key, kind: Module.External, name: String, facts: [LinkageFact], location: SourceRange,
    roles: Module.Roles = [], folders: [ModuleFolder] = []
  ) -> Int {
    if let known = numbers[key].map({ $0 - builtCount }) {
      if location < modules[known].location { modules[known].location = location }
      for fact in facts where !modules[known].facts.contains(fact) {
        modules[known].facts.append(fact)
      }
      return builtCount + known
    }
    numbers[key] = builtCount + modules.count
    modules.append(
      Module(
        name: name, spec: -1, location: location, type: .none, platform: .auto, platforms: .all,
        linkage: .unknown, roles: roles.union([.external]), productName: name, external: kind))
    modules[modules.count - 1].facts = facts
    modules[modules.count - 1].folders = folders
    return builtCount + modules.count - 1
  }

  /// Adds a framework or library of the system.
  mutating func addSystem(_ name: String, at location: SourceRange) -> Int {
    add(
      .sdk(name), kind: .sdk, name: name, facts: [LinkageFact(.dynamic, .system)],
      location: location)
  }

  /// Appends the externals to `built` in order of name, and gives links the final ids.
  mutating func append(to built: inout [Module], renumbering links: inout [Link]) {
    var ids = (0..<(builtCount + modules.count)).map { ModuleID($0) }
    let joined = joinUnplaced()
    let order = modules.indices.filter { joined[$0] == nil }.sorted {
      let (a, b) = (modules[$0], modules[$1])
      guard a.name == b.name else { return a.name.precedes(b.name) }
      return Self.rank(a).precedes(Self.rank(b))
    }
    for number in order {
      ids[builtCount + number] = ModuleID(built.count)
      resolveLinkage(of: &modules[number])
      built.append(modules[number])
    }
    for (number, other) in joined { ids[builtCount + number] = ids[builtCount + other] }
    for index in links.indices {
      links[index].from = ids[links[index].from.number]
      links[index].to = ids[links[index].to.number]
    }
  }

  /// Merges each external without a path into the only binary of the same name with a path, one of
  /// Carthage only with a build of Carthage.
  ///
  /// - Returns: The index of the remaining external for each merged one.
  private mutating func joinUnplaced() -> [Int: Int] {
    var placed: [String: [(number: Int, isCarthage: Bool)]] = [:]
    for (key, number) in numbers {
      guard case .file(let name, _, let isCarthage) = key else { continue }
      placed[name, default: []].append((number - builtCount, isCarthage))
    }
    var joined: [Int: Int] = [:]
    for (name, files) in placed {
      guard let number = numbers[.binary(name)].map({ $0 - builtCount }) else { continue }
      let isCarthage = modules[number].external == .carthage
      let fitting = isCarthage ? files.filter(\.isCarthage) : files
      guard fitting.count == 1, let other = fitting.first?.number else { continue }
      let (first, second) = (min(number, other), max(number, other))
      joined[second] = first
      for fact in modules[second].facts where !modules[first].facts.contains(fact) {
        modules[first].facts.append(fact)
      }
      modules[first].location = min(modules[first].location, modules[second].location)
    }
    return joined
  }

  private static func rank(_ module: Module) -> String {
    switch module.external {
    case .file(let path): "0" + path
    case .carthage, .pod, nil: "0"
    case .package(let identity): "1" + identity
    case .sdk: "2"
    }
  }
}

/// Determines the linkage of an external on each platform from the facts of all dependencies.
///
/// The bytes of a binary take precedence over rules.yml, and that over a spec. Different facts of
/// the same precedence for one platform leave it unknown.
private func resolveLinkage(of external: inout Module) {
  let facts = external.facts
  guard facts.count > 1 else {
    external.linkage = facts.first?.linkage ?? .unknown
    return
  }
  let path = facts.lazy.compactMap(\.source.path).first ?? external.name
  external.facts = LinkageFact.onEachPlatform { platform in
    let here = facts.filter { $0.platforms.contains(platform) }
    let strongest = here.map(\.source.weight).max()
    let strongestFacts = here.filter { $0.source.weight == strongest }
    return LinkageFact.agreement(of: strongestFacts, at: path) ?? strongestFacts.first
  }
  external.linkage = LinkageFact.summary(of: external.facts)
}

extension LinkageFact.Source {
  fileprivate var weight: Int {
    switch self {
    case .bytes, .propertyList: 4
    case .configuration: 3
    case .linkType, .manifest: 2
    case .carthage, .system: 1
    case .nothing, .package: 0
    }
  }
}
