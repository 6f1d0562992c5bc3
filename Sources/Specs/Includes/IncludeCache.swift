internal import Diagnostics
internal import Files
internal import Synchronization
internal import YAML

/// Files that specifications include, each read and parsed once however many include it.
///
/// Shared by all readers of a run.
public final class IncludeCache: Sendable {
  private let fragments = Mutex<[String: Fragment]>([:])
  /// Includes that are not there are looked for in other spellings, often in the same folders.
  private let spellings = Mutex(SpellingCache())

  public init() {}

  /// An included file, or why it cannot be used.
  enum Fragment: Sendable {
    /// `isClean` where nothing is in it that XcodeGen may pass over.
    case file(tree: Tree, root: NodeID, isClean: Bool)
    /// It is there, but is not YAML or JSON; the place is in the file itself.
    case broken(
      message: Diagnostic.Message, help: [Diagnostic.Message], start: Position, end: Position)
    /// It is there, but cannot be read, as a folder.
    case unreadable(reason: String)
    case missing
    /// It does not exist, and git ignores it.
    case ignored
  }

  /// How a path of `tree`, the same in all calls, is really spelled.
  func spelling(of path: String, in tree: some FileTree) -> String? {
    spellings.withLock { $0.spelling(of: path, in: tree) }
  }

  /// The fragment at `path`, made by `read` if nobody asked for it before.
  func fragment(at path: String, read: () -> Fragment) -> Fragment {
    fragments.withLock { known in
      if let fragment = known[path] { return fragment }
      let fragment = read()
      known[path] = fragment
      return fragment
    }
  }
}
