internal import Files
internal import Paths

// Changes since a commit.
extension Repository {
  /// Returns the paths, relative to the top, of all files that differ from those of a commit:
  /// added, changed or removed, committed or not, and untracked files that are not ignored.
  ///
  /// git selects the files to compare by the times and sizes in the index. Their bytes are compared
  /// without the filters of the configuration, so a file with a new time that differs only before
  /// filtering counts as changed.
  ///
  /// - Parameters:
  ///   - commit: The commit to compare with.
  ///   - isStaged: Whether to compare the index instead of the working tree.
  /// - Returns: The paths, in order.
  /// - Throws: `GitError` if git fails.
  public func changes(since commit: Commit, isStaged: Bool = false) throws(GitError) -> [String] {
    let filters = isStaged ? [] : try filterOptions()
    let listed = try ask(
      Self.difference(from: commit, isStaged: isStaged), isolation: filters)
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

  /// Returns the command that lists the differences from a commit.
  static func difference(from commit: Commit, isStaged: Bool) -> [String] {
    [
      "diff-index", "--raw", "-z", "--no-abbrev", "--no-renames", "--no-ext-diff",
      "--no-textconv", "--no-relative", "--ignore-submodules=dirty",
    ] + (isStaged ? ["--cached"] : []) + [commit.id, "--"]
  }

  /// Returns the paths, relative to the top, of all files in the index that git would ignore
  /// otherwise.
  ///
  /// - Throws: `GitError` if git fails.
  public func trackedIgnoredFiles() throws(GitError) -> [String] {
    Self.paths(
      try ask(["ls-files", "--cached", "--ignored", "--exclude-standard", "-z", "--full-name"]))
  }

  static func paths(_ output: [UInt8]) -> [String] {
    output.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Returns the paths of the files whose content differs from the commit's.
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
    // git reads one path per line.
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
    // git stops at a file that it cannot read: those after it count as changed.
    for (number, file) in files.enumerated()
    where number >= hashes.count || hashes[number] != file.object {
      changed.append(file.path)
    }
    return changed
  }

  /// Returns the submodules that are checked out and have changes.
  ///
  /// git itself would run in each submodule with its configuration.
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

/// The output of `git diff-index --raw -z`:
/// `:MODE SP MODE SP OBJECT SP OBJECT SP STATUS NUL PATH NUL`.
private struct RawDifference {
  struct Entry {
    var path: String
    /// The object in the commit.
    var object: String
    var isLink: Bool
    /// Whether only the time of the file differs, so that its content has to be compared.
    var isUndecided: Bool
  }

  private(set) var entries: [Entry] = []

  init(_ output: [UInt8]) throws(GitError) {
    var fields = output.split(separator: 0, omittingEmptySubsequences: false).makeIterator()
    while let head = fields.next(), !head.isEmpty {
      let words = String(decoding: head, as: UTF8.self).split(separator: " ").map(String.init)
      guard words.count == 5, let path = fields.next() else { throw GitError(.noDifference) }
      let (older, newer) = (words[0].dropFirst(), words[1])
      // Submodules are compared by their commits only.
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
