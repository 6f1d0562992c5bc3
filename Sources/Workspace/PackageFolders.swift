internal import Diagnostics
internal import Files
internal import Specs

/// Looks whether local packages are where the specifications say.
///
/// XcodeGen refuses a package whose folder is not there, Xcode one without a manifest. What is there on
/// one machine and not on another is no fault: what git ignores, what lies in a submodule that is not
/// checked out or behind a link, and what lies outside of the workspace.
struct PackageFolders<Tree: FileTree> {
  private let tree: Tree
  private var ignored: IgnoredPaths<Tree>?
  private let root: String
  private var states: [String: State] = [:]

  private enum State {
    case isThere
    case hasNoManifest
    /// With the name of the folder beside it that is spelled most like it.
    case isMissing(nearest: String?)
  }

  init(in tree: Tree, root: String) {
    self.tree = tree
    self.root = root
  }

  /// A finding for each entry of a specification whose package is not there.
  ///
  /// - Complexity: Looks at one file for each package that is there.
  mutating func faults(of table: SpecTable) -> [Diagnostic] {
    guard !table.batch.packages.isEmpty else { return [] }
    var faults: [Diagnostic] = []
    // What specifications include they share.
    var seen: Set<Diagnostic> = []
    for number in table.specs.indices {
      for package in table.batch.packages[table.spec(number).packages] where package.isLocal {
        let path = table.string(package.identity)
        guard !SpecPath.leadsOutside(path),
          let message = message(of: package, named: table.string(package.key), at: path)
        else { continue }
        var fault = Diagnostic(
          "invalid-spec", .error, message.text, at: table.range(package.location),
          help: message.help)
        if let note = package.outside {
          // The words of the fault would show what stands there.
          fault.message = .includedPackage
          fault.help = []
          fault.notes = [table.batch.outsideNotes[Int(note)]]
        }
        if seen.insert(fault).inserted { faults.append(fault) }
      }
    }
    return faults
  }

  private mutating func message(
    of package: Package, named name: String, at path: String
  ) -> (text: Diagnostic.Message, help: [Diagnostic.Message])? {
    let state = states[path] ?? state(of: path)
    states[path] = state
    switch state {
    case .isThere: return nil
    case .hasNoManifest: return (.noManifest(name, path), [])
    case .isMissing(let nearest):
      let variable = firstVariable(in: path)
      let help = variable.map { Diagnostic.Message.set($0) } ?? nearest.map { .didYouMean($0) }
      return (.noFolder(name, path, unset: variable), help.map { [$0] } ?? [])
    }
  }

  private mutating func state(of path: String) -> State {
    // So it is nearly always.
    if tree.kind(of: join(path, "Package.swift")) != nil { return .isThere }
    switch tree.kind(of: path) {
    case .folder: return stateOfFolder(path)
    case nil:
      if let other = tree.spelling(of: path), other != path { return state(of: other) }
      return stateOfMissing(path)
    default: return .hasNoManifest
    }
  }

  private mutating func stateOfFolder(_ path: String) -> State {
    guard let entries = try? tree.entries(of: path) else { return .isThere }
    // Git knows no empty folders: this is where a submodule will be.
    let mayBeThere =
      entries.isEmpty || entries.contains { $0.name.hasPrefix("Package@swift-") }
      || isIgnored(join(path, "Package.swift"), isFolder: false)
    return mayBeThere ? .isThere : .hasNoManifest
  }

  private mutating func stateOfMissing(_ path: String) -> State {
    let names = path.split(separator: "/").filter { $0 != "." }.map(String.init)
    guard !names.contains("..") else { return .isThere }
    let known =
      names.indices.last { tree.kind(of: names[..<$0].joined(separator: "/")) != nil } ?? 0
    let folder = names[..<known].joined(separator: "/")
    guard let entries = try? tree.entries(of: folder) else { return .isMissing(nearest: nil) }
    // A link that leads nowhere here, or a submodule.
    if entries.contains(where: { $0.name == names[known] }) { return .isThere }
    if entries.isEmpty, known > 0 { return .isThere }
    if isIgnored(path, isFolder: true) { return .isThere }
    guard known == names.count - 1 else { return .isMissing(nearest: nil) }
    let nearest = entries.filter { $0.kind != .file }.map(\.name).nearest(to: names[known])
    return .isMissing(nearest: nearest.map { (names.dropLast() + [$0]).joined(separator: "/") })
  }

  private mutating func isIgnored(_ path: String, isFolder: Bool) -> Bool {
    var paths = ignored ?? IgnoredPaths(in: tree, root: root)
    defer { ignored = paths }
    return paths.contains(path, isFolder: isFolder)
  }
}

extension Diagnostic.Message {
  fileprivate static let includedPackage: Self =
    "the included file names a local package that is not there"

  fileprivate static func noFolder(_ name: String, _ path: String, unset: String?) -> Self {
    let reason = unset.map { ": the variable '\($0)' is not set" } ?? ""
    return Self("package '\(name)' has no folder '\(path)'" + reason)
  }
  fileprivate static func noManifest(_ name: String, _ path: String) -> Self {
    "package '\(name)' has no Package.swift in '\(path)'"
  }
  fileprivate static func set(_ variable: String) -> Self {
    "set '\(variable)' in the environment that modlint and XcodeGen run in"
  }
  fileprivate static func didYouMean(_ path: String) -> Self { "did you mean '\(path)'?" }
}
