internal import Diagnostics
internal import Files
internal import Packages
internal import Paths
internal import Projects
internal import SpecReading
internal import Text
internal import WorkspaceReading

/// Reports references to missing local packages.
///
/// XcodeGen rejects a package without a folder, and Xcode a package without a manifest.
struct PackageFolders {
  private let checkout: Checkout
  private var states: [String: State] = [:]
  private(set) var ignored: Set<String> = []
  /// The other packages that may be there on other machines, such as those of submodules.
  private(set) var unseen: Set<String> = []

  private enum State {
    case found
    case lacksManifest
    case missing
  }

  /// The paths without a package that `diagnostics(of:_:)` reports.
  var reported: Set<String> { Set(states.filter { $0.value != .found }.keys) }

  init(in checkout: Checkout) { self.checkout = checkout }

  private var tree: any FileTree { checkout.tree }

  /// - Complexity: Looks up one file for each existing package.
  mutating func diagnostics(of read: ReadProjects, _ packages: PackageTable) -> [Diagnostic] {
    let diagnostics = read.diagnostics(of: \.packages) {
      package, spec -> Diagnostic? in
      guard package.isLocal, read.projects[spec].kind == .spec else { return nil }
      let path = PackageFolders.path(package.identity)
      guard !Path.leadsOutside(path), let message = message(named: package.key, at: path)
      else { return nil }
      return read.missing(
        message, orIncluded: .includedPackage, at: package.location, outside: package.outside,
        spec: spec)
    }
    return diagnostics + packages.packages.flatMap { self.diagnostics(of: $0, packages, read) }
  }

  private mutating func diagnostics(
    of package: LocalPackage, _ packages: PackageTable, _ read: ReadProjects
  ) -> [Diagnostic] {
    var diagnostics: [Diagnostic] = []
    for (index, dependency) in (package.manifest?.dependencies ?? []).enumerated() {
      guard let folder = package.folders[index] else { continue }
      let (name, place) = (dependency.shownName, read.range(dependency.location))
      if case .insteadOf(let written)? = package.namesakes[index] {
        guard let message = message(named: name, at: written) else { continue }
        diagnostics.append(
          Diagnostic(
            .ignoredValue, .warning, .takesOther(message, Self.path(folder)), at: place,
            help: [.writePath(Path.relative(folder, to: package.folder))]))
      } else if packages.number(at: folder) == nil,
        let message = message(named: name, at: folder.isEmpty ? "." : folder)
      {
        diagnostics.append(Diagnostic(.invalidSpec, .error, message, at: place))
      }
    }
    return diagnostics
  }

  /// Returns the path of a folder as messages show it: `.` for the root.
  private static func path(_ folder: String) -> String {
    let path = Path.normalized(folder)
    return path.isEmpty ? "." : path
  }

  private mutating func message(named name: String, at path: String) -> Diagnostic.Message? {
    let state = states[path] ?? state(of: path)
    states[path] = state
    switch state {
    case .found: return nil
    case .lacksManifest: return .noManifest(name, path)
    case .missing: return .noFolder(name, path)
    }
  }

  private mutating func state(of path: String) -> State {
    // The common case.
    if tree.kind(of: Path.join(path, entry: "Package.swift")) == .file { return .found }
    let kind = tree.kind(of: path)
    guard kind == nil else { return kind == .folder ? stateOfFolder(path) : .lacksManifest }
    if let other = tree.spelling(of: path), other != path { return state(of: other) }
    guard checkout.mayExist(path) else { return .missing }
    if Path.leadsOutside(path) { return .found }
    if checkout.isIgnored(path, isFolder: true) {
      ignored.insert(path)
    } else {
      unseen.insert(path)
    }
    return .found
  }

  private mutating func stateOfFolder(_ path: String) -> State {
    guard let entries = try? tree.entries(of: path) else { return .found }
    // Git has no empty folders, so this is a submodule without checkout.
    if entries.isEmpty { unseen.insert(path) }
    if entries.isEmpty || entries.contains(where: { $0.name.hasPrefix("Package@swift-") }) {
      return .found
    }
    let manifest = Path.join(path, entry: "Package.swift")
    guard checkout.isIgnored(manifest) else { return .lacksManifest }
    ignored.insert(manifest)
    return .found
  }
}

extension Diagnostic.Message {
  fileprivate static let includedPackage: Self =
    "the included file names a local package that is not there"

  fileprivate static func noFolder(_ name: String, _ path: String) -> Self {
    Self("package '\(name)' has no folder '\(path)'" + unsetVariable(firstVariable(in: path)))
  }
  fileprivate static func noManifest(_ name: String, _ path: String) -> Self {
    "package '\(name)' has no Package.swift in '\(path)'"
  }
  fileprivate static func takesOther(_ message: Self, _ folder: String) -> Self {
    Self("\(message.text), and SwiftPM takes the package of its identity in '\(folder)'")
  }
  fileprivate static func writePath(_ path: String) -> Self { "write '\(path)'" }
}
