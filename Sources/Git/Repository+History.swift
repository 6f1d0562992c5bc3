// The first-parent history.
extension Repository {
  /// A commit, with its parents, time and subject.
  public struct LoggedCommit: Hashable, Sendable {
    public var commit: Commit
    public var parents: [Commit]
    /// The time of the commit, in seconds since 1970.
    public var time: Int
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
    var question = [
      "rev-list", "--first-parent", "--encoding=UTF-8", "--format=%H%x00%P%x00%ct%x00%s",
    ]
    switch start {
    case .commit(let commit): question += ["HEAD", "^" + commit.id]
    case .date(let date): question += ["--since=" + date, "HEAD"]
    case nil: question.append("HEAD")
    }
    var commits: [LoggedCommit] = []
    for line in try ask(question + ["--"]).split(separator: UInt8(ascii: "\n")) {
      // git writes a line `commit OBJECT` before each.
      let fields = line.split(separator: 0, maxSplits: 3, omittingEmptySubsequences: false)
        .map { String(decoding: $0, as: UTF8.self) }
      guard fields.count == 4, let time = Int(fields[2]) else { continue }
      commits.append(
        LoggedCommit(
          commit: Commit(id: fields[0]),
          parents: fields[1].split(separator: " ").map { Commit(id: String($0)) }, time: time,
          subject: fields[3]))
    }
    return commits.reversed()
  }

  /// Returns the objects that were read since the last call.
  public func takeUsedObjects() -> Set<String> { objects.takeUsed() }
}
