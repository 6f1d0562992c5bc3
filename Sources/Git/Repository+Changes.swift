internal import Diagnostics
internal import Files
internal import Paths

// Changes since a commit.
extension Repository {
  /// Returns the paths, relative to the top, of all files that differ from those of a commit:
  /// added, changed or removed, committed or not, and untracked files that are not ignored.
  ///
  /// git selects the files to compare by the times and sizes in the index. Their bytes are compared
  /// without the filters of the configuration, so a file with a new time that differs only before
  /// filtering counts as changed. With `isStaged`, compares the index instead of the working tree.
  public func changes(since commit: Commit, isStaged: Bool = false) throws(GitError) -> [String] {
    var paths = Set(try differences(from: commit, isStaged: isStaged))
    if !isStaged {
      let untracked = try ask(["ls-files", "--others", "--exclude-standard", "-z", "--full-name"])
      paths.formUnion(Self.paths(untracked))
      paths.formUnion(try changedSubmodules())
    }
    return paths.sorted { $0.precedes($1) }
  }

  /// Parses `:MODE SP MODE SP OBJECT SP OBJECT SP STATUS NUL PATH NUL`.
  private func differences(from commit: Commit, isStaged: Bool) throws(GitError) -> [String] {
    let output = try ask(
      [
        "diff-index", "--raw", "-z", "--no-abbrev", "--no-renames", "--no-ext-diff",
        "--no-textconv", "--no-relative", "--ignore-submodules=dirty",
      ] + (isStaged ? ["--cached"] : []) + [commit.id, "--"],
      isolation: isStaged ? [] : try filterOptions())
    var paths: [String] = []
    var fields = Self.paths(output).makeIterator()
    while let head = fields.next(), let path = fields.next() {
      let words = head.dropFirst().split(separator: " ")
      guard words.count == 5 else { throw .noDifference }
      // If only the time differs, the content decides. Submodules are compared by their commits.
      let isUndecided =
        words[4] == "M" && words[0] == words[1] && words[1] != "160000"
        && words[3].allSatisfy { $0 == "0" }
      if isUndecided, isUnchanged(path, since: String(words[2]), isLink: words[1] == "120000") {
        continue
      }
      paths.append(path)
    }
    return paths
  }

  private func isUnchanged(_ path: String, since object: String, isLink: Bool) -> Bool {
    let path = Path.join(top, entry: path)
    let content = isLink ? linkTarget(path) : try? WorkingDirectory.machine.content(of: path)
    return content.map { objects.read(object, limit: .max) == .success($0) } ?? false
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

extension GitError {
  fileprivate static let noDifference = Self(
    message: "git's list of differences cannot be understood")
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

  /// The start of a line of commits.
  public enum LineStart: Hashable, Sendable {
    /// After a commit and its ancestors.
    case commit(Commit)
    /// At a date in a form that git parses.
    case date(String)
  }

  /// Returns `HEAD` and its first parents, oldest first.
  public func firstParents(since start: LineStart?) throws(GitError) -> [LoggedCommit] {
    let limit: [String] =
      switch start {
      case .commit(let commit): ["^" + commit.id]
      case .date(let date): ["--since=" + date]
      case nil: []
      }
    return try log(["--first-parent", "HEAD"] + limit).reversed()
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
