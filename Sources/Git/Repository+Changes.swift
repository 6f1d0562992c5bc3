internal import Diagnostics
internal import Files
internal import Paths

// Changes since a commit.
extension Repository {
  /// Returns the paths, relative to the top, of all files that were added, changed or removed since
  /// a commit, in the index or after it, and of untracked files that are not ignored.
  ///
  /// git compares the files whose times or sizes differ from those in the index, without the filters
  /// of the configuration. With `isStaged`, only the index counts.
  public func changes(since commit: Commit, isStaged: Bool = false) throws(GitError) -> [String] {
    let staged = try ask([
      "diff-index", "--cached", "--name-only", "-z", "--no-renames", "--no-ext-diff",
      "--no-textconv", "--no-relative", "--ignore-submodules=dirty", commit.id, "--",
    ])
    var paths = Set(Self.paths(staged))
    if !isStaged {
      let status = try ask(
        [
          "status", "--porcelain", "-z", "--no-renames", "--untracked-files=all",
          "--ignore-submodules=dirty",
        ], isolation: try filterOptions())
      // Each is `XY SP PATH`.
      for entry in Self.paths(status) {
        paths.insert(String(decoding: entry.utf8.dropFirst(3), as: UTF8.self))
      }
      paths.formUnion(try changedSubmodules())
    }
    return paths.sorted { $0.precedes($1) }
  }

  /// Returns the paths, relative to the top, of all files in the index that git would ignore
  /// otherwise.
  public func trackedIgnoredFiles() throws(GitError) -> [String] {
    Self.paths(
      try ask(["ls-files", "--cached", "--ignored", "--exclude-standard", "-z", "--full-name"]))
  }

  /// Returns the paths, relative to the top, of the files in the index that match any of some
  /// patterns of git.
  public func trackedFiles(matching patterns: [String]) throws(GitError) -> [String] {
    Self.paths(try ask(["ls-files", "--cached", "-z", "--full-name", "--"] + patterns))
  }

  static func paths(_ output: [UInt8]) -> [String] {
    output.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Returns the submodules with changes; git itself would run in each with its configuration.
  private func changedSubmodules() throws(GitError) -> [String] {
    guard realPath(Path.join(top, entry: ".gitmodules")) != nil else { return [] }
    let listed = Self.paths(try ask(["ls-files", "--stage", "-z", "--full-name"]))
    var changed: [String] = []
    for entry in listed where entry.hasPrefix("160000 ") {
      guard let path = entry.split(separator: "\t", maxSplits: 1).last.map(String.init),
        let folder = checkedOutSubmodule(at: path)
      else { continue }
      let repository = try? Repository(of: folder, environment: { _ in nil })
      let changes = try? repository?.changes(since: .head)
      // A submodule that git cannot read counts as changed.
      if changes?.isEmpty != true { changed.append(path) }
    }
    return changed
  }
}

// The first-parent history.
extension Repository {
  public struct LoggedCommit: Hashable, Sendable {
    public var commit: Commit
    public var parents: [Commit]
    /// The date of the commit as `YYYY-MM-DD`, in UTC.
    public var date: String
    /// Its week as `YYYY-WW` (ISO 8601).
    public var week: String
    /// The first line of its message.
    public var subject: String
  }

  /// Returns `HEAD` and its first parents, oldest first; `limit` is one of `git rev-list`.
  public func firstParents(limit: String?) throws(GitError) -> [LoggedCommit] {
    try log(["--first-parent", "HEAD"] + (limit.map { [$0] } ?? [])).reversed()
  }

  public func logged(_ commit: Commit) throws(GitError) -> LoggedCommit? {
    try log(["--max-count=1", commit.id]).first
  }

  private func log(_ arguments: [String]) throws(GitError) -> [LoggedCommit] {
    let question = [
      "rev-list", "--encoding=UTF-8", "--date=format-local:%Y-%m-%d %G-%V",
      "--format=%H%x00%P%x00%cd%x00%s",
    ]
    var commits: [LoggedCommit] = []
    for line in try ask(question + arguments + ["--"]).split(separator: UInt8(ascii: "\n")) {
      // git writes a line `commit OBJECT` before each.
      let fields = line.split(separator: 0, maxSplits: 3, omittingEmptySubsequences: false)
        .map { String(decoding: $0, as: UTF8.self) }
      guard fields.count == 4 else { continue }
      commits.append(
        LoggedCommit(
          commit: Commit(id: fields[0]),
          parents: fields[1].split(separator: " ").map { Commit(id: String($0)) },
          date: String(fields[2].prefix(10)), week: String(fields[2].dropFirst(11)),
          subject: fields[3]))
    }
    return commits
  }
}
