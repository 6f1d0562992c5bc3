import Diagnostics
import Files
import Fixes
internal import Loading
import Paths

struct ChangedFile {
  var path: String
  var old: [UInt8]
  var new: [UInt8]
}

extension FixRun {
  func changedFiles() throws(FileError) -> [ChangedFile] {
    let former = tree.unchanged
    var files: [ChangedFile] = []
    for (path, new) in tree.files.sorted(by: { $0.key.precedes($1.key) }) {
      let old = try former.content(of: path)
      if old != new { files.append(ChangedFile(path: path, old: old, new: new)) }
    }
    return files
  }

  /// Writes all files, each atomically, or none if one cannot be replaced or has changed since
  /// planning.
  func write(_ files: [ChangedFile]) throws(Failure) {
    let root = state.loaded.place.root
    var written: [String] = []
    for isTrial in [true, false] {
      for file in files {
        let path = Path.join(root, entry: file.path)
        do throws(FileError) {
          if isTrial {
            try requireReplaceable(path, holding: file.old)
          } else {
            try replaceFile(path, holding: file.old, with: file.new)
            written.append(file.path)
          }
        } catch {
          let rest = written.isEmpty ? "no file was changed" : "written: \(written.shownPaths)"
          throw Failure("\(file.path): \(error.reason)", rest)
        }
      }
    }
  }
}
