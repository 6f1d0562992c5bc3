internal import Files
internal import Synchronization

/// What git could not give of the files that it lists.
final class Losses: Sendable {
  private struct State {
    /// The files that the repository has not got, and the first object of them.
    var missing: [String: String] = [:]
    /// Why git answers no more.
    var reason: String?
  }

  private let state = Mutex(State())

  func add(_ error: ObjectError, at path: String) {
    state.withLock { state in
      switch error {
      case .tooLarge: break
      case .missing(let words): state.missing[path] = words
      case .failed(let reason): state.reason = state.reason ?? reason
      }
    }
  }

  /// What is lost, as a sentence; nil if nothing is.
  func failure(in repository: Repository, of state: GitTree.State, _ listing: Listing) -> String? {
    let losses = self.state.withLock { $0 }
    if let reason = losses.reason {
      guard Repository.isOfPartialClone(reason) else { return reason }
      let paths = (try? repository.missingPaths(of: state, listing)) ?? []
      return GitError(.lacks(Self.listed(paths) ?? "files", state)).message
    }
    let paths = losses.missing.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    guard let subject = Self.listed(paths), let words = losses.missing[paths[0]] else { return nil }
    return GitError(.lost(subject, words, state)).message
  }

  /// `'a.yml' and 3 other files`.
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
  /// Whether git complains of objects that a partial clone left where it came from.
  static func isOfPartialClone(_ standardError: String) -> Bool {
    standardError.contains("promisor remote") || standardError.contains("lazy fetching disabled")
  }

  /// The paths of all files whose content is not in this clone, in order.
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

  /// The command that brings all that is missing at once.
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
