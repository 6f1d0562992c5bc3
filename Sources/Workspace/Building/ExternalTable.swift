internal import Diagnostics
internal import Graph
internal import Specs
internal import Paths

/// What targets link but no specification builds, each once.
struct ExternalTable {
  private var numbers: [Key: Int] = [:]
  private(set) var modules: [Module] = []

  /// What makes two externals the same.
  enum Key: Hashable {
    /// By name alone: no path is written.
    case binary(String)
    case file(String, folder: String, isCarthage: Bool)
    case sdk(String)
    case product(String, package: String)
    case packageTarget(String, package: String)
    /// A package that is one module.
    case wholePackage(String)
  }

  func contains(_ key: Key) -> Bool { numbers[key] != nil }

  /// The number of the one vendored binary of that name; `nil` if there is none, or several.
  func binary(named name: String) -> Int? {
    let found = modules.indices.filter { modules[$0].name == name && modules[$0].isBinary }
    return found.count == 1 ? found[0] : nil
  }

  /// The number of an external among externals, which is added if it is new.
  ///
  /// What `facts` of each dependency on it tell of its linkage is gathered.
  mutating func add(
    _ key: Key, kind: Module.External, name: String, facts: [LinkageFact], location: SourceRange,
    roles: Module.Roles = [], folders: [ModuleFolder] = []
  ) -> Int {
    if let known = numbers[key] {
      if location < modules[known].location { modules[known].location = location }
      for fact in facts where !modules[known].facts.contains(fact) {
        modules[known].facts.append(fact)
      }
      return known
    }
    numbers[key] = modules.count
    modules.append(
      Module(
        name: name, spec: -1, location: location, type: .none, platform: .auto, platforms: .all,
        linkage: .unknown, roles: roles.union(.external), productName: name, external: kind))
    modules[modules.count - 1].facts = facts
    modules[modules.count - 1].folders = folders
    return modules.count - 1
  }

  /// Appends all externals to `built` in order of name, and gives links that lead to them, and from
  /// one to the other, which count externals from -1 downwards so far, their final numbers.
  mutating func finish(after builtCount: Int, _ built: inout [Module], links: inout [Link]) {
    let joined = joinUnplaced()
    let order = modules.indices.filter { joined[$0] == nil }.sorted {
      let (a, b) = (modules[$0], modules[$1])
      guard a.name == b.name else { return a.name.precedes(b.name) }
      return Self.rank(a).precedes(Self.rank(b))
    }
    var places = Array(repeating: ModuleID(0), count: modules.count)
    for (place, number) in order.enumerated() {
      places[number] = ModuleID(builtCount + place)
      built.append(modules[number])
      built[built.count - 1].settleLinkage()
    }
    for (number, other) in joined { places[number] = places[other] }
    for index in links.indices where links[index].to.number < 0 {
      links[index].to = places[-1 - links[index].to.number]
      let from = links[index].from.number
      if from < 0 { links[index].from = places[-1 - from] }
    }
  }

  /// Gives what is known by its name alone to the one binary of that name whose path is written, if there
  /// is just one; what Carthage builds is none but a build of Carthage's.
  ///
  /// - Returns: For the number of each external that is given away, that of the other.
  private mutating func joinUnplaced() -> [Int: Int] {
    var placed: [String: [(number: Int, isCarthage: Bool)]] = [:]
    for (key, number) in numbers {
      guard case .file(let name, _, let isCarthage) = key else { continue }
      placed[name, default: []].append((number, isCarthage))
    }
    var joined: [Int: Int] = [:]
    for (name, files) in placed {
      guard let number = numbers[.binary(name)] else { continue }
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

  /// A name without folder, `lib` and extension: `libtide.a` is `tide`.
  static func name(ofFile path: String) -> String {
    let file = Path.lastComponent(path)
    let (stem, ending) = Path.splitExtension(file)
    guard ["a", "dylib", "tbd"].contains(ending), stem.hasPrefix("lib"), stem.utf8.count > 3 else {
      return stem
    }
    return String(stem.dropFirst(3))
  }
}

extension Module {
  /// Makes of what all dependencies on an external tell what holds on each platform.
  ///
  /// What the bytes say beats rules.yml, and that what a spec says. Binaries of one name that are
  /// linked in different ways on one platform tell nothing.
  fileprivate mutating func settleLinkage() {
    guard facts.count > 1 else {
      linkage = facts.first?.linkage ?? .unknown
      return
    }
    let (told, path) = (facts, facts.lazy.compactMap(\.source.path).first ?? name)
    facts = LinkageFact.onEachPlatform { platform in
      let here = told.filter { $0.platforms.isSuperset(of: platform) }
      let strongest = here.map(\.source.weight).max()
      let strongestFacts = here.filter { $0.source.weight == strongest }
      return LinkageFact.agreement(of: strongestFacts, at: path) ?? strongestFacts.first
    }
    linkage = LinkageFact.summary(of: facts)
  }
}

extension LinkageFact.Source {
  /// How much it counts beside others.
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
