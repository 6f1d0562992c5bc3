internal import Diagnostics
internal import Synchronization
internal import YAML

/// The trees of parsed texts, each once, shared by readers of several revisions.
///
/// Most files are equal in most revisions.
public final class ParsedTexts: Sendable {
  private struct State {
    var trees: [[UInt8]: (tree: Tree, root: NodeID)] = [:]
    /// The bytes of all texts.
    var size = 0
  }

  private let state = Mutex(State())
  /// The maximum size of all texts in bytes, above which they are removed: their trees take about
  /// four times as many bytes.
  private static let mostBytes = 8 << 20

  public init() {}

  /// Replaces `tree` by the tree of a text, as a part of `file`.
  ///
  /// - Returns: The root; `nil` if the text is new.
  /// - Complexity: O(*n*) expected for *n* bytes, to compare texts.
  func find(_ text: [UInt8], _ tree: inout Tree, file: FileID) -> NodeID? {
    guard let known = state.withLock({ $0.trees[text] }) else { return nil }
    tree = known.tree
    tree.move(to: file)
    return known.root
  }

  /// Stores the tree of a text.
  func keep(_ tree: Tree, root: NodeID, of text: [UInt8]) {
    state.withLock { state in
      if state.size + text.count > Self.mostBytes { state = State() }
      state.trees[text] = (tree, root)
      state.size += text.count
    }
  }
}
