internal import Paths

/// Paths of files, split into folders and names.
///
/// A project has very many, mostly several in a folder, and few commands ask for them.
struct PathList: Sendable {
  private(set) var folders: [String] = []
  private var names: [UInt8] = []
  private var files: [(folder: Int, end: Int)] = []

  var isEmpty: Bool { files.isEmpty }

  var paths: [String] {
    var start = 0
    return files.map { file in
      let name = String(decoding: names[start..<file.end], as: UTF8.self)
      start = file.end
      return Path.join(folders[file.folder], entry: name)
    }
  }

  mutating func append(_ path: String) {
    append(
      ArraySlice(Path.lastComponent(path).utf8), in: Path.enclosingFolder(of: path) ?? "")
  }

  mutating func append(_ name: ArraySlice<UInt8>, in folder: String) {
    if folders.last != folder { folders.append(folder) }
    names += name
    files.append((folders.count - 1, names.count))
  }

  mutating func append(contentsOf other: PathList) {
    let (folder, name) = (folders.count, names.count)
    folders += other.folders
    names += other.names
    files += other.files.lazy.map { (folder + $0.folder, name + $0.end) }
  }
}
