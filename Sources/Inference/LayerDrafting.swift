internal import Graph
internal import Architecture
internal import Paths

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
  var drafts: [LayerDraft] = []
  var units: [LayerUnit]
  let table: ModuleTable
  let links: [LayerLink]
  let order: UnitOrder

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
    joinProducts()
    condense()
    widen()
    nameAll()
    noteContradictions()
  }

  private func isProduct(_ unit: Int) -> Bool {
    units[unit].members.contains { table.members[$0].isProduct }
  }

  private func isOfTests(_ unit: Int) -> Bool {
    units[unit].members.allSatisfy { table.members[$0].isCompanion }
  }

  func isOfLayer(_ draft: LayerDraft) -> Bool { draft.units.contains { units[$0].isLayer } }

  private mutating func draft() {
    let joined = Dictionary(grouping: units.indices) { order.groups[$0] }
    for height in Set(order.heights).sorted(by: >) {
      let here = units.indices.filter { order.groups[$0] == $0 && order.heights[$0] == height }
      var loose: [Int] = []
      var layers: [LayerDraft] = []
      for group in here.compactMap({ joined[$0] }) {
        let draft = LayerDraft(name: "", units: group)
        if isOfLayer(draft) { layers.append(draft) } else { loose += group }
      }
      if !loose.isEmpty { layers.insert(LayerDraft(name: "", units: loose.sorted()), at: 0) }
      // Products come first; the order of names is kept otherwise.
      drafts += layers.filter { isProduct($0.units[0]) } + layers.filter { !isProduct($0.units[0]) }
    }
  }

  /// Merges products without dependents, which no link orders.
  private mutating func joinProducts() {
    var isLinked = Array(repeating: false, count: units.count)
    for link in links where order.unitOf[link.from] != order.unitOf[link.to] {
      if !table.members[link.from].isCompanion { isLinked[order.unitOf[link.to]] = true }
    }
    let tops = drafts.indices.filter { index in
      drafts[index].units.allSatisfy { !isLinked[$0] && isProduct($0) }
    }
    guard let first = tops.first, tops.count > 1 else { return }
    drafts[first].units = tops.flatMap { drafts[$0].units }.sorted()
    for index in tops.dropFirst().reversed() { drafts.remove(at: index) }
  }

  /// Joins the neighboring heights with the fewest links between them while there are too many.
  ///
  /// Keeps chains, where most heights have a single unit.
  private mutating func condense() {
    let loose = drafts.indices.filter { !isOfLayer(drafts[$0]) && !isTop(drafts[$0]) }
    guard loose.count > Self.mostLayers, let first = loose.first, let last = loose.last,
      last - first + 1 == loose.count
    else { return }
    let unitCount = loose.reduce(0) { $0 + drafts[$1].units.count }
    if unitCount * 2 <= loose.count * 3, loose.count <= Self.mostLayers * 2 { return }
    let size = (loose.count - 1) / Self.mostHeights + 1
    var bands = stride(from: 0, to: loose.count, by: size).map { start in
      loose[start..<min(start + size, loose.count)].flatMap { drafts[$0].units }
    }
    while bands.count > Self.mostLayers {
      let counts = linksBetweenNeighbors(bands)
      // Of equal pairs, joins the lowest.
      let pair = counts.indices.reversed().min { counts[$0] < counts[$1] } ?? 0
      bands[pair] += bands.remove(at: pair + 1)
    }
    drafts.replaceSubrange(
      first...last, with: bands.map { LayerDraft(name: "", units: $0.sorted()) })
  }

  /// Returns the number of links between each band of heights and the next.
  private func linksBetweenNeighbors(_ bands: [[Int]]) -> [Int] {
    var bandOf: [Int?] = Array(repeating: nil, count: units.count)
    for (number, band) in bands.enumerated() {
      for unit in band { bandOf[unit] = number }
    }
    var counts = Array(repeating: 0, count: bands.count - 1)
    for link in links where link.isStrict {
      guard let from = bandOf[order.unitOf[link.from]], let to = bandOf[order.unitOf[link.to]],
        abs(from - to) == 1
      else { continue }
      counts[min(from, to)] += 1
    }
    return counts
  }

  private func isTop(_ draft: LayerDraft) -> Bool {
    draft.units.contains(where: isProduct) || draft.units.allSatisfy(isOfTests)
  }
}

// Names.
extension LayerDrafting {
  private mutating func nameAll() {
    var taken: Set<String> = []
    for index in drafts.indices where drafts[index].units.allSatisfy({ units[$0].isLayer }) {
      let name = drafts[index].units.compactMap { nameOfUnit(units[$0]) }.joined(separator: " and ")
      drafts[index].name = name
      taken.insert(name)
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
    let products = members.filter(\.isProduct)
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

  private func nameOfUnit(_ unit: LayerUnit) -> String? {
    switch unit.subject {
    case .folder(let paths): return paths.first.map { Path.lastComponent($0) }
    case .module(let name), .layer(let name, _): return name
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
