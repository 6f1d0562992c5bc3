internal import Diagnostics
internal import Paths

/// The parts that sibling features share: `Domain` and `Data` in `Features/*/{Domain,Data}`.
struct FeatureParts {
  struct Kind {
    var name: String
    var folders: [String]
    var members: [Int]
  }

  private(set) var kinds: [Kind] = []
  private(set) var others: [SpecFolder] = []
  /// The index of the kind and of the feature of each member, if it has one.
  private var placeOf: [Int: (kind: Int, feature: Int)] = [:]

  /// Fails unless most modules of a folder are in subfolders with at least two such names.
  ///
  /// - Complexity: O(*n* log *n*).
  init?(of folder: SpecFolder) {
    let features = folder.folders.filter { !$0.folders.isEmpty }
    guard features.count > 1, features.count * 2 > folder.folders.count, folder.members.isEmpty
    else { return nil }
    var named: [String: [(feature: Int, folder: SpecFolder)]] = [:]
    for (feature, outer) in features.enumerated() {
      for part in outer.folders {
        named[Path.lastComponent(part.path), default: []].append((feature, part))
      }
    }
    let shared = named.filter { $1.count > 1 && $1.allSatisfy(\.folder.folders.isEmpty) }
    // A part of a single feature is a kind as well if there are few of them.
    let single = named.filter { $1.count == 1 && $1[0].folder.folders.isEmpty }
    let mayBeSingle = single.count <= shared.count
    for (name, parts) in named.sorted(by: { $0.key.precedes($1.key) }) {
      guard shared[name] != nil || mayBeSingle && single[name] != nil else {
        others += parts.map(\.folder)
        continue
      }
      for part in parts {
        for member in part.folder.members { placeOf[member] = (kinds.count, part.feature) }
      }
      kinds.append(
        Kind(
          name: name, folders: parts.map(\.folder.path), members: parts.flatMap(\.folder.members)))
    }
    others += features.filter { !$0.members.isEmpty }.map { feature in
      var own = SpecFolder(path: feature.path)
      own.members = feature.members
      return own
    }
    others += folder.folders.filter(\.folders.isEmpty)
    let rest = others.reduce(0) { $0 + $1.allMembers.count }
    guard kinds.count > 1, placeOf.count > rest * 2 else { return nil }
  }

  /// Whether layers by kind forbid fewer links than slices by feature.
  ///
  /// Compares the links that the best order of kinds forbids with those between features.
  func isCutByKind(_ links: [LayerLink]) -> Bool {
    var counts: [[Int]] = Array(
      repeating: Array(repeating: 0, count: kinds.count), count: kinds.count)
    var between = 0
    for link in links {
      guard let from = placeOf[link.from], let to = placeOf[link.to] else { continue }
      if from.feature != to.feature { between += 1 }
      counts[from.kind][to.kind] += 1
    }
    var within = 0
    for kind in kinds.indices {
      within += counts[kind][kind]
      for other in kinds.indices.prefix(kind) {
        within += min(counts[kind][other], counts[other][kind])
      }
    }
    return within < between
  }
}

struct SpecFolder {
  var path: String
  /// The members of the specs in the folder itself.
  var members: [Int] = []
  var folders: [SpecFolder] = []
  private var places: [Substring: Int] = [:]

  init(path: String) { self.path = path }

  var allMembers: [Int] { (members + folders.flatMap(\.allMembers)).sorted() }

  /// Whether a subfolder of the first folder has subfolders.
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
