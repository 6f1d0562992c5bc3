import Diagnostics
import Files
import Graph
import Paths
import Specs
import Text

/// The remote packages whose versions a change of `Package.resolved` has changed.
struct ChangedPins {
  /// The changed lock files by the normalised URL of each package.
  private var files: [String: Set<String>] = [:]
  /// The lock files whose changes touch nobody knows which packages.
  private var unknown: Set<String> = []

  /// Compares the lock files, and says on standard error what is unknown.
  ///
  /// - Parameters:
  ///   - locks: The paths of the lock files that have changed.
  ///   - tree: The files as they are.
  ///   - older: The files as they were.
  ///   - graph: The graph of what there is.
  init(
    of locks: Set<String>, in tree: any FileTree, since older: any FileTree, _ graph: ModuleGraph
  ) {
    let named = Set(graph.externals.compactMap { Self.package(graph[$0].external) })
    for path in locks.sorted(by: { $0.precedes($1) }) {
      guard let now = Self.pins(of: path, in: tree), let then = Self.pins(of: path, in: older)
      else {
        Terminal.printError("\(path) cannot be read; all remote packages count as changed")
        unknown.insert(path)
        continue
      }
      let urls = Set(now.keys).union(then.keys).filter { now[$0] != then[$0] }
      for url in urls { files[url, default: []].insert(path) }
      if let other = urls.filter({ !named.contains($0) }).min(by: { $0.precedes($1) }) {
        Terminal.printError(
          "\(path): no spec names '\(other)', so which packages use it is not known; "
            + "all remote packages count as changed")
        unknown.insert(path)
      }
    }
  }

  /// The changed lock files that touch a package.
  func touching(_ identity: String, in tree: any FileTree) -> [String] {
    let own = files[identity] ?? []
    guard !unknown.isEmpty, tree.kind(of: identity) == nil else {
      return own.sorted { $0.precedes($1) }
    }
    return own.union(unknown).sorted { $0.precedes($1) }
  }

  private static func package(_ external: Module.External?) -> String? {
    if case .package(let identity) = external { identity } else { nil }
  }

  /// Nothing for a file that is not there; `nil` for one that cannot be read.
  private static func pins(of path: String, in tree: any FileTree) -> [String: [String]]? {
    guard tree.kind(of: path) == .file else { return [:] }
    var text: [UInt8] = []
    guard (try? tree.read(path, limit: Limits.fileSize, into: &text)) != nil else { return nil }
    return packagePins(text)
  }
}
