internal import Files

// Revisions, the index and what has changed.
extension Repository {
  /// A commit by the hexadecimal digits of its object.
  public struct Commit: Hashable, Sendable {
    public let id: String
  }

  /// The newest commit that both `revision` and `HEAD` come from.
  public func mergeBase(of revision: String) throws(GitError) -> Commit {
    let result = try result(of: ["merge-base", "HEAD", revision])
    let id = String(decoding: result.output, as: UTF8.self).prefix { !$0.isNewline }
    if result.status == 0, !id.isEmpty { return Commit(id: String(id)) }
    if try !exists("HEAD") { throw GitError(.noCommit) }
    if try !exists(revision) { throw GitError(.noRevision(revision, isShallow: isShallow)) }
    throw GitError(.noMergeBase(revision, isShallow: isShallow))
  }

  private func exists(_ revision: String) throws(GitError) -> Bool {
    try result(of: ["rev-parse", "--verify", "--quiet", revision + "^{commit}"]).status == 0
  }

  /// The files of a commit.
  ///
  /// - Parameters:
  ///   - commit: The commit.
  ///   - root: The root of the tree, from the top of the repository.
  ///   - notes: What is not as it was, such as a submodule whose older state is not here.
  /// - Returns: The files.
  /// - Throws: Why git cannot list them.
  public func tree(
    of commit: Commit, root: String, notes: inout [String]
  ) throws(GitError) -> GitTree {
    let listed = try ask(["ls-tree", "-r", "-z", "--full-tree", commit.id])
    return try tree(of: try listing(listed, of: .lsTree), root, &notes)
  }

  /// The files as the index has them, which is what the next commit will have.
  public func index(root: String, notes: inout [String]) throws(GitError) -> GitTree {
    let listed = try ask(["ls-files", "--stage", "-z", "--full-name"])
    var listing = try listing(listed, of: .lsFiles)
    if listing.hasEmptyFiles {
      // Added with `--intent-to-add`, files are listed as empty ones but not committed.
      let intended = try ask(
        ["diff-files", "--name-only", "-z", "--diff-filter=A", "--ignore-submodules"])
      listing = try self.listing(listed, of: .lsFiles, without: Set(Self.paths(intended)))
    }
    return try tree(of: listing, root, &notes)
  }

  private func listing(
    _ listed: [UInt8], of command: Listing.Command, without excluded: Set<String> = []
  ) throws(GitError) -> Listing {
    do throws(Listing.Fault) {
      return try Listing(listed, of: command, without: excluded)
    } catch {
      switch error {
      case .notAListing: throw GitError(.notAListing)
      case .unmerged(let path): throw GitError(.unmerged(path))
      }
    }
  }

  private func tree(
    of listing: Listing, _ root: String, _ notes: inout [String]
  ) throws(GitError) -> GitTree {
    let folder: WorkingDirectory
    do throws(FileError) { folder = try WorkingDirectory(top) } catch {
      throw GitError(.unreadable(top, error))
    }
    var submodules: [String: any FileTree] = [:]
    for number in listing.submodules {
      let path = listing.path(number)
      submodules[path] = submodule(at: path, commit: listing.object(number), &notes)
    }
    return GitTree(
      listing, objects: objectReader(), root: root, top: folder, submodules: submodules)
  }

  /// The files of a submodule at a commit; nil where it is not checked out, so that the working tree
  /// has none either.
  private func submodule(
    at path: String, commit: String, _ notes: inout [String]
  ) -> (any FileTree)? {
    let folder = join(top, path)
    guard realPath(join(folder, ".git")) != nil, let now = try? WorkingDirectory(folder) else {
      return nil
    }
    do throws(GitError) {
      let repository = try Repository(of: folder, environment: { _ in nil })
      return try repository.tree(of: Commit(id: commit), root: "", notes: &notes)
    } catch {
      notes.append(
        "submodule '\(path)': \(error.message); it is taken as it is in the working tree")
      return now
    }
  }

  /// The paths, from the top, of all files that differ from those of a commit: what was added,
  /// changed or removed, committed or not, and what is not tracked but not ignored either.
  ///
  /// - Parameters:
  ///   - commit: The commit to compare with.
  ///   - isStaged: Whether the index is compared rather than the working tree.
  /// - Returns: The paths, in order.
  /// - Throws: Why git cannot tell.
  public func changes(since commit: Commit, isStaged: Bool = false) throws(GitError) -> [String] {
    let difference = try ask(
      ["diff", "--name-only", "-z", "--no-renames", "--no-ext-diff", "--no-relative"]
        + (isStaged ? ["--cached"] : []) + [commit.id, "--"])
    var paths = Set(Self.paths(difference))
    if !isStaged {
      paths.formUnion(
        Self.paths(try ask(["ls-files", "--others", "--exclude-standard", "-z", "--full-name"])))
    }
    return paths.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  private static func paths(_ output: [UInt8]) -> [String] {
    output.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
  }
}

extension GitError.Message {
  fileprivate static let noCommit = Self(text: "HEAD has no commit yet, so nothing is older")
  fileprivate static let notAListing = Self(text: "git's list of files cannot be understood")

  fileprivate static func unreadable(_ path: String, _ error: FileError) -> Self {
    Self(text: "\(path): \(error.reason)")
  }

  fileprivate static func unmerged(_ path: String) -> Self {
    Self(text: "the index holds several versions of '\(path)'; settle the merge first")
  }

  fileprivate static func noRevision(_ revision: String, isShallow: Bool) -> Self {
    let advice =
      isShallow ? "this clone is shallow, so it has to be fetched" : "'git fetch' may bring it"
    return Self(text: "there is no revision '\(revision)' here; \(advice)")
  }

  fileprivate static func noMergeBase(_ revision: String, isShallow: Bool) -> Self {
    let advice =
      isShallow
      ? " in this shallow clone; fetch more history, as with 'git fetch --unshallow'" : ""
    return Self(text: "'\(revision)' and HEAD have no common ancestor\(advice)")
  }
}
