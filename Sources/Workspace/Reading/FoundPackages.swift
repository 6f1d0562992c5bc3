internal import Diagnostics
internal import Paths
internal import Projects
internal import Specs

/// The folders with a Package.swift in the workspace, in order of path, except those that tools
/// download packages to.
struct FoundPackages {
  let folders: [String]

  private static let downloads: Set<Substring> = ["checkouts", "SourcePackages"]

  init(_ folders: [String]) {
    self.folders = folders.filter { folder in
      !Path.components(of: folder).contains { Self.downloads.contains($0) }
    }.sorted { $0.precedes($1) }
  }

  /// Returns the packages that make up the workspace: all if no spec has a target or names a
  /// package.
  func workspace(besides table: SpecTable, areAllRead: Bool) -> [String] {
    guard !folders.isEmpty, areAllRead, table.isWithoutModules else { return [] }
    return folders
  }

  /// Returns the packages that neither belong to `read` nor are inside of other packages or of
  /// fixtures.
  ///
  /// - Complexity: O(*n* *d*) for *n* packages in folders *d* deep.
  func unread(besides read: [String]) -> [String] {
    guard !folders.isEmpty else { return [] }
    let known = Set(read)
    let rest = folders.filter { !known.contains($0) }
    guard !rest.isEmpty else { return [] }
    let all = known.union(rest)
    return rest.filter { folder in
      !Path.isFixture(folder) { _ in true }
        && !Path.folders(above: folder).contains { !$0.isEmpty && all.contains($0) }
    }
  }
}

extension Path {
  /// Whether a folder is in a folder `Fixtures` whose parent satisfies `holdsTests`.
  static func isFixture(_ folder: String, _ holdsTests: (_ folder: String) -> Bool) -> Bool {
    let above = Path.folders(above: folder)
    return ([folder] + above).contains { path in
      Path.lastComponent(path) == "Fixtures"
        && Path.folders(above: path).contains(where: holdsTests)
    }
  }
}

extension SpecTable {
  /// Whether no spec has a target, a package or an error.
  fileprivate var isWithoutModules: Bool {
    projects.allSatisfy { $0.targets.isEmpty && $0.packages.isEmpty }
      && !notes.diagnostics.contains { $0.severity == .error }
  }
}
