internal import Diagnostics
internal import Paths
internal import Text

/// An index of the exceptions in rules.yml, which limits the comparisons per finding.
public struct ExceptionIndex: Sendable {
  private var byRule: [RuleID: Entries] = [:]

  private struct Entries: Sendable {
    /// Exceptions by the module or the linking module.
    var byName = GlobIndex()
    /// Exceptions of links from any module, by the linked module.
    var byLinked = GlobIndex()
    var byFile = FolderIndex([])
  }

  init(_ exceptions: [Configuration.Exception]) {
    let numbers = Dictionary(grouping: exceptions.indices) { exceptions[$0].rule }
    for (rule, numbers) in numbers {
      var entries = Entries()
      var files: [(offset: Int, element: Pattern)] = []
      for number in numbers {
        switch exceptions[number].about {
        case .link(let from, let to) where from.ends == ([], []):
          entries.byLinked.insert(number, to)
        case .link(let name, _), .module(let name): entries.byName.insert(number, name)
        case .file(let pattern): files.append((number, pattern))
        }
      }
      entries.byFile = FolderIndex(files)
      byRule[rule] = entries
    }
  }

  /// Returns the exceptions from `rule` that may match a link between two modules, the module
  /// `name`, or an error in the file at `path`, in order.
  func candidates(
    _ rule: RuleID, name: String?, linked: String?, path: String? = nil
  ) -> [Int] {
    guard let entries = byRule[rule] else { return [] }
    var found: [Int] = []
    if let name { found += entries.byName.candidates(for: Array(name.utf8)[...]) }
    if let linked { found += entries.byLinked.candidates(for: Array(linked.utf8)[...]) }
    if let path { found += entries.byFile.candidates(for: Path(path)) }
    return found.sorted()
  }
}
