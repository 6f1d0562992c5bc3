public import Diagnostics

// Files that cannot be read are not compared: what they declare is neither added nor removed.
extension Difference {
  /// A file that could not be read in one of the states.
  public struct UnreadFile: Hashable, Sendable {
    public var path: String
    /// The location of the first error.
    public var start: Position?
    /// Whether the file was unreadable in the older state.
    public var isOlder: Bool

    public init(path: String, start: Position?, isOlder: Bool) {
      self.path = path
      self.start = start
      self.isOlder = isOlder
    }
  }

  /// Returns the path of the unreadable file that may declare a target of a spec.
  public typealias FileHiding = (_ target: String, _ spec: String) -> String?

  /// Removes additions and removals that an unreadable file may explain, and returns such files.
  ///
  /// `now` finds the file of the newer state that hides a target of the older one; `then` that of
  /// the older state that hides a target of the newer one.
  public mutating func leaveOut(
    hiddenNow now: FileHiding, hiddenThen then: FileHiding
  ) -> (now: Set<String>, then: Set<String>) {
    let (removed, added) = (Hidden(removedModules, by: now), Hidden(addedModules, by: then))
    removedModules.removeAll { removed.ids.contains($0.id) }
    addedModules.removeAll { added.ids.contains($0.id) }
    changedModules.removeAll { older, newer in
      guard let spec = older.spec, let other = newer.spec else { return false }
      return now(older.target, spec) != nil || then(newer.target, other) != nil
    }
    removedLinks.removeAll { link in
      removed.hides(link) || added.isWhole(link.to)
        || link.from.spec.map { now(link.to.target, $0) != nil } ?? false
    }
    addedLinks.removeAll { link in
      added.hides(link) || removed.isWhole(link.to)
        || link.from.spec.map { then(link.to.target, $0) != nil } ?? false
    }
    let olderSources = findings.olderSources
    findings.lost.removeAll { finding in
      let path = finding.location.map { olderSources[$0.file] }
      return !removed.ids.isDisjoint(with: finding.subject.identity)
        || path.map { removed.specs.contains($0) || now("", $0) != nil } ?? false
    }
    return (removed.files, added.files)
  }

  /// Modules of one state that an unreadable file of the other state hides.
  private struct Hidden {
    var ids: Set<String> = []
    var specs: Set<String> = []
    var files: Set<String> = []

    /// Hides all modules of a spec that no longer exists if an unreadable spec has one of its
    /// targets.
    init(_ modules: [GraphView.Node], by fileHiding: FileHiding) {
      var moved: Set<String> = []
      for module in modules {
        guard let spec = module.spec, let file = fileHiding(module.target, spec) else { continue }
        ids.insert(module.id)
        specs.insert(spec)
        files.insert(file)
        if file != spec { moved.insert(spec) }
      }
      for module in modules where module.spec.map(moved.contains) ?? false {
        ids.insert(module.id)
      }
    }

    func hides(_ link: Link) -> Bool { ids.contains(link.from.id) || ids.contains(link.to.id) }

    /// Returns whether a module represents a whole package whose manifest cannot be read.
    func isWhole(_ module: GraphView.Node) -> Bool {
      guard module.isExternal, module.id.hasPrefix(Self.package) else { return false }
      let folder = module.id.dropFirst(Self.package.count).prefix { $0 != "#" }
      return files.contains("\(folder)/Package.swift")
    }

    private static let package = "package:"
  }
}

extension Difference.UnreadFile {
  var sentence: String {
    let place = start.map { ":\($0.line):\($0.column)" } ?? ""
    return "\(path)\(place): \(isOlder ? "could not be read then" : "cannot be read")"
  }
}

extension GraphView.Node {
  /// The target name of a node identified by `Project/Target`.
  fileprivate var target: String {
    guard let mark = id.lastIndex(where: { $0 == "/" || $0 == "#" }) else { return name }
    return String(id[id.index(after: mark)...])
  }
}
