internal import Diagnostics
internal import Graph
internal import Paths

/// Divides modules into units by the folders of their specs.
///
/// A folder becomes a unit if its modules have few links among each other compared with links to
/// the rest, or if its name is specific (not `Modules`) and it has sibling folders of that kind.
/// Other folders are divided into their subfolders, and specs into their modules.
///
/// - Complexity: O(*d* (*n* + *m*)) for folders *d* deep.
struct FolderDivision {
  private(set) var units: [LayerUnit] = []
  private let table: ModuleTable
  private let links: [LayerLink]
  private var linksOf: [[Int]]
  private let umbrellas: Set<Int>
  /// The maximum number of libraries of a package that becomes one unit.
  ///
  /// If there are several packages, only one with most of the libraries is divided.
  private let partsOfPackage: Int

  /// The folders to divide, since most links of their modules contradict them as layers.
  private let divided: Set<String>

  init(_ table: ModuleTable, links: [LayerLink], dividing divided: Set<String> = []) {
    self.table = table
    self.links = links
    self.divided = divided
    umbrellas = table.umbrellas(of: links)
    let libraries = table.members.count(where: \.isLibrary)
    let packages = table.graph.specs.count { $0.isPackage }
    partsOfPackage = packages > 1 ? max(5, libraries * 2 / 3) : 5
    linksOf = Array(repeating: [], count: table.members.count)
    for (number, link) in links.enumerated() {
      linksOf[link.from].append(number)
      linksOf[link.to].append(number)
    }
    guard !table.members.isEmpty else { return }
    var root = SpecFolder(path: "")
    for member in table.members.indices {
      root.add(member, below: Path.components(of: table.folder(of: member))[...])
    }
    root.sort()
    // A single top folder is not a layer if it contains layers or is the folder of the project.
    while root.members.isEmpty, root.folders.count == 1, let only = root.folders.first,
      only.holdsDeepFolders || !only.folders.isEmpty && table.isOfSpec(only.path)
    {
      root = only
    }
    // The workspace is a single unit only if there is nothing to divide.
    if root.folders.isEmpty { divideSpec(root) } else { divide(root) }
    mergeLayers()
    separateProducts()
    units = ModuleOwners(table).attached(units)
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
    let isBesideLayers = folder.folders.contains { !$0.folders.isEmpty && !isOneModule($0) }
    for inner in folder.folders {
      if inner.folders.isEmpty {
        divideSpec(inner, isBesideLayers: isBesideLayers)
      } else if isOneModule(inner) {
        units.append(LayerUnit(subject: .folder([inner.path]), members: inner.allMembers))
      } else {
        place(inner, isOneOfSeveral: isOneOfSeveral)
      }
    }
  }

  private func holdsLibraries(_ folder: SpecFolder) -> Bool {
    folder.allMembers.contains { table.members[$0].isLibrary }
  }

  /// Whether a folder with subfolders contains a module or the parts of one, rather than a layer:
  /// modules that are named after it and link each other, or modules inside of the folder of one
  /// that links them.
  private func isOneModule(_ folder: SpecFolder) -> Bool {
    let members = Set(folder.allMembers)
    let heads = members.sorted().filter {
      !table.members[$0].isCompanion && !(table.members[$0].isExecutable && mustLeave($0, members))
    }
    guard 1...5 ~= heads.count, !heads.contains(where: { table.members[$0].isExecutable }),
      !isContainer(folder)
    else { return false }
    if heads.count == 1, folder.folders.allSatisfy({ ModuleTable.isInner($0.path) }) { return true }
    let inside = links(inside: heads)
    let name = Path.lastComponent(folder.path).lowercased().filter { $0.isLetter || $0.isNumber }
    if heads.allSatisfy({ table.members[$0].name.lowercased().hasPrefix(name) }) {
      return heads.count == 1 || !inside.isEmpty
    }
    let outer = Set(
      heads.filter { folder.members.contains($0) || table.specFolder(of: $0) == folder.path })
    return heads.allSatisfy { head in
      outer.contains(head) || inside.contains { $0.to == head && outer.contains($0.from) }
    }
  }

  /// Whether a product among `members` links one of them, so that it cannot be beside it.
  private func mustLeave(_ product: Int, _ members: Set<Int>) -> Bool {
    linksOf[product].map { links[$0] }.contains { link in
      link.from == product && link.isStrict && members.contains(link.to)
    }
  }

  static let containerNames: Set<String> = [
    "app", "apps", "components", "frameworks", "ios", "libraries", "libs", "mac", "macos",
    "modules", "packages", "projects", "sources", "src", "targets", "tvos", "visionos", "watchos",
  ]

  /// Whether the name and structure of a folder suggest a deliberate layer.
  private func isNamedLayer(_ folder: SpecFolder) -> Bool {
    folder.members.isEmpty && folder.folders.count > 1
      && folder.folders.allSatisfy(\.folders.isEmpty)
      && !folder.allMembers.contains { table.members[$0].isExecutable }
      && !isContainer(folder)
  }

  private func isContainer(_ folder: SpecFolder) -> Bool {
    Self.containerNames.contains(Path.lastComponent(folder.path).lowercased())
  }

  private mutating func place(_ folder: SpecFolder, isOneOfSeveral: Bool) {
    let members = folder.allMembers
    if divided.contains(folder.path) || isContainer(folder) && isMixedOrSingle(folder, members) {
      return divide(folder)
    }
    if let parts = FeatureParts(of: folder) {
      let strict = links(inside: members)
      if parts.isCutByKind(strict) { return placeKinds(parts) }
      if !strict.isEmpty { return placeLayer(folder, members) }
    }
    // A folder with nested folders is more likely to be a layer.
    let limit = folder.folders.filter { !$0.folders.isEmpty }.count > 1 ? 3 : 2
    let (inside, across) = countLinks(of: members)
    if inside * limit > inside + across, !(isOneOfSeveral && isNamedLayer(folder)) {
      return divide(folder)
    }
    placeLayer(folder, members)
  }

  /// Whether a folder has products and libraries, or is only around another one without products.
  private func isMixedOrSingle(_ folder: SpecFolder, _ members: [Int]) -> Bool {
    if members.contains(where: { table.members[$0].isProduct }) { return holdsLibraries(folder) }
    return folder.members.isEmpty && folder.folders.count == 1
      && !members.contains { table.members[$0].isExecutable }
  }

  private mutating func placeLayer(_ folder: SpecFolder, _ members: [Int]) {
    var unit = LayerUnit(
      subject: .layer(name: layerName(folder, members), folders: [folder.path]), members: members)
    unit.isNamedByPerson =
      !isContainer(folder) && folder.members.allSatisfy { table.members[$0].isExecutable }
    units.append(unit)
  }

  private mutating func placeKinds(_ parts: FeatureParts) {
    for kind in parts.kinds {
      var unit = LayerUnit(
        subject: .layer(name: kind.name, folders: kind.folders), members: kind.members.sorted())
      unit.isNamedByPerson = !Self.containerNames.contains(kind.name.lowercased())
      units.append(unit)
    }
    for rest in parts.others { divideSpec(rest) }
  }

  /// Returns the strict links between the members, except for those of executables.
  private func links(inside members: [Int]) -> [LayerLink] {
    let inner = Set(members)
    return members.flatMap { linksOf[$0] }.map { links[$0] }.filter { link in
      link.isStrict && inner.contains(link.from) && inner.contains(link.to)
        && !table.members[link.from].isExecutable
    }
  }

  /// Returns the name of a folder, or of its parent or project if the name is unspecific.
  private func layerName(_ folder: SpecFolder, _ members: [Int]) -> String {
    let name = Path.lastComponent(folder.path)
    guard ["code", "source", "sources", "src"].contains(name.lowercased()) else { return name }
    let outer = Path.lastComponent(Path.folder(of: folder.path))
    if !outer.isEmpty { return outer }
    return members.first.flatMap { table.graph.spec(of: table.members[$0].id)?.project }
      ?? name
  }

  /// Makes one unit of a spec's modules, or a unit for each module with its tests if they link each
  /// other.
  ///
  /// Does not divide small packages, which become slices, and specs next to folders that are
  /// layers.
  private mutating func divideSpec(_ folder: SpecFolder, isBesideLayers: Bool = false) {
    let (inside, across) = countLinks(of: folder.members)
    let heads = folder.members.filter { !table.members[$0].isCompanion }
    let isPackage =
      heads.count <= partsOfPackage && folder.members.allSatisfy(table.isOfPackage)
    let isOfProducts = Set(heads.map { table.members[$0].isExecutable }).count > 1
    guard inside * 2 > inside + across || !isBesideLayers && isOfProducts, !heads.isEmpty,
      !isPackage
    else {
      let isLeaf = folder.folders.isEmpty && !folder.path.isEmpty
      let name = heads.count == 1 ? table.members[heads[0]].name : folder.path + "/"
      units.append(
        LayerUnit(subject: isLeaf ? .folder([folder.path]) : .module(name), members: folder.members)
      )
      return
    }
    let owners = ModuleOwners(table, among: heads)
    var owned: [Int: [Int]] = [:]
    for member in folder.members where table.members[member].isCompanion {
      owned[owners.owner(of: member) ?? heads[0], default: []].append(member)
    }
    for head in heads {
      units.append(
        LayerUnit(
          subject: .module(table.members[head].name),
          members: ([head] + (owned[head] ?? [])).sorted()))
    }
  }

  /// Counts strict links between the members, and links to or from others.
  ///
  /// Ignores links of executables and umbrella libraries, which link modules of all layers.
  private func countLinks(of members: [Int]) -> (inside: Int, across: Int) {
    let inner = Set(members)
    var (inside, across) = (0, 0)
    for member in members {
      for link in linksOf[member].map({ links[$0] }) {
        if inner.contains(link.from), inner.contains(link.to) {
          if link.isStrict, link.from == member { inside += 1 }
        } else if !table.members[link.from].isExecutable, !umbrellas.contains(link.from) {
          across += 1
        }
      }
    }
    return (inside, across)
  }

  /// Makes units of the products that may not link libraries of their unit, with their tests.
  private mutating func separateProducts() {
    for number in units.indices {
      let members = units[number].members
      let inner = Set(members)
      let products = members.filter { table.members[$0].isProduct && mustLeave($0, inner) }
      for product in products {
        let own = members.filter { $0 == product || table.host(of: $0) == product }
        units[number].members.removeAll(where: own.contains)
        units.append(LayerUnit(subject: .module(table.members[product].name), members: own))
      }
    }
    units.removeAll(where: \.members.isEmpty)
  }

  private mutating func mergeLayers() {
    var places: [String: Int] = [:]
    var merged: [LayerUnit] = []
    for unit in units {
      guard case .layer(let name, let folders) = unit.subject,
        let place = places[name], case .layer(_, let others) = merged[place].subject
      else {
        if unit.isLayer { places[unit.name] = merged.count }
        merged.append(unit)
        continue
      }
      merged[place].subject = .layer(name: name, folders: others + folders)
      merged[place].isNamedByPerson = merged[place].isNamedByPerson || unit.isNamedByPerson
      merged[place].members = (merged[place].members + unit.members).sorted()
    }
    units = merged
  }
}
