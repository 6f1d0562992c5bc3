internal import Diagnostics
internal import Synchronization

/// The listed files that git could not read.
final class UnreadFiles: Sendable {
  /// Sentences, by path.
  private let reasons = Mutex<[String: String]>([:])

  /// The reason for the first file; `nil` if git read all.
  var reason: String? {
    reasons.withLock { $0.min { $0.key.precedes($1.key) }?.value }
  }

  func add(_ error: ObjectError, at path: String, of state: GitTree.State) {
    let reason: GitError
    switch error {
    case .tooLarge: return
    case .missing(let words): reason = .lost(path, words, state)
    case .failed(let words):
      reason =
        Repository.isOfPartialClone(words) ? .lacks("files", state) : GitError(message: words)
    }
    reasons.withLock { $0[path] = reason.message }
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

extension GitError {
  static func lacks(_ subject: String, _ state: GitTree.State) -> Self {
    Self(
      message: "this partial clone lacks \(subject) \(state.words); modlint fetches nothing, "
        + "but '\(state.remedy)' does")
  }

  fileprivate static func lost(_ path: String, _ words: String, _ state: GitTree.State) -> Self {
    Self(
      message: "the content of '\(path)' \(state.words) is not in the repository (\(words)); "
        + "'git fsck' says what else is not")
  }
}

extension Repository {
  /// Whether git reports objects that a partial clone did not fetch.
  static func isOfPartialClone(_ standardError: String) -> Bool {
    standardError.contains("promisor remote") || standardError.contains("lazy fetching disabled")
  }
}
