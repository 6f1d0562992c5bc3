internal import Files
internal import Paths

// The line of first parents.
extension Repository {
  /// A commit as histories show it.
  public struct LoggedCommit: Hashable, Sendable {
    public var commit: Commit
    public var parents: [Commit]
    /// When it was committed, in seconds since 1970.
    public var time: Int
    /// The first line of its message.
    public var subject: String
  }

  /// Where a line of commits starts.
  public enum LineStart: Hashable, Sendable {
    /// Behind a commit, and what that comes from.
    case commit(Commit)
    /// At a date that git understands.
    case date(String)
  }

  /// `HEAD` and its first parents, oldest first.
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
      // Before each git repeats which commit it is.
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

  /// The paths that a file of `HEAD` had before, from the top of the repository, newest first.
  public func earlierPaths(of path: String) throws(GitError) -> [String] {
    let output = try ask([
      "log", "--follow", "--diff-filter=R", "--name-status", "-z", "--format=",
      "--no-show-signature",
      "--no-ext-diff", "--no-textconv", "HEAD", "--", ":(top,literal)" + path,
    ])
    let fields = Self.paths(output)
    return fields.indices.filter { $0 % 3 == 1 }.map { fields[$0] }
  }

  /// The files of many revisions, of which each content is asked for once.
  public func treeSeries() -> TreeSeries { TreeSeries(self, objectReader(keepsContents: true)) }
}

/// The files of many revisions of a repository, of which each content is asked for once.
public struct TreeSeries: Sendable {
  private let repository: Repository
  private let objects: ObjectReader

  init(_ repository: Repository, _ objects: ObjectReader) {
    self.repository = repository
    self.objects = objects
  }

  /// The files of a commit.
  ///
  /// - Parameters:
  ///   - commit: The commit.
  ///   - root: The root of the tree, from the top of the repository.
  ///   - notes: What is not as it was.
  /// - Returns: The files.
  /// - Throws: Why git cannot list them.
  public func tree(
    of commit: Repository.Commit, root: String, notes: inout [String]
  ) throws(GitError) -> GitTree {
    try repository.tree(of: commit, root: root, objects: objects, notes: &notes)
  }

  /// The objects that were read since this was asked last.
  public func takeUsedObjects() -> Set<String> { objects.takeUsed() }
}
