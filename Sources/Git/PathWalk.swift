internal import Paths

/// A path from the top of a repository that is resolved component by component.
struct PathWalk {
  private(set) var names: [Substring] = []
  /// The numbers of the root and of the folders that were entered.
  private(set) var folders = [0]
  /// The components that follow, last first.
  var left: [Substring] = []
  private var links = 0

  var rest: String { Path.joined(left.reversed()) }

  func path(to name: Substring) -> String { Path.joined(names + [name]) }

  mutating func enter(_ name: Substring, _ folder: Int) {
    names.append(name)
    folders.append(folder)
  }

  /// Leaves the current folder; fails in the root.
  mutating func leave() -> Bool {
    guard names.popLast() != nil else { return false }
    folders.removeLast()
    return true
  }

  /// Counts a link; fails after 40 in a row, as in Linux.
  mutating func countsLink() -> Bool {
    links += 1
    return links <= 40
  }

  /// Continues with the target of a link in the current folder.
  ///
  /// - Returns: The whole path if the target is outside of the folder `top`.
  mutating func follow(_ target: String, from top: String) -> String? {
    var inside = target[...]
    if Path.isAbsolute(target) {
      guard let part = Path.part(of: target, in: top) else {
        return left.isEmpty ? target : Path.join(target, entry: rest)
      }
      (names, folders, inside) = ([], [0], part)
    }
    left += Path.components(of: String(inside)).reversed()
    return nil
  }
}
