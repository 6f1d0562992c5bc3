internal import Files
internal import Synchronization

/// The listed files that git could not read.
final class MissingObjects: Sendable {
  private struct State {
    /// The messages of git, by the paths of files whose content is missing in the repository.
    var files: [String: String] = [:]
    /// The reason why git no longer responds.
    var reason: String?
  }

  private let state = Mutex(State())

  func add(_ error: ObjectError, at path: String) {
    state.withLock { state in
      switch error {
      case .tooLarge: break
      case .missing(let words): state.files[path] = words
      case .failed(let reason): state.reason = state.reason ?? reason
      }
    }
  }

  /// Returns a sentence about the files that could not be read; `nil` if all were read.
  func failure(in repository: Repository, of state: GitTree.State, _ listing: Listing) -> String? {
    let missing = self.state.withLock { $0 }
    if let reason = missing.reason {
      guard Repository.isOfPartialClone(reason) else { return reason }
      let paths = (try? repository.missingPaths(of: state, listing)) ?? []
      return GitError(.lacks(Self.listed(paths) ?? "files", state)).message
    }
    let paths = missing.files.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    guard let subject = Self.listed(paths), let words = missing.files[paths[0]] else { return nil }
    return GitError(.lost(subject, words, state)).message
  }

  /// Returns paths in words, such as `'a.yml' and 3 other files`; `nil` for no paths.
  private static func listed(_ paths: [String]) -> String? {
    guard let first = paths.first else { return nil }
    switch paths.count {
    case 1: return "'\(first)'"
    case 2: return "'\(first)' and another file"
    default: return "'\(first)' and \(paths.count - 1) other files"
    }
  }
}

extension Repository {
  /// Whether git reports objects that a partial clone did not fetch.
  static func isOfPartialClone(_ standardError: String) -> Bool {
    standardError.contains("promisor remote") || standardError.contains("lazy fetching disabled")
  }

  /// Returns the paths of all files whose content is missing in this clone, in order.
  fileprivate func missingPaths(
    of state: GitTree.State, _ listing: Listing
  ) throws(GitError) -> [String] {
    let start =
      switch state {
      case .commit(let commit): ["--no-walk", commit.id]
      case .index: ["--indexed-objects"]
      }
    let listed = try ask(["rev-list", "--objects", "--missing=print"] + start)
    var missing: Set<String> = []
    for line in String(decoding: listed, as: UTF8.self).split(separator: "\n")
    where line.hasPrefix("?") {
      missing.insert(String(line.dropFirst()))
    }
    return missing.isEmpty ? [] : listing.paths(of: missing)
  }
}

extension GitTree.State {
  fileprivate var words: String {
    switch self {
    case .commit(let commit): "of commit \(commit.id.prefix(12))"
    case .index: "of the index"
    }
  }

  /// The command that fetches all missing objects.
  fileprivate var remedy: String {
    switch self {
    case .commit(let commit): "git diff --shortstat \(commit.id.prefix(12))"
    case .index: "git fetch --refetch --no-filter"
    }
  }
}

extension GitError.Message {
  static func lacks(_ subject: String, _ state: GitTree.State) -> Self {
    Self(
      text: "this partial clone lacks \(subject) \(state.words); modlint fetches nothing, "
        + "but '\(state.remedy)' does")
  }

  fileprivate static func lost(_ subject: String, _ words: String, _ state: GitTree.State) -> Self {
    Self(
      text: "the content of \(subject) \(state.words) is not in the repository (\(words)); "
        + "'git fsck' says what else is not")
  }
}
