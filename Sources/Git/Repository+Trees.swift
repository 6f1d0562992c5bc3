internal import Files
internal import Paths

// Revisions and the index.
extension Repository {
  /// A commit, by the hexadecimal digits of its object.
  public struct Commit: Hashable, Sendable {
    public let id: String

    /// The checked-out commit.
    public static let head = Commit(id: "HEAD")

    init(id: String) { self.id = id }

    /// Creates the commit that a successful command printed.
    init?(_ result: Program.Result) {
      let line = result.output.prefix { $0 != UInt8(ascii: "\n") }
      if result.status != 0 || line.isEmpty { return nil }
      id = String(decoding: line, as: UTF8.self)
    }
  }

  public func mergeBase(of revision: String) throws(GitError) -> Commit {
    let result = try result(of: ["merge-base", "HEAD", revision])
    if let commit = Commit(result) { return commit }
    if try find("HEAD") == nil { throw .noCommit }
    _ = try commit(named: revision)
    if result.status > 1 { throw .failed("merge-base", result) }
    throw .noMergeBase(revision, isShallow: isShallow)
  }

  public func commit(named revision: String) throws(GitError) -> Commit {
    if let commit = try find(revision) { return commit }
    throw try find("HEAD") == nil ? .noCommit : .noRevision(revision, isShallow: isShallow)
  }

  private func find(_ revision: String) throws(GitError) -> Commit? {
    let result = try result(of: ["rev-parse", "--verify", "--quiet", revision + "^{commit}"])
    // Status 1 means that it does not exist; a higher status, that git failed.
    if result.status > 1 { throw .failed("rev-parse", result) }
    return Commit(result)
  }

  /// Returns the files of a commit, from a root relative to the top of the repository.
  ///
  /// `notes` gets sentences on files that are not read as they were, such as those of a submodule
  /// whose commit is missing.
  public func tree(
    of commit: Commit, root: String, notes: inout [String]
  ) throws(GitError) -> GitTree {
    let result = try result(of: ["ls-tree", "-r", "-z", "--full-tree", commit.id])
    if result.status != 0 {
      throw Self.isOfPartialClone(result.standardError)
        ? .lacks("folders", .commit(commit)) : .failed("ls-tree", result)
    }
    return try tree(of: ListedFiles(result.output), .commit(commit), root, &notes)
  }

  public func index(root: String, notes: inout [String]) throws(GitError) -> GitTree {
    let listed = try ask(["ls-files", "--stage", "-z", "--full-name"])
    var files = try ListedFiles(listed)
    if files.hasEmptyFiles {
      // Files added with `--intent-to-add` are listed as empty ones and not committed.
      let intended = try ask(
        ["diff-files", "--name-only", "-z", "--diff-filter=A", "--ignore-submodules"],
        isolation: try filterOptions())
      files = try ListedFiles(listed, without: Set(Self.paths(intended)))
    }
    return try tree(of: files, .index, root, &notes)
  }

  private func tree(
    of files: ListedFiles, _ state: GitTree.State, _ root: String, _ notes: inout [String]
  ) throws(GitError) -> GitTree {
    let folder: WorkingDirectory
    do throws(FileError) { folder = try WorkingDirectory(top, within: top) } catch {
      throw .unreadable(top, error)
    }
    var submodules: [String: any FileTree] = [:]
    for (path, commit) in files.submodules {
      submodules[path] = try submodule(at: path, commit: commit, &notes)
    }
    return GitTree(files, of: state, in: self, root: root, top: folder, submodules: submodules)
  }

  /// Returns the folder of a submodule that is checked out; `nil` if a link is in its place.
  func checkedOutSubmodule(at path: String) -> String? {
    let folder = Path.join(top, entry: path)
    return realPath(folder) == folder && realPath(Path.join(folder, entry: ".git")) != nil
      ? folder : nil
  }

  /// Returns the files of a submodule at a commit, or those in its folder if they are no checkout;
  /// `nil` if there are none.
  private func submodule(
    at path: String, commit: String, _ notes: inout [String]
  ) throws(GitError) -> (any FileTree)? {
    let folder = Path.join(top, entry: path)
    guard realPath(folder) == folder, WorkingDirectory.machine.kind(of: folder) == .folder else {
      return nil
    }
    let now: WorkingDirectory
    do throws(FileError) {
      now = try WorkingDirectory(folder, within: folder)
      if checkedOutSubmodule(at: path) == nil {
        return try now.entries(of: "").isEmpty ? nil : now
      }
    } catch {
      throw .unreadable(folder, error)
    }
    do throws(GitError) {
      let repository = try Repository(of: folder, environment: { _ in nil })
      return try repository.tree(of: Commit(id: commit), root: "", notes: &notes)
    } catch {
      notes.append(
        "submodule '\(path)': \(error.message); using it as it is in the working tree")
      return now
    }
  }
}

extension GitError {
  fileprivate static let noCommit = Self(
    message: "HEAD has no commits yet, so there is nothing to compare with")
  fileprivate static func unreadable(_ path: String, _ error: FileError) -> Self {
    Self(message: "\(path): \(error.reason)")
  }

  fileprivate static func noRevision(_ revision: String, isShallow: Bool) -> Self {
    let advice =
      isShallow ? "this clone is shallow, so it has to be fetched" : "'git fetch' may bring it"
    return Self(message: "unknown revision '\(revision)'; \(advice)")
  }

  fileprivate static func noMergeBase(_ revision: String, isShallow: Bool) -> Self {
    let advice =
      isShallow
      ? " in this shallow clone; fetch more history, as with 'git fetch --unshallow'" : ""
    return Self(message: "'\(revision)' and HEAD have no common ancestor\(advice)")
  }
}
