import Diagnostics
import Files
import Fixes
import Paths

/// A file that fixes change.
struct ChangedFile {
  var path: String
  /// The bytes that the fixes were planned on.
  var old: [UInt8]
  var new: [UInt8]
}

extension FixRun {
  /// The files that changed, in order.
  func changedFiles() throws(FileError) -> [ChangedFile] {
    var files: [ChangedFile] = []
    for (path, new) in tree.files.sorted(by: { $0.key.precedes($1.key) }) {
      var old: [UInt8] = []
      try tree.base.read(path, limit: Limits.fileSize, into: &old)
      if old != new { files.append(ChangedFile(path: path, old: old, new: new)) }
    }
    return files
  }

  /// The paths without links of what a fix changes.
  func places(of proposal: FixProposal) -> Set<String> {
    Set(proposal.files.map { tree.base.resolved($0) ?? $0 })
  }

  /// Writes each file whole or not at all: none that is not as it was, nor what is only right with such a file.
  ///
  /// - Returns: Why files were not written, by path.
  func write(_ files: [ChangedFile]) -> [String: String] {
    var failures: [String: String] = [:]
    for file in files {
      attempt(file, &failures) { path throws(FileError) in
        try requireReplaceable(path, holding: file.old)
      }
    }
    let own = Set(ownFiles.map { tree.base.resolved($0) ?? $0 }).intersection(files.map(\.path))
    let ordered = files.filter { !own.contains($0.path) } + files.filter { own.contains($0.path) }
    var known = 0
    for file in ordered {
      if failures.count > known { spread(&failures, own) }
      known = failures.count
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

  /// Adds what is changed together with a file that cannot be written; rules.yml and the baseline, which are about
  /// all others, are.
  private func spread(_ failures: inout [String: String], _ own: Set<String>) {
    let changed = Set(tree.files.keys)
    var ties: [String: Set<String>] = [:]
    for proposal in accepted where proposal.files.count > 1 {
      let places = places(of: proposal).intersection(changed)
      for place in places { ties[place, default: []].formUnion(places) }
    }
    var (queue, next) = (failures.keys.sorted { $0.precedes($1) }, 0)
    while next < queue.count {
      let cause = queue[next]
      next += 1
      let tied = own.contains(cause) ? ties[cause] ?? [] : own.union(ties[cause] ?? [])
      for path in tied.sorted(by: { $0.precedes($1) }) where failures[path] == nil {
        failures[path] = "is left as it is, since '\(cause)' is"
        queue.append(path)
      }
    }
  }
}
