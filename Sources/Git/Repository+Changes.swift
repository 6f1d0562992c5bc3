internal import Files
internal import Paths

// What has changed since a commit.
extension Repository {
  /// The paths, from the top, of all files that differ from those of a commit: what was added,
  /// changed or removed, committed or not, and what is not tracked but not ignored either.
  ///
  /// git tells by the times and sizes in the index which files to look at; their content is compared
  /// as it is, with no filter of the configuration run. So a file that one would have turned into what
  /// is committed counts as changed, if its time has changed.
  ///
  /// - Parameters:
  ///   - commit: The commit to compare with.
  ///   - isStaged: Whether the index is compared rather than the working tree.
  /// - Returns: The paths, in order.
  /// - Throws: Why git cannot tell.
  public func changes(since commit: Commit, isStaged: Bool = false) throws(GitError) -> [String] {
    let filters = isStaged ? [] : try filterOptions()
    let listed = try listedDifference(from: commit, isStaged: isStaged, filters)
    let entries = try RawDifference(listed).entries
    var paths = Set(entries.filter { !$0.isUndecided }.map(\.path))
    if !isStaged {
      paths.formUnion(try changed(among: entries.filter(\.isUndecided), filters))
      let untracked = try ask(["ls-files", "--others", "--exclude-standard", "-z", "--full-name"])
      paths.formUnion(Self.paths(untracked))
      paths.formUnion(try changedSubmodules())
    }
    return paths.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  private func listedDifference(
    from commit: Commit, isStaged: Bool, _ filters: [String]
  ) throws(GitError) -> [UInt8] {
    if isStaged, commit == .head, let pendingChanges,
      let listed = try Self.output(of: pendingChanges, "diff-index")
    {
      return listed
    }
    return try ask(Self.difference(from: commit, isStaged: isStaged), isolation: filters)
  }

  /// The command that lists what differs from a commit.
  static func difference(from commit: Commit, isStaged: Bool) -> [String] {
    [
      "diff-index", "--raw", "-z", "--no-abbrev", "--no-renames", "--no-ext-diff",
      "--no-textconv", "--no-relative", "--ignore-submodules=dirty",
    ] + (isStaged ? ["--cached"] : []) + [commit.id, "--"]
  }

  /// The paths, from the top, of all files of a name that the index has.
  ///
  /// - Throws: Why git cannot tell.
  public func trackedFiles(named name: String) throws(GitError) -> Set<String> {
    Set(Self.paths(try ask(["ls-files", "-z", "--full-name", "--", ":(top,glob)**/\(name)"])))
  }

  static func paths(_ output: [UInt8]) -> [String] {
    output.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The paths of those files whose content is another one than the commit's.
  private func changed(
    among entries: [RawDifference.Entry], _ filters: [String]
  ) throws(GitError) -> [String] {
    let links = entries.filter(\.isLink)
    let objects = objectReader()
    var changed = links.filter { link in
      let old = try? objects.read(link.object, limit: .max)
      return old == nil || linkTarget(Path.join(top, entry: link.path)) != old
    }
    .map(\.path)
    // git reads a path a line.
    let isNamed = { (entry: RawDifference.Entry) in
      !entry.isLink && !entry.path.utf8.contains(UInt8(ascii: "\n"))
        && !entry.path.unicodeScalars.contains("\u{FFFD}")
    }
    let files = entries.filter(isNamed)
    changed += entries.filter { !$0.isLink && !isNamed($0) }.map(\.path)
    guard !files.isEmpty else { return changed }
    let input = files.map { "./\($0.path)\n" }.joined()
    let result = try result(
      of: ["hash-object", "--stdin-paths"], isolation: filters, input: Array(input.utf8))
    let hashes = String(decoding: result.output, as: UTF8.self).split(separator: "\n")
    // One that cannot be read leaves all behind it undecided.
    for (number, file) in files.enumerated()
    where number >= hashes.count || hashes[number] != file.object {
      changed.append(file.path)
    }
    return changed
  }

  /// The submodules that are checked out and have changes of their own.
  ///
  /// git would run itself in each, by the configuration that is there.
  private func changedSubmodules() throws(GitError) -> [String] {
    guard realPath(Path.join(top, entry: ".gitmodules")) != nil else { return [] }
    let listing = try listing(
      try ask(["ls-files", "--stage", "-z", "--full-name"]), of: .lsFiles, allowingConflicts: true)
    var changed: [String] = []
    for number in listing.submodules {
      let path = listing.path(number)
      guard let folder = checkedOutSubmodule(at: path) else { continue }
      do throws(GitError) {
        let repository = try Repository(of: folder, environment: { _ in nil })
        if try repository.changes(since: Commit(id: "HEAD")).isEmpty { continue }
      } catch {
        if !error.isAnswer { throw error }
      }
      changed.append(path)
    }
    return changed
  }
}

/// What `git diff-index --raw -z` writes: `:MODE SP MODE SP OBJECT SP OBJECT SP STATUS NUL PATH NUL`.
private struct RawDifference {
  struct Entry {
    var path: String
    /// What the commit has.
    var object: String
    var isLink: Bool
    /// Whether only the time of the file says that it may have changed.
    var isUndecided: Bool
  }

  private(set) var entries: [Entry] = []

  init(_ output: [UInt8]) throws(GitError) {
    var fields = output.split(separator: 0, omittingEmptySubsequences: false).makeIterator()
    while let head = fields.next(), !head.isEmpty {
      let words = String(decoding: head, as: UTF8.self).split(separator: " ").map(String.init)
      guard words.count == 5, let path = fields.next() else { throw GitError(.noDifference) }
      let (older, newer) = (words[0].dropFirst(), words[1])
      // Submodules are compared by their commits alone.
      let isUndecided =
        words[4] == "M" && older == newer && newer != "160000" && words[3].allSatisfy { $0 == "0" }
      entries.append(
        Entry(
          path: String(decoding: path, as: UTF8.self), object: words[2],
          isLink: newer == "120000", isUndecided: isUndecided))
    }
  }
}

extension GitError.Message {
  fileprivate static let noDifference = Self(
    text: "git's list of differences cannot be understood")
}
