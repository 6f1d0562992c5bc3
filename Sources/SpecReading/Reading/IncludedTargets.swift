internal import Paths
internal import YAML

/// The folders that may contain targets of a spec, other than the folder of the spec.
public struct IncludedTargets: Sendable {
  /// Whether layers depend on folders; if not, nothing is recorded.
  let isNeeded: Bool
  /// The folders of included files by the keys of the targets that they declare.
  ///
  /// A target in several files belongs to the first one that XcodeGen merges.
  private var folders: [ArraySlice<UInt8>: String] = [:]
  /// Whether a path in `sources` may be outside the folder of the spec.
  public var mayBeElsewhere = false

  init(isNeeded: Bool) { self.isNeeded = isNeeded }

  public var isEmpty: Bool { folders.isEmpty }

  /// Returns the folder of the included file that declares a target.
  public func folder(ofTarget key: ArraySlice<UInt8>) -> String? { folders[key] }

  mutating func add(_ root: NodeID, of path: String, in tree: borrowing Tree) {
    guard isNeeded else { return }
    if tree.value(of: root, for: .targetTemplates) != nil { mayBeElsewhere = true }
    guard let targets = tree.value(of: root, for: .targets) else { return }
    mayBeElsewhere = true
    guard !Path.leadsOutside(path) else { return }
    let folder = Path.folder(of: Path.normalized(path))
    var entries = tree.startOfEntries(of: targets)
    while let (key, _) = tree.nextEntry(&entries) {
      var name = tree.bytes(key)
      if tree.isReplacingKey(key) { name = name.dropLast(":REPLACE".utf8.count) }
      if folders[name] == nil { folders[ArraySlice(Array(name))] = folder }
    }
  }
}
