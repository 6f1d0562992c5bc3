import Diagnostics
import Files
import Graph
import Paths
import Specs
import Text

/// The packages, pods and Carthage dependencies whose locked versions have changed.
struct ChangedPins {
  /// The changed lock files of one package manager.
  private struct Changes {
    /// The changed files by package with a changed pin.
    var files: [String: Set<String>] = [:]
    /// The packages with pins in the files.
    var names: Set<String> = []
    /// The files that may affect any package.
    var unknown: Set<String> = []
  }

  private var changes: [String: Changes] = [:]

  /// Creates an instance without changes.
  init() {}

  /// Compares the lock files, and reports those that may affect any package on standard error.
  ///
  /// - Parameters:
  ///   - changed: The paths of all files that have changed.
  ///   - tree: The current files.
  ///   - older: Returns the older files; called only if a lock file has changed.
  ///   - graph: The graph of the workspace.
  init(
    of changed: Set<String>, in tree: any FileTree, since older: () throws -> any FileTree,
    _ graph: ModuleGraph
  ) rethrows {
    let locks = changed.filter { LockedPins.names.contains(Path.lastComponent($0)) }
    guard !locks.isEmpty else { return }
    let older = try older()
    let urls = Set(graph.externals.compactMap { Self.package(graph[$0].external) })
    for path in locks.sorted(by: { $0.precedes($1) }) {
      compare(path, in: tree, older, urls)
    }
  }

  private mutating func compare(
    _ path: String, in tree: any FileTree, _ older: any FileTree, _ urls: Set<String>
  ) {
    let lock = Path.lastComponent(path)
    let all = Self.words(for: lock)
    guard let now = Self.pins(of: path, in: tree), let then = Self.pins(of: path, in: older) else {
      Terminal.printError("\(path) cannot be read; all \(all) count as changed")
      changes[lock, default: .init()].unknown.insert(path)
      return
    }
    let names = Set(now.packages.keys).union(then.packages.keys)
    let changed = names.filter { now.packages[$0] != then.packages[$0] }
    for name in changed { changes[lock, default: .init()].files[name, default: []].insert(path) }
    changes[lock, default: .init()].names.formUnion(names)
    if now.shared != then.shared {
      Terminal.printError(
        "\(path): the Podfile or the version of CocoaPods has changed, so which pods that touches "
          + "is not known; all pods count as changed")
    } else if lock == "Package.resolved",
      let other = changed.filter({ !urls.contains($0) }).min(by: { $0.precedes($1) })
    {
      Terminal.printError(
        "\(path): no spec names '\(other)', so which packages use it is not known; "
          + "all remote packages count as changed")
    } else {
      return
    }
    changes[lock, default: .init()].unknown.insert(path)
  }

  /// Returns the changed lock files that affect an external module.
  func touching(_ module: Module, in tree: any FileTree) -> [String] {
    switch module.external {
    case .package(let identity):
      // Lock files do not pin packages in folders of the workspace.
      return files("Package.resolved", identity, mayBeAny: tree.kind(of: identity) == nil)
    case .pod:
      return files("Podfile.lock", module.name, mayBeAny: true)
    case .carthage:
      guard let changes = changes["Cartfile.resolved"] else { return [] }
      if changes.names.contains(module.name) {
        return files("Cartfile.resolved", module.name, mayBeAny: true)
      }
      // A repository may build frameworks with names other than its own.
      return changes.files.values.reduce(into: changes.unknown) { $0.formUnion($1) }
        .sorted { $0.precedes($1) }
    case .file, .sdk, nil: return []
    }
  }

  private func files(_ lock: String, _ name: String, mayBeAny: Bool) -> [String] {
    guard let changes = changes[lock] else { return [] }
    let own = changes.files[name] ?? []
    return (mayBeAny ? own.union(changes.unknown) : own).sorted { $0.precedes($1) }
  }

  private static func words(for lock: String) -> String {
    switch lock {
    case "Podfile.lock": "pods"
    case "Cartfile.resolved": "dependencies of Carthage"
    default: "remote packages"
    }
  }

  private static func package(_ external: Module.External?) -> String? {
    if case .package(let identity) = external { identity } else { nil }
  }

  /// Returns the pins of a file: none if it does not exist, `nil` if it cannot be read.
  private static func pins(of path: String, in tree: any FileTree) -> LockedPins? {
    let lock = Path.lastComponent(path)
    guard tree.kind(of: path) == .file else { return LockedPins() }
    var text: [UInt8] = []
    guard (try? tree.read(path, limit: Limits.fileSize, into: &text)) != nil else { return nil }
    return LockedPins(named: lock, text: text)
  }
}
