internal import Diagnostics
internal import Synchronization

/// The listed files that git could not read.
final class UnreadFiles: Sendable {
  /// The messages of git, by the paths of files whose content is missing in the repository.
  let missing = Mutex<[String: String]>([:])
  /// The reason why git no longer responds.
  let end = Mutex<String?>(nil)

  func add(_ error: ObjectError, at path: String) {
    switch error {
    case .tooLarge: break
    case .missing(let words): missing.withLock { $0[path] = words }
    case .failed(let reason): end.withLock { $0 = reason }
    }
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

  static func lost(_ path: String, _ words: String, _ state: GitTree.State) -> Self {
    Self(
      text: "the content of '\(path)' \(state.words) is not in the repository (\(words)); "
        + "'git fsck' says what else is not")
  }
}

extension Repository {
  /// Whether git reports objects that a partial clone did not fetch.
  static func isOfPartialClone(_ standardError: String) -> Bool {
    standardError.contains("promisor remote") || standardError.contains("lazy fetching disabled")
  }
}
