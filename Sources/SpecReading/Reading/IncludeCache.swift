internal import Diagnostics
internal import Files
internal import Synchronization
internal import Text
internal import YAML

/// Included files, each read and parsed once for all specs and readers of a run.
public final class IncludeCache: Sendable {
  private let fragments = Mutex<[String: Fragment]>([:])
  /// The spellings of missing includes, which are often in the same folders.
  private let spellings = Mutex(SpellingCache())
  /// The names of possible includes by folder, for suggestions.
  private let names = Mutex<[String: WordIndex]>([:])

  public init() {}

  /// An included file, or the reason why it cannot be used.
  enum Fragment: Sendable {
    case file(IncludedFile)
    /// The file is neither YAML nor JSON, and has an error there.
    case broken(Diagnostic, at: SourceRange)
    /// The file exists but cannot be read, such as a folder.
    case unreadable(reason: String)
    case missing
    /// The file does not exist, and git ignores it.
    case ignored
  }

  /// Returns the spelling of a path in the file tree; all calls must pass the same `tree`.
  func spelling(of path: String, in tree: some FileTree) -> String? {
    spellings.withLock { $0.spelling(of: path, in: tree) }
  }

  /// Returns the names of possible includes in a folder, which `list` returns in the first call.
  func names(in folder: String, list: () -> [String]) -> WordIndex {
    names.withLock { known in
      if let index = known[folder] { return index }
      let index = WordIndex(list())
      known[folder] = index
      return index
    }
  }

  /// Returns the fragment at `path`, which `read` creates in the first call.
  func fragment(at path: String, read: () -> Fragment) -> Fragment {
    fragments.withLock { known in
      if let fragment = known[path] { return fragment }
      let fragment = read()
      known[path] = fragment
      return fragment
    }
  }
}
