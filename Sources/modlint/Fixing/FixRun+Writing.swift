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
    let former = tree.without(tree.files.keys)
    var files: [ChangedFile] = []
    for (path, new) in tree.files.sorted(by: { $0.key.precedes($1.key) }) {
      var old: [UInt8] = []
      try former.read(path, limit: Limits.fileSize, into: &old)
      if old != new { files.append(ChangedFile(path: path, old: old, new: new)) }
    }
    return files
  }

  /// Returns the resolved paths of the files that a fix changes.
  func places(of proposal: FixProposal) -> Set<String> {
    Set(proposal.files.map { tree.resolved($0) ?? $0 })
  }

  /// Writes each file atomically.
  ///
  /// Skips files that have changed since planning, and files that depend on skipped ones.
  ///
  /// - Returns: The reasons for unwritten files, by path.
  func write(_ files: [ChangedFile]) -> [String: String] {
    var failures: [String: String] = [:]
    for file in files {
      attempt(file, &failures) { path throws(FileError) in
        try requireReplaceable(path, holding: file.old)
      }
    }
    let own = Set(ownFiles.map { tree.resolved($0) ?? $0 })
    for file in files.filter({ !own.contains($0.path) }) + files.filter({ own.contains($0.path) }) {
      spread(&failures, own)
      if failures[file.path] != nil { continue }
      attempt(file, &failures) { path throws(FileError) in
        try replaceFile(path, holding: file.old, with: file.new)
      }
    }
    return failures
  }

  private func attempt(
    _ file: ChangedFile, _ failures: inout [String: String],
    _ body: (_ path: String) throws(FileError) -> Void
  ) {
    do throws(FileError) {
      try body(Path.join(state.loaded.place.root, entry: file.path))
    } catch {
      failures[file.path] = error.reason
    }
  }

  /// Adds the files that are changed together with an unwritten file.
  ///
  /// rules.yml and the baseline depend on all other files.
  private func spread(_ failures: inout [String: String], _ own: Set<String>) {
    var (causes, next) = (failures.keys.sorted { $0.precedes($1) }, 0)
    while next < causes.count {
      let cause = causes[next]
      next += 1
      let fixes = accepted.map(places(of:)).filter { $0.contains(cause) }
      let tied = fixes.reduce(own.contains(cause) ? [] : own) { $0.union($1) }
      for path in tied.intersection(tree.files.keys).sorted(by: { $0.precedes($1) })
      where failures[path] == nil {
        failures[path] = "is left as it is, since '\(cause)' is"
        causes.append(path)
      }
    }
  }
}
