internal import Architecture
internal import Graph
internal import Paths

// The links that the layers forbid.
extension LayerDrafting {
  /// Widens layers until they forbid only links that a lead would forbid as well.
  ///
  /// Modules that link each other share a layer already, unless enough links keep their order; see
  /// `UnitOrder`. What is left are links within a layer.
  mutating func widen() {
    allowPeers(of: links.filter { !table.isLiftable($0.from) })
    liftCompanions()
    allowPeers(of: links)
  }

  private func layersOfMembers() -> [Int] {
    var layerOf = Array(repeating: 0, count: table.members.count)
    for (index, draft) in drafts.enumerated() {
      for member in draft.units.flatMap({ units[$0].members }) { layerOf[member] = index }
    }
    return layerOf
  }

  /// Moves tests and their hosts above the modules that their own layer may not link.
  private mutating func liftCompanions() {
    let layerOf = layersOfMembers()
    var limits: [Int: Int] = [:]
    for link in links where table.isLiftable(link.from) {
      let isAllowed = !link.isStrict || drafts[layerOf[link.to]].allowsPeers
      let limit = layerOf[link.to] - (isAllowed ? 0 : 1)
      limits[link.from] = min(limits[link.from] ?? limit, limit)
    }
    for (member, limit) in limits.sorted(by: { $0.key < $1.key })
    where 0..<layerOf[member] ~= limit {
      let own = drafts[layerOf[member]].units.first { units[$0].members.contains(member) }
      if let own { units.move(member, from: own, to: drafts[limit].units[0]) }
    }
    for index in drafts.indices { drafts[index].units.removeAll { units[$0].members.isEmpty } }
    drafts.removeAll(where: \.units.isEmpty)
  }

  /// Allows links within a layer.
  ///
  /// A folder with a specific name keeps forbidding them if three of four links of its modules lead
  /// to lower layers.
  private mutating func allowPeers(of links: [LayerLink]) {
    let layerOf = layersOfMembers()
    var inside: [[LayerLink]] = Array(repeating: [], count: drafts.count)
    var below = Array(repeating: 0, count: drafts.count)
    for link in links where link.isStrict {
      let (from, to) = (layerOf[link.from], layerOf[link.to])
      if from == to {
        inside[from].append(link)
      } else if !table.members[link.from].isExecutable {
        below[from] += 1
      }
    }
    for index in drafts.indices {
      let tolerated = isLayerOfPerson(drafts[index]) ? below[index] / 3 : 0
      drafts[index].slices =
        inside[index].isEmpty ? nil : slices(of: drafts[index], inside[index], tolerated)
      drafts[index].allowsPeers =
        drafts[index].slices == nil && inside[index].count > tolerated
    }
  }

  /// Whether a layer is one folder with a specific name and several modules, rather than the parts
  /// of one.
  private func isLayerOfPerson(_ draft: LayerDraft) -> Bool {
    draft.units.count == 1 && units[draft.units[0]].isNamedByPerson
      && units[draft.units[0]].members.count { !table.members[$0].isCompanion } > 2
  }

  /// Adds a comment to each layer with links upward to it, with the number of links each way.
  mutating func noteContradictions() {
    let layerOf = layersOfMembers()
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
}

// Slices.
extension LayerDrafting {
  /// Returns the pattern of folders whose modules may link each other.
  ///
  /// A package with several targets is a slice, even if it is the only one so far.
  ///
  /// `tolerated` links between slices are acceptable as findings. Returns `nil` if there are no such
  /// folders, or if all modules are in one.
  private func slices(
    of draft: LayerDraft, _ inside: [LayerLink], _ tolerated: Int
  ) -> String? {
    let parents = Set(inside.compactMap(parentOfSlice))
    guard parents.count == 1, let parent = parents.first else { return nil }
    let members = draft.units.flatMap { units[$0].members }
    func slice(_ member: Int) -> Substring? {
      Path.part(of: table.folder(of: member), in: parent)?.split(separator: "/").first
    }
    let within = inside.filter { slice($0.from) != nil && slice($0.from) == slice($0.to) }
    let hasPackage = within.contains { table.isOfPackage($0.from) && table.isOfPackage($0.to) }
    let names = Set(members.map { slice($0) })
    let isDivided = names.compactMap(\.self).count > 1
    guard !within.isEmpty, hasPackage || isDivided, inside.count - within.count <= tolerated
    else { return nil }
    guard parent.isEmpty else { return String(RulesFile.pattern(folder: parent).dropLast()) }
    let slices = names.compactMap(\.self)
    if slices.count > 1 { return "*" }
    return names.count == 1 ? nil : slices.first.map { RulesFile.pattern(file: String($0)) }
  }

  /// Returns the parent of the slice that contains both ends of a link: the folder of their layer,
  /// else the parent of their unit's folder or of their package.
  private func parentOfSlice(_ link: LayerLink) -> String? {
    let (from, to) = (table.members[link.from], table.members[link.to])
    let unit = order.unitOf[link.from]
    switch units[unit].subject {
    case .layer(_, let folders) where folders.count == 1: return folders[0]
    case .folder(let folders) where unit == order.unitOf[link.to]:
      return Path.folder(of: folders[0])
    default:
      guard from.spec == to.spec, table.isOfPackage(link.from),
        let folder = table.specFolder(of: link.from), !folder.isEmpty
      else { return nil }
      return Path.folder(of: folder)
    }
  }
}
