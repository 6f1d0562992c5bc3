internal import Diagnostics
internal import Graph
internal import Paths

/// Divides the members into units along the folders of their specs.
///
/// A folder is taken for a layer, or for a part of one, where its modules link each other little
/// compared with how they and the others link, or where a person divided the modules by it: its
/// name says more than `Modules`, and there are other such folders beside it. Else it is divided
/// into its folders, and a spec into its modules.
///
/// - Complexity: O(*d* (*n* + *m*)) for folders *d* deep.
struct FolderDivision {
  private(set) var units: [LayerUnit] = []
  private let population: Population
  private let links: [LayerLink]
  /// The numbers of the links at each member.
  private var linksOf: [[Int]]
  /// What each member links, judged or not.
  private var linkedBy: [Int: [Int]] = [:]

  init(_ population: Population, links: [LayerLink]) {
    self.population = population
    self.links = links
    linksOf = Array(repeating: [], count: population.members.count)
    for (number, link) in links.enumerated() {
      linksOf[link.from].append(number)
      linksOf[link.to].append(number)
    }
    for link in population.links { linkedBy[link.from, default: []].append(link.to) }
    guard !population.members.isEmpty else { return }
    var root = SpecFolder(path: "")
    for member in population.members.indices {
      root.add(member, below: Path.components(of: population.folder(of: member))[...])
    }
    root.sort()
    // A folder that holds all is not a layer where it holds layers, or is the project's own.
    while root.members.isEmpty, root.folders.count == 1, let only = root.folders.first,
      only.holdsDeepFolders || !only.folders.isEmpty && population.isOfSpec(only.path)
    {
      root = only
    }
    // The whole is a layer only where there is nothing to divide.
    if root.folders.isEmpty { divideSpec(root) } else { divide(root) }
    mergeLayers()
    mergeModules()
    attachTests()
    units.sort { $0.name.precedes($1.name) }
  }

  private mutating func divide(_ folder: SpecFolder) {
    if !folder.members.isEmpty { divideSpec(folder) }
    let isOneOfSeveral = folder.folders.filter(holdsLibraries).count > 1
    for inner in folder.folders { place(inner, isOneOfSeveral: isOneOfSeveral) }
  }

  /// Whether a folder of modules holds some that are neither products nor tests.
  private func holdsLibraries(_ folder: SpecFolder) -> Bool {
    folder.allMembers.contains {
      !population.members[$0].isExecutable && !population.members[$0].isCompanion
    }
  }

  /// Names of folders that tell what is in them, and not what it is for.
  static let containerNames: Set<String> = [
    "app", "apps", "components", "frameworks", "ios", "libraries", "libs", "mac", "macos",
    "modules", "packages", "projects", "sources", "src", "targets", "tvos", "visionos", "watchos",
  ]

  /// Whether a person made a layer of the modules whose folders lie in a folder.
  private func isNamedLayer(_ folder: SpecFolder) -> Bool {
    folder.members.isEmpty && folder.folders.count > 1
      && folder.folders.allSatisfy(\.folders.isEmpty)
      && !folder.allMembers.contains { population.members[$0].isExecutable }
      && !Self.containerNames.contains(Path.lastComponent(folder.path).lowercased())
  }

  private mutating func place(_ folder: SpecFolder, isOneOfSeveral: Bool) {
    if folder.folders.isEmpty { return divideSpec(folder) }
    let members = folder.allMembers
    // Folders of folders are likely to be layers themselves.
    let limit = folder.folders.filter { !$0.folders.isEmpty }.count > 1 ? 3 : 2
    let (inside, across) = countLinks(of: members)
    if inside * limit > inside + across, !(isOneOfSeveral && isNamedLayer(folder)) {
      return divide(folder)
    }
    units.append(
      LayerUnit(
        subject: .layer(name: layerName(folder, members), folders: [folder.path]), members: members)
    )
  }

  /// The name of a folder; of one that is called after what all have, that of the folder or project around it.
  private func layerName(_ folder: SpecFolder, _ members: [Int]) -> String {
    let name = Path.lastComponent(folder.path)
    guard ["code", "source", "sources", "src"].contains(name.lowercased()) else { return name }
    let outer = Path.lastComponent(Path.folder(of: folder.path))
    if !outer.isEmpty { return outer }
    return members.first.flatMap { population.graph.spec(of: population.members[$0].id)?.project }
      ?? name
  }

  /// The most modules of a package that is taken for the parts of one module.
  private static let partsOfPackage = 5

  /// Takes the modules of one spec together, or each with its tests if they link each other.
  ///
  /// Those of a small package stay together: it will be a slice.
  private mutating func divideSpec(_ folder: SpecFolder) {
    let (inside, across) = countLinks(of: folder.members)
    let heads = folder.members.filter { !population.members[$0].isCompanion }
    let isPackage =
      heads.count <= Self.partsOfPackage && folder.members.allSatisfy(population.isOfPackage)
    guard inside * 2 > inside + across, !heads.isEmpty, !isPackage else {
      let isLeaf = folder.folders.isEmpty && !folder.path.isEmpty
      units.append(
        LayerUnit(
          subject: isLeaf ? .folder([folder.path]) : .spec(folder.path), members: folder.members))
      return
    }
    var owned = heads.map { [$0] }
    let owners = Owners(heads, names: heads.map { population.members[$0].name })
    for member in folder.members where population.members[member].isCompanion {
      let name = population.members[member].name
      let owner = owners.named(by: name) ?? owners.first(of: linkedBy[member] ?? [])
      owned[owner ?? 0].append(member)
    }
    for (head, members) in zip(heads, owned) {
      units.append(
        LayerUnit(
          subject: .module(population.members[head].name), members: members.sorted()))
    }
  }

  /// How many strict links lie between the members, and how many links lead in or out.
  ///
  /// Those of executables say nothing: an application links and embeds modules of all layers.
  private func countLinks(of members: [Int]) -> (inside: Int, across: Int) {
    let inner = Set(members)
    var (inside, across) = (0, 0)
    for member in members {
      for link in linksOf[member].map({ links[$0] }) {
        if inner.contains(link.from), inner.contains(link.to) {
          if link.isStrict, link.from == member { inside += 1 }
        } else if !population.members[link.from].isExecutable {
          across += 1
        }
      }
    }
    return (inside, across)
  }

  /// Layers of one name in several places are one.
  private mutating func mergeLayers() {
    var places: [String: Int] = [:]
    var merged: [LayerUnit] = []
    for unit in units {
      guard case .layer(let name, let folders) = unit.subject else {
        merged.append(unit)
        continue
      }
      guard let place = places[name], case .layer(_, let others) = merged[place].subject else {
        places[name] = merged.count
        merged.append(unit)
        continue
      }
      merged[place].subject = .layer(name: name, folders: others + folders)
      merged[place].members = (merged[place].members + unit.members).sorted()
    }
    units = merged
  }

  /// Modules of one name cannot be distinguished by their names, so they go together.
  private mutating func mergeModules() {
    var places: [String: Int] = [:]
    var merged: [LayerUnit] = []
    for unit in units {
      if case .module(let name) = unit.subject {
        if let place = places[name] {
          merged[place].members = (merged[place].members + unit.members).sorted()
          continue
        }
        places[name] = merged.count
      }
      merged.append(unit)
    }
    units = merged
  }
}

// Tests in folders of their own.
extension FolderDivision {
  /// Puts folders of tests alone beside the module that they are about.
  private mutating func attachTests() {
    var unitOf: [Int: Int] = [:]
    for (number, unit) in units.enumerated() {
      for member in unit.members { unitOf[member] = number }
    }
    let heads = population.members.indices.filter { !population.members[$0].isCompanion }
    let owners = Owners(heads, names: heads.map { population.members[$0].name })
    var isAttached = Array(repeating: false, count: units.count)
    for (number, unit) in units.enumerated() {
      guard !unit.isLayer,
        unit.members.allSatisfy({ population.members[$0].isCompanion }),
        let first = unit.members.first,
        let owner = owner(of: first, owners),
        let other = unitOf[heads[owner]], other != number
      else { continue }
      units[other].attach(unit)
      units[other].members = (units[other].members + unit.members).sorted()
      isAttached[number] = true
    }
    moveTests(owners, heads, unitOf)
    units = units.indices.filter { !isAttached[$0] && !units[$0].members.isEmpty }.map { units[$0] }
  }

  private func owner(of test: Int, _ owners: Owners) -> Int? {
    host(of: test).flatMap { owners.first(of: [$0]) }
      ?? owners.named(by: population.members[test].name)
      ?? owners.first(of: linkedBy[test] ?? [])
  }

  /// The application that a test bundle runs in.
  private func host(of test: Int) -> Int? {
    guard population.members[test].isTest else { return nil }
    return linkedBy[test]?.first { population.members[$0].roles.contains(.app) }
  }

  /// Puts tests that a layer has by their folder to their hosts, and those of a layer that has nothing else to what
  /// they are about.
  private mutating func moveTests(_ owners: Owners, _ heads: [Int], _ unitOf: [Int: Int]) {
    for number in units.indices where units[number].isLayer {
      let isOfTests = units[number].members.allSatisfy { population.members[$0].isTest }
      for member in units[number].members {
        let place = isOfTests ? owner(of: member, owners).map { heads[$0] } : host(of: member)
        guard let place, let other = unitOf[place], other != number else { continue }
        units[number].members.removeAll { $0 == member }
        units[other].members = (units[other].members + [member]).sorted()
        units[other].named.append(member)
      }
    }
  }
}

/// Finds the module that a test or its support is about: the one it is named after, else the first
/// that it links.
private struct Owners {
  /// The places of modules by their names; of equal names the first.
  private let placeOfName: [[UInt8]: Int]
  private let placeOfMember: [Int: Int]

  init(_ members: [Int], names: [String]) {
    placeOfName = Dictionary(
      zip(names.map { Array($0.utf8) }, names.indices), uniquingKeysWith: { first, _ in first })
    placeOfMember = Dictionary(uniqueKeysWithValues: zip(members, members.indices))
  }

  /// The module with the longest name that `name` starts with.
  func named(by name: String) -> Int? {
    var start = Array(name.utf8)
    while !start.isEmpty {
      if let place = placeOfName[start] { return place }
      start.removeLast()
    }
    return nil
  }

  func first(of members: [Int]) -> Int? { members.lazy.compactMap { placeOfMember[$0] }.first }
}

/// A folder with specs in or below it.
private struct SpecFolder {
  var path: String
  /// The members of the specs in the folder itself.
  var members: [Int] = []
  /// In order of path once they are sorted.
  var folders: [SpecFolder] = []
  private var places: [Substring: Int] = [:]

  init(path: String) { self.path = path }

  var allMembers: [Int] { (members + folders.flatMap(\.allMembers)).sorted() }

  /// Whether a folder in its first one holds folders of its own.
  var holdsDeepFolders: Bool {
    folders.first?.folders.contains { !$0.folders.isEmpty } ?? false
  }

  mutating func add(_ member: Int, below names: ArraySlice<Substring>) {
    guard let name = names.first else { return members.append(member) }
    let place = places[name] ?? folders.count
    if place == folders.count {
      places[name] = place
      folders.append(SpecFolder(path: path.isEmpty ? String(name) : "\(path)/\(name)"))
    }
    folders[place].add(member, below: names.dropFirst())
  }

  mutating func sort() {
    for index in folders.indices { folders[index].sort() }
    folders.sort { $0.path.precedes($1.path) }
    places = [:]
  }
}
