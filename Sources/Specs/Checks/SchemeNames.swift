internal import Diagnostics
internal import YAML
internal import Text
internal import Files
internal import Paths

/// The names that the schemes of one spec can refer to.
struct SchemeNames {
  private(set) var targets: Set<String> = []
  private(set) var aggregates: Set<String> = []
  /// Whether a missing name may exist: through an unset variable, or under a misspelt key with its
  /// own finding.
  private(set) var isUncertain = false
  /// The variants of a target with a list of platforms, by the key in the spec.
  private var variants: [String: [String]] = [:]
  /// The paths of the project references.
  private(set) var projects: [String: String] = [:]
  /// Whether each package is local.
  private(set) var packages: [String: Bool] = [:]

  init() {}

  init(of root: NodeID, folder: String, in tree: Tree) {
    for (key, target) in tree.entries(of: root, for: .targets) {
      let name = read(tree.textNode(of: target, for: .name) ?? key, in: tree)
      targets.insert(name)
      guard tree.bool(of: target, for: .isMultiPlatformTarget) ?? false,
        let written = tree.text(of: target, for: .productName)
      else { continue }
      variants[written, default: []].append(name)
    }
    for (key, target) in tree.entries(of: root, for: .aggregateTargets) {
      aggregates.insert(read(tree.textNode(of: target, for: .name) ?? key, in: tree))
    }
    for (key, reference) in tree.entries(of: root, for: .projectReferences) {
      let path = tree.text(of: reference, for: .path)
      projects[read(key, in: tree)] = path.map { Path.join(folder, $0) } ?? ""
    }
    for (key, package) in tree.entries(of: root, for: .packages) {
      packages[read(key, in: tree)] = tree.text(of: package, for: .path) != nil
    }
    for path in tree.elements(of: root, for: .localPackages) where tree.isText(path) {
      packages[Path.lastComponent(Path.join(folder, read(path, in: tree)))] = true
    }
    if !isUncertain { isUncertain = Self.hasMisspeltKey(root, in: tree) }
  }

  private mutating func read(_ name: NodeID, in tree: Tree) -> String {
    if tree.hasVariables(name) { isUncertain = true }
    return tree.string(name)
  }

  /// Whether an unknown top-level key may contain a missing name.
  private static func hasMisspeltKey(_ root: NodeID, in tree: Tree) -> Bool {
    let tables: [SpecKey] = [
      .targets, .aggregateTargets, .packages, .projectReferences, .targetTemplates,
    ]
    return tree.entries(of: root).contains { key, value in
      guard KeyTable.shared.index(of: tree.keyID(of: key), in: .project) == nil,
        tree.isMapping(value)
      else {
        return false
      }
      return tables.map(\.spelling).nearest(to: tree.string(key)) != nil
    }
  }

  func isTarget(_ name: String) -> Bool { targets.contains(name) || aggregates.contains(name) }

  /// Returns the first variant of a target with a list of platforms, by the key in the spec.
  func variant(of name: String) -> String? { variants[name]?.first }

  /// Returns the names in order; with `isPlain`, without aggregate targets.
  func targetNames(isPlain: Bool) -> [String] {
    sorted(isPlain ? targets : targets.union(aggregates))
  }

  var projectNames: [String] { sorted(projects.keys) }

  var packageNames: [String] { sorted(packages.keys) }

  private func sorted(_ names: some Collection<String>) -> [String] {
    names.sorted { $0.precedes($1) }
  }
}

/// A reference to a target in a scheme.
enum SchemeReference: Equatable {
  case local(String)
  case project(String, target: String)
  case package(String, target: String)

  /// Parses `Target` or `Project/Target`, ignoring empty parts; returns `nil` for other texts.
  init?(_ text: String) {
    let parts = text.split(separator: "/")
    switch parts.count {
    case 1: self = .local(String(parts[0]))
    case 2: self = .project(String(parts[0]), target: String(parts[1]))
    default: return nil
    }
  }
}
