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
  private let umbrellas: Set<Int>
  /// The maximum size, in modules, of a package that is treated as a single module.
  ///
  /// One of several packages may have more: all are slices. One that has most of the workspace is divided.
  private let partsOfPackage: Int

  init(_ population: Population, links: [LayerLink]) {
    self.population = population
    self.links = links
    umbrellas = population.umbrellas(of: links)
    let libraries = population.members.count { !$0.isExecutable && !$0.isCompanion }
    let packages = population.graph.specs.count { $0.isPackage }
    partsOfPackage = packages > 2 ? max(5, libraries / 2) : 5
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
    units.sort { a, b in
      a.name == b.name
        ? a.members.lexicographicallyPrecedes(b.members) : a.name.precedes(b.name)
    }
  }

  private mutating func divide(_ folder: SpecFolder) {
    if let parts = FeatureParts(of: folder), parts.isCutByKind(links(inside: folder.allMembers)) {
      return placeKinds(parts)
    }
    if !folder.members.isEmpty { divideSpec(folder) }
    let isOneOfSeveral = folder.folders.filter(holdsLibraries).count > 1
    let isBesideLayers = folder.folders.contains { !$0.folders.isEmpty }
    for inner in folder.folders {
      if inner.folders.isEmpty {
        divideSpec(inner, isBesideLayers: isBesideLayers)
      } else {
        place(inner, isOneOfSeveral: isOneOfSeveral)
      }
    }
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
    let members = folder.allMembers
    if let parts = FeatureParts(of: folder) {
      let strict = links(inside: members)
      if parts.isCutByKind(strict) { return placeKinds(parts) }
      if !strict.isEmpty, parts.isCutByFeature(strict) { return placeLayer(folder, members) }
    }
    // Folders of folders are likely to be layers themselves.
    let limit = folder.folders.filter { !$0.folders.isEmpty }.count > 1 ? 3 : 2
    let (inside, across) = countLinks(of: members)
    if inside * limit > inside + across, !(isOneOfSeveral && isNamedLayer(folder)) {
      return divide(folder)
    }
    placeLayer(folder, members)
  }

  private mutating func placeLayer(_ folder: SpecFolder, _ members: [Int]) {
    units.append(
      LayerUnit(
        subject: .layer(name: layerName(folder, members), folders: [folder.path]), members: members)
    )
  }

  /// Makes a layer of the folders of each kind that the features in a folder are divided into.
  private mutating func placeKinds(_ parts: FeatureParts) {
    for kind in parts.kinds {
      units.append(
        LayerUnit(
          subject: .layer(name: kind.name, folders: kind.folders), members: kind.members.sorted()))
    }
    for rest in parts.others { divideSpec(rest) }
  }

  /// The strict links between the members, but for those of executables.
  private func links(inside members: [Int]) -> [LayerLink] {
    let inner = Set(members)
    return members.flatMap { linksOf[$0] }.map { links[$0] }.enumerated().filter { _, link in
      link.isStrict && inner.contains(link.from) && inner.contains(link.to)
        && !population.members[link.from].isExecutable
    }.map(\.element)
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

  /// Takes the modules of one spec together, or each with its tests if they link each other.
  ///
  /// Those of a small package stay together: it will be a slice. So do those of a folder beside others
  /// that are layers.
  private mutating func divideSpec(_ folder: SpecFolder, isBesideLayers: Bool = false) {
    let (inside, across) = countLinks(of: folder.members)
    let heads = folder.members.filter { !population.members[$0].isCompanion }
    let isPackage =
      heads.count <= partsOfPackage && folder.members.allSatisfy(population.isOfPackage)
    guard inside * 2 > inside + across || !isBesideLayers && shipsAboveLibraries(heads),
      !heads.isEmpty,
      !isPackage
    else {
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
      let owner = owners.named(by: name) ?? owners.topmost(of: linkedBy[member] ?? [], linkedBy)
      owned[owner ?? 0].append(member)
    }
    for (head, members) in zip(heads, owned) {
      units.append(
        LayerUnit(
          subject: .module(population.members[head].name), members: members.sorted()))
    }
  }

  /// Whether a spec has applications and libraries that these link.
  private func shipsAboveLibraries(_ heads: [Int]) -> Bool {
    let own = Set(heads)
    return heads.contains { head in
      population.members[head].isExecutable
        && (linkedBy[head] ?? []).contains {
          own.contains($0) && !population.members[$0].isExecutable
        }
    }
  }

  /// How many strict links lie between the members, and how many links lead in or out.
  ///
  /// Those of executables and umbrellas say nothing: they link modules of all layers.
  private func countLinks(of members: [Int]) -> (inside: Int, across: Int) {
    let inner = Set(members)
    var (inside, across) = (0, 0)
    for member in members {
      for link in linksOf[member].map({ links[$0] }) {
        if inner.contains(link.from), inner.contains(link.to) {
          if link.isStrict, link.from == member { inside += 1 }
        } else if !population.members[link.from].isExecutable, !umbrellas.contains(link.from) {
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

  /// Modules of one name go together, unless folders of their own distinguish them.
  private mutating func mergeModules() {
    var places: [String: Int] = [:]
    var merged: [LayerUnit] = []
    for unit in units {
      if case .module(let name) = unit.subject {
        let isDistinct = unit.members.allSatisfy { population.ownFolder(of: $0) != nil }
        if let place = places[name], !isDistinct {
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
      ?? owners.topmost(of: linkedBy[test] ?? [], linkedBy)
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

/// Finds the module that a test or its support is about: the one it is named after, else the topmost
/// one that it links.
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

  /// The member that most of the others are reached from; of equal ones the first.
  func topmost(of members: [Int], _ linkedBy: [Int: [Int]]) -> Int? {
    let heads = members.filter { placeOfMember[$0] != nil }
    guard heads.count > 1, heads.count <= Self.mostCompared else { return first(of: heads) }
    let wanted = Set(heads)
    var best: (head: Int, count: Int)?
    for head in heads {
      var (seen, open, count): (Set<Int>, [Int], Int) = ([head], [head], 0)
      while let member = open.popLast() {
        for next in linkedBy[member] ?? [] where seen.insert(next).inserted {
          open.append(next)
          if wanted.contains(next) { count += 1 }
        }
      }
      if count > best?.count ?? -1 { best = (head, count) }
    }
    return first(of: best.map { [$0.head] } ?? [])
  }

  /// The most modules that the topmost one is looked for among.
  private static let mostCompared = 64
}
