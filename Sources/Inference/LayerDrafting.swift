internal import Graph
internal import Architecture
internal import Paths

/// A proposed layer.
struct LayerDraft {
  var name: String
  var units: [Int]
  var allowsPeers = false
  /// The pattern of the folders that divide the layer into slices.
  var slices: String?
  /// Whether the units share only their height.
  var isNamedByDepth = false
  /// The comments about links that contradict the order of layers.
  var notes: [String] = []
}

/// Groups ordered units into layers and names them.
///
/// A folder that is a layer stays a layer. Other units of the same height form a layer, since they
/// do not link each other. In deep graphs, neighboring heights are joined.
struct LayerDrafting {
  /// The layers from the top.
  private(set) var drafts: [LayerDraft] = []
  private let table: ModuleTable
  private let units: [LayerUnit]
  private let order: UnitOrder
  private let links: [LayerLink]

  /// The maximum number of layers formed by height, not counting products.
  private static let mostLayers = 5

  /// The maximum number of heights to consider when joining them into layers.
  private static let mostHeights = 256

  init(_ units: [LayerUnit], _ order: UnitOrder, _ table: ModuleTable, _ links: [LayerLink]) {
    self.table = table
    self.units = units
    self.order = order
    self.links = links
    draft()
    joinApplications()
    condense()
    nameAll()
    let layerOf = layersOfMembers()
    allowPeers(layerOf)
    noteContradictions(layerOf)
  }

  private func isProduct(_ unit: Int) -> Bool {
    units[unit].members.contains {
      table.members[$0].isExecutable && !table.members[$0].isCompanion
    }
  }

  private func isOfTests(_ unit: Int) -> Bool {
    units[unit].members.allSatisfy { table.members[$0].isCompanion }
  }

  private func isOfLayer(_ draft: LayerDraft) -> Bool { units[draft.units[0]].isLayer }

  private mutating func draft() {
    for height in Set(order.heights).sorted(by: >) {
      let here = units.indices.filter { order.heights[$0] == height }
      let loose = here.filter { !units[$0].isLayer }
      var layers = loose.isEmpty ? [] : [LayerDraft(name: "", units: loose)]
      layers += here.filter { units[$0].isLayer }.map { LayerDraft(name: "", units: [$0]) }
      // Products come first; the order of names is kept otherwise.
      drafts += layers.filter { isProduct($0.units[0]) } + layers.filter { !isProduct($0.units[0]) }
    }
  }

  /// Merges folders that contain only applications without dependents.
  private mutating func joinApplications() {
    var isLinked = Array(repeating: false, count: units.count)
    for link in links where order.unitOf[link.from] != order.unitOf[link.to] {
      if !table.members[link.from].isCompanion { isLinked[order.unitOf[link.to]] = true }
    }
    let tops = drafts.indices.filter { index in
      drafts[index].units.allSatisfy { unit in
        !isLinked[unit] && isProduct(unit)
          && units[unit].members.allSatisfy { member in
            let member = table.members[member]
            return member.isApp || member.isCompanion
          }
      }
    }
    guard let first = tops.first, tops.count > 1 else { return }
    drafts[first].units = tops.flatMap { drafts[$0].units }.sorted()
    for index in tops.dropFirst().reversed() { drafts.remove(at: index) }
  }

  /// Joins neighboring heights if there are too many, with the fewest links within a layer.
  ///
  /// Keeps chains, where most heights have a single unit.
  private mutating func condense() {
    let loose = drafts.indices.filter { !isOfLayer(drafts[$0]) && !isTop(drafts[$0]) }
    guard loose.count > Self.mostLayers, let first = loose.first, let last = loose.last,
      last - first + 1 == loose.count
    else { return }
    let unitCount = loose.reduce(0) { $0 + drafts[$1].units.count }
    if unitCount * 2 <= loose.count * 3, loose.count <= Self.mostLayers * 2 { return }
    let steps = min(loose.count, Self.mostHeights)
    var heightOf: [Int: Int] = [:]
    for (height, index) in loose.enumerated() {
      for unit in drafts[index].units { heightOf[unit] = height * steps / loose.count }
    }
    var bands = HeightBands(heights: steps)
    for link in links where link.isStrict {
      let (from, to) = (order.unitOf[link.from], order.unitOf[link.to])
      guard from != to, let top = heightOf[from], let bottom = heightOf[to] else { continue }
      bands.addLink(min(top, bottom), max(top, bottom))
    }
    let layers = bands.divided(into: Self.mostLayers).map { band in
      LayerDraft(
        name: "", units: heightOf.filter { band.contains($0.value) }.map(\.key).sorted())
    }
    drafts.replaceSubrange(first...last, with: layers)
  }

  private func isTop(_ draft: LayerDraft) -> Bool {
    draft.units.contains(where: isProduct) || draft.units.allSatisfy(isOfTests)
  }
}

// Names.
extension LayerDrafting {
  private mutating func nameAll() {
    var taken: Set<String> = []
    for index in drafts.indices where drafts[index].units.count == 1 {
      if case .layer(let name, _) = units[drafts[index].units[0]].subject {
        drafts[index].name = name
        taken.insert(name)
      }
    }
    let hasLayers = !taken.isEmpty
    for index in drafts.indices where drafts[index].name.isEmpty {
      var name = ownName(drafts[index], hasLayers: hasLayers)
      if name.map(taken.contains) ?? false { name = nil }
      let names = GroupName(drafts[index].units.flatMap { units[$0].members }, table, links)
      if name == nil, drafts.count > 1 {
        name = names.sharedWord.flatMap { taken.contains($0) ? nil : $0 }
        drafts[index].isNamedByDepth = name == nil
        name = name ?? names.list(isLowest: index == drafts.count - 1)
      } else if name == nil {
        name = names.ofOnlyModule
      }
      drafts[index].name = unique(name ?? "modules", &taken)
    }
  }

  /// Returns the name of the layer's only folder or module, or the kind of its products.
  ///
  /// Products are named after their folder only if other layers are folders as well.
  private func ownName(_ draft: LayerDraft, hasLayers: Bool) -> String? {
    if draft.units.count == 1, drafts.count > 1, !isTop(draft) || hasLayers && isFolder(draft),
      let name = nameOfUnit(units[draft.units[0]]), GroupName.isPlain(name)
    {
      return name
    }
    guard isTop(draft) else { return nil }
    let members = draft.units.flatMap { units[$0].members }.map { table.members[$0] }
    let products = members.filter { $0.isExecutable && !$0.isCompanion }
    if products.isEmpty { return "tests" }
    let apps = products.filter(\.isApp).count
    if products.count == 1, apps == 0, GroupName.isPlain(products[0].name) {
      return products[0].name
    }
    return apps == products.count ? "app" : apps == 0 ? "tools" : "products"
  }

  private func isFolder(_ draft: LayerDraft) -> Bool {
    guard case .folder = units[draft.units[0]].subject else { return false }
    return true
  }

  /// Returns the name of a unit's folder or of its only module, ignoring tests.
  private func nameOfUnit(_ unit: LayerUnit) -> String? {
    switch unit.subject {
    case .folder(let paths): return paths.first.map { Path.lastComponent($0) }
    case .module(let name), .layer(let name, _): return name
    case .spec:
      let heads = unit.members.filter { !table.members[$0].isCompanion }
      return heads.count == 1 ? table.members[heads[0]].name : nil
    }
  }

  private func unique(_ name: String, _ taken: inout Set<String>) -> String {
    var candidate = name
    var number = 2
    while !taken.insert(candidate).inserted {
      candidate = "\(name)-\(number)"
      number += 1
    }
    return candidate
  }
}

// Links upward or within a layer.
extension LayerDrafting {
  /// Returns the index of each module's layer.
  private func layersOfMembers() -> [Int] {
    var layerOf = Array(repeating: 0, count: table.members.count)
    for (index, draft) in drafts.enumerated() {
      for unit in draft.units {
        for member in units[unit].members { layerOf[member] = index }
      }
    }
    return layerOf
  }

  /// Allows existing links within a layer.
  ///
  /// A folder with a specific name keeps forbidding them, unless most of its links are of this
  /// kind.
  private mutating func allowPeers(_ layerOf: [Int]) {
    var inside: [[LayerLink]] = Array(repeating: [], count: drafts.count)
    var across = Array(repeating: 0, count: drafts.count)
    for link in links {
      let (from, to) = (layerOf[link.from], layerOf[link.to])
      if from == to {
        if link.isStrict { inside[from].append(link) }
      } else if !table.members[link.from].isExecutable {
        across[from] += 1
        across[to] += 1
      }
    }
    for index in drafts.indices where !inside[index].isEmpty {
      let isNamed = isNamedByPerson(drafts[index])
      if let slices = slices(of: drafts[index], inside[index], mayCross: isNamed) {
        drafts[index].slices = slices
      } else if !isNamed || inside[index].count > 4 && inside[index].count * 2 > across[index] {
        drafts[index].allowsPeers = true
      }
    }
  }

  private func isNamedByPerson(_ draft: LayerDraft) -> Bool {
    draft.units.count == 1 && units[draft.units[0]].isNamedByPerson
  }

  /// Adds a comment to each layer with links upward to it, with the number of links each way.
  private mutating func noteContradictions(_ layerOf: [Int]) {
    var pairs: [[Int]: (down: Int, up: Int, first: LayerLink?)] = [:]
    for link in links {
      let (from, to) = (layerOf[link.from], layerOf[link.to])
      if from < to {
        pairs[[from, to], default: (0, 0, nil)].down += 1
      } else if to < from {
        let known = pairs[[to, from]] ?? (0, 0, nil)
        pairs[[to, from]] = (known.down, known.up + 1, known.first ?? link)
      }
    }
    for (key, pair) in pairs.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
      guard let link = pair.first else { continue }
      let (from, to) = (table.members[link.from].name, table.members[link.to].name)
      let links = "\(pair.down) \(pair.down == 1 ? "link leads" : "links lead") down"
      drafts[key[0]].notes.append(
        "above '\(drafts[key[1]].name)': \(links), \(pair.up) up (\(from) -> \(to)"
          + (pair.up > 1 ? ", …)" : ")"))
    }
  }

  /// The folders of layers that most links of their modules contradict, at least one of them
  /// upward.
  var contradictedFolders: [String] {
    let layerOf = layersOfMembers()
    var counts = Array(repeating: (all: 0, broken: 0, upward: 0), count: drafts.count)
    for link in links where link.isStrict && !table.members[link.from].isExecutable {
      let (from, to) = (layerOf[link.from], layerOf[link.to])
      let isInside = from == to && drafts[from].slices == nil && !drafts[from].allowsPeers
      for layer in Set([from, to]) {
        counts[layer].all += 1
        if isInside || to < from { counts[layer].broken += 1 }
        if to < from { counts[layer].upward += 1 }
      }
    }
    return drafts.indices.flatMap { index -> [String] in
      let count = counts[index]
      guard count.upward > 0, drafts[index].units.count == 1,
        count.broken * 2 > count.all || !isNamedByPerson(drafts[index]),
        case .layer(_, let folders) = units[drafts[index].units[0]].subject
      else { return [] }
      return folders
    }
  }
}

// Slices.
extension LayerDrafting {
  /// Returns the pattern of folders whose modules may link each other.
  ///
  /// A package with several targets is a slice, even if it is the only one so far.
  ///
  /// - Parameters:
  ///   - draft: A layer.
  ///   - inside: The links within the layer that the rules check.
  ///   - mayCross: Whether links between slices are acceptable as findings.
  /// - Returns: `nil` if there are no such folders, or if all modules are in one.
  private func slices(
    of draft: LayerDraft, _ inside: [LayerLink], mayCross: Bool
  ) -> String? {
    guard let parent = parentOfSlices(of: draft, inside) else { return nil }
    let members = draft.units.flatMap { units[$0].members }
    let depth = Path.components(of: parent).count
    func slice(_ member: Int) -> Substring? {
      let parts = Path.components(of: table.folder(of: member))
      return parts.count > depth ? parts[depth] : nil
    }
    let within = inside.filter { slice($0.from) != nil && slice($0.from) == slice($0.to) }
    let hasPackage = within.contains { table.isOfPackage($0.from) && table.isOfPackage($0.to) }
    let names = Set(members.map { slice($0) })
    let isDivided = isOfLayer(draft) && names.compactMap(\.self).count > 1
    guard !within.isEmpty, hasPackage || isDivided, mayCross || within.count == inside.count
    else { return nil }
    guard parent.isEmpty else { return String(RulesFile.pattern(folder: parent).dropLast()) }
    let slices = names.compactMap(\.self)
    if slices.count > 1 { return "*" }
    return names.count == 1 ? nil : slices.first.map { RulesFile.pattern(file: String($0)) }
  }

  /// Returns the folder of the layer, else the common parent of its folders, else the parent of its
  /// packages with internal links.
  private func parentOfSlices(of draft: LayerDraft, _ inside: [LayerLink]) -> String? {
    var parents: Set<String> = []
    var hasOthers = false
    for unit in draft.units {
      switch units[unit].subject {
      case .layer(_, let folders): parents.formUnion(folders)
      case .folder(let folders):
        parents.formUnion(folders.map { Path.folder(of: $0) })
      case .spec, .module: hasOthers = true
      }
    }
    if parents.count == 1, !hasOthers { return parents.first }
    let packages = inside.map { packageFolder(of: $0) }
    guard packages.allSatisfy({ $0 != nil }) else { return nil }
    let outer = Set(packages.compactMap(\.self).map { Path.folder(of: $0) })
    return outer.count == 1 ? outer.first : nil
  }

  /// Returns the folder of the package that contains both ends of a link.
  private func packageFolder(of link: LayerLink) -> String? {
    let (from, to) = (table.members[link.from], table.members[link.to])
    guard from.spec == to.spec, table.isOfPackage(link.from),
      let folder = table.graph.spec(of: from.id)?.folder, !folder.isEmpty
    else { return nil }
    return folder
  }
}
