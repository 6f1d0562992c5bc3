// The first-parent history.
extension Repository {
  /// A commit, with its parents, time and subject.
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

  /// Returns a commit with its date; `nil` if git lists none.
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
