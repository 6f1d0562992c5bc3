internal import Graph
internal import Architecture
internal import Paths

/// Units that make one layer.
struct LayerDraft {
  var name: String
  var units: [Int]
  var allowsPeers = false
  /// The pattern for the folders that divide it into slices.
  var slices: String?
  /// Whether its units share nothing but their height.
  var isNamedByDepth = false
}

/// Makes layers of ordered units and names them.
///
/// A folder that is a layer as it stands stays one. All other units of one height go together: they
/// do not link each other. Deep graphs would get more layers than anybody keeps in mind, so of
/// those only the ends stay apart.
struct LayerDrafting {
  /// From the top down.
  private(set) var drafts: [LayerDraft] = []
  private let population: Population
  private let units: [LayerUnit]
  private let order: UnitOrder
  private let links: [LayerLink]

  /// The most layers of units that are none by themselves, but for that of the products.
  private static let mostLayers = 5

  /// The maximum number of heights to consider when joining them into layers.
  private static let mostHeights = 256

  init(_ units: [LayerUnit], _ order: UnitOrder, _ population: Population, _ links: [LayerLink]) {
    self.population = population
    self.units = units
    self.order = order
    self.links = links
    draft()
    joinApplications()
    condense()
    nameAll()
    allowPeers()
  }

  private func isProduct(_ unit: Int) -> Bool {
    units[unit].members.contains {
      population.members[$0].isExecutable && !population.members[$0].isCompanion
    }
  }

  private func isOfTests(_ unit: Int) -> Bool {
    units[unit].members.allSatisfy { population.members[$0].isCompanion }
  }

  private func isOfLayer(_ draft: LayerDraft) -> Bool { units[draft.units[0]].isLayer }

  private mutating func draft() {
    for height in Set(order.heights).sorted(by: >) {
      let here = units.indices.filter { order.heights[$0] == height }
      let loose = here.filter { !units[$0].isLayer }
      var layers = loose.isEmpty ? [] : [LayerDraft(name: "", units: loose)]
      layers += here.filter { units[$0].isLayer }.map { LayerDraft(name: "", units: [$0]) }
      // Products first; the sort keeps the order of names among the rest.
      drafts += layers.filter { isProduct($0.units[0]) } + layers.filter { !isProduct($0.units[0]) }
    }
  }

  /// Makes one layer of the folders that have nothing but applications which nothing links.
  private mutating func joinApplications() {
    var isLinked = Array(repeating: false, count: units.count)
    for link in links where order.unitOf[link.from] != order.unitOf[link.to] {
      if !population.members[link.from].isCompanion { isLinked[order.unitOf[link.to]] = true }
    }
    let tops = drafts.indices.filter { index in
      drafts[index].units.allSatisfy { unit in
        !isLinked[unit] && isProduct(unit)
          && units[unit].members.allSatisfy { member in
            let member = population.members[member]
            return member.isApp || member.isCompanion
          }
      }
    }
    guard let first = tops.first, tops.count > 1 else { return }
    drafts[first].units = tops.flatMap { drafts[$0].units }.sorted()
    for index in tops.dropFirst().reversed() { drafts.remove(at: index) }
  }

  /// Joins neighbouring heights where there are more than anybody keeps in mind, so that the fewest
  /// links lie inside of one layer.
  ///
  /// A strict chain, in which hardly any height has more than one unit, stays as it is.
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
      drafts[index].isNamedByDepth = name == nil && drafts.count > 1
      drafts[index].name = unique(
        name ?? (drafts.count > 1 ? nameOfMostLinked(index) : "modules"), &taken)
    }
  }

  /// A name after the module of a draft that most others link: `BrowserServicesKit and below`.
  private func nameOfMostLinked(_ index: Int) -> String {
    let members = drafts[index].units.flatMap { units[$0].members }
    var counts: [Int: Int] = [:]
    for member in members where !population.members[member].isCompanion { counts[member] = 0 }
    for link in links where counts[link.to] != nil { counts[link.to, default: 0] += 1 }
    let most = counts.max { ($0.value, -$0.key) < ($1.value, -$1.key) }?.key ?? members.first
    guard let most, Self.isPlain(population.members[most].name) else { return "modules" }
    let name = population.members[most].name
    return counts.count < 2
      ? name : name + (index == drafts.count - 1 ? " and below" : " and others")
  }

  /// The name of the draft's only folder or module, or what it ships.
  ///
  /// What ships is called after its folder only beside layers that are folders, too.
  private func ownName(_ draft: LayerDraft, hasLayers: Bool) -> String? {
    if draft.units.count == 1, drafts.count > 1, !isTop(draft) || hasLayers && isFolder(draft),
      let name = nameOfUnit(units[draft.units[0]]), Self.isPlain(name)
    {
      return name
    }
    guard isTop(draft) else { return nil }
    let members = draft.units.flatMap { units[$0].members }.map { population.members[$0] }
    let products = members.filter { $0.isExecutable && !$0.isCompanion }
    if products.isEmpty { return "tests" }
    let apps = products.filter(\.isApp).count
    return apps == products.count ? "app" : apps == 0 ? "tools" : "products"
  }

  private func isFolder(_ draft: LayerDraft) -> Bool {
    guard case .folder = units[draft.units[0]].subject else { return false }
    return true
  }

  /// The folder or the only module of a unit, tests aside.
  private func nameOfUnit(_ unit: LayerUnit) -> String? {
    switch unit.subject {
    case .folder(let paths): return paths.first.map { Path.lastComponent($0) }
    case .module(let name), .layer(let name, _): return name
    case .spec:
      let heads = unit.members.filter { !population.members[$0].isCompanion }
      return heads.count == 1 ? population.members[heads[0]].name : nil
    }
  }

  /// Whether a name can stand in a selector and on a terminal as it is.
  private static func isPlain(_ name: String) -> Bool {
    name.unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic || "0123456789-_. ".contains(Character($0))
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

  /// Lets the modules of a layer link each other where that is what they do.
  private mutating func allowPeers() {
    var layerOf = Array(repeating: 0, count: units.count)
    for (index, draft) in drafts.enumerated() {
      for unit in draft.units { layerOf[unit] = index }
    }
    var inside = Array(repeating: 0, count: drafts.count)
    var across = inside
    for link in links {
      let from = layerOf[order.unitOf[link.from]]
      let to = layerOf[order.unitOf[link.to]]
      if from == to {
        if link.isStrict { inside[from] += 1 }
      } else if !population.members[link.from].isExecutable {
        across[from] += 1
        across[to] += 1
      }
    }
    for index in drafts.indices {
      if let slices = slices(of: drafts[index]) {
        drafts[index].slices = slices
      } else if inside[index] > 4, inside[index] * 2 > across[index] {
        drafts[index].allowsPeers = true
      }
    }
  }
}

// Slices.
extension LayerDrafting {
  /// The pattern for the folders that modules link each other in.
  ///
  /// A package that holds several targets is a slice, even if it is the only one so far.
  private func slices(of draft: LayerDraft) -> String? {
    guard let parent = parentOfSlices(of: draft) else { return nil }
    let members = Set(draft.units.flatMap { units[$0].members })
    let depth = Path.components(of: parent).count
    func slice(_ member: Int) -> Substring? {
      let parts = Path.components(of: population.folder(of: member))
      return parts.count > depth ? parts[depth] : nil
    }
    let inside = links.filter { link in
      link.isStrict && members.contains(link.from) && members.contains(link.to)
        && slice(link.from) != nil && slice(link.from) == slice(link.to)
    }
    let hasPackage = inside.contains {
      population.isOfPackage($0.from) && population.isOfPackage($0.to)
    }
    let isDivided = isOfLayer(draft) && Set(members.compactMap(slice)).count > 1
    guard !inside.isEmpty, hasPackage || isDivided else { return nil }
    if parent.isEmpty {
      let slices = Set(members.compactMap(slice))
      return slices.count == 1 ? slices.first.map { RulesFile.pattern(file: String($0)) } : "*"
    }
    return String(RulesFile.pattern(folder: parent).dropLast())
  }

  /// The one folder of a layer, or the one that the folders of all its modules lie in, or those of its packages
  /// whose modules link each other.
  private func parentOfSlices(of draft: LayerDraft) -> String? {
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
    let members = Set(draft.units.flatMap { units[$0].members })
    let inside = links.filter {
      $0.isStrict && members.contains($0.from) && members.contains($0.to)
    }
    let packages = inside.map { packageFolder(of: $0) }
    guard packages.allSatisfy({ $0 != nil }) else { return nil }
    let outer = Set(packages.compactMap(\.self).map { Path.folder(of: $0) })
    return outer.count == 1 ? outer.first : nil
  }

  /// The folder of the package that both ends of a link are of.
  private func packageFolder(of link: LayerLink) -> String? {
    let (from, to) = (population.members[link.from], population.members[link.to])
    guard from.spec == to.spec, population.isOfPackage(link.from),
      let folder = population.graph.spec(of: from.id)?.folder, !folder.isEmpty
    else { return nil }
    return folder
  }
}
