internal import Paths

/// Resolves a path from the top of a repository, component by component.
struct PathWalk {
  private var done: [Substring] = []
  /// The remaining components, last first.
  private var left: [Substring] = []
  private let top: String
  private var isOutside: String?

  enum Step {
    case inside
    /// A path outside the repository: absolute, or relative to its top.
    case outside(String)
  }

  init(_ path: String, from root: String, top: String) {
    self.top = top
    left = Path.isAbsolute(path) ? [] : Path.components(of: root).reversed()
    // The components of the path follow those of the root.
    let names = left
    left = []
    push(path)
    left += names
  }

  var path: String { Path.joined(done) }
  var rest: String { Path.joined(left.reversed()) }
  var isAtEnd: Bool { left.isEmpty }

  /// Resolves the next component.
  mutating func next() -> Step? {
    if let isOutside { return .outside(isOutside) }
    while let name = left.popLast() {
      guard name == ".." else {
        done.append(name)
        return .inside
      }
      if done.popLast() == nil { return .outside(Path.join("..", entry: rest)) }
    }
    return nil
  }

  /// Skips the longest prefix that is a folder: git lists no links among its parts.
  ///
  /// - Complexity: O(log *n*) lookups for *n* remaining components.
  mutating func skip(_ hasFolder: (String) -> Bool) {
    guard isOutside == nil, left.count > 1 else { return }
    let names = left.reversed().prefix { $0 != ".." }
    let start = path
    func isFolder(_ count: Int) -> Bool {
      hasFolder(Path.join(start, entry: Path.joined(names.prefix(count))))
    }
    // The common case: all of it is a folder.
    var (low, high) = isFolder(names.count) ? (names.count, names.count) : (0, names.count)
    while low < high {
      let middle = (low + high + 1) / 2
      if isFolder(middle) {
        low = middle
      } else {
        high = middle - 1
      }
    }
    done += names.prefix(low)
    left.removeLast(low)
  }

  /// Follows the link at `path`.
  mutating func follow(_ target: String) {
    done.removeLast()
    push(target)
  }

  private mutating func push(_ path: String) {
    guard Path.isAbsolute(path) else {
      left += Path.components(of: path).reversed()
      return
    }
    done = []
    if let part = Path.part(of: path, in: top) {
      left += Path.components(of: String(part)).reversed()
    } else {
      isOutside = left.isEmpty ? path : Path.join(path, entry: rest)
    }
  }
}
