internal import Diagnostics
internal import Paths

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
