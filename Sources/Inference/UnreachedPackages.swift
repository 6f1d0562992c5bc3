internal import Architecture
internal import Diagnostics
public import Files
internal import Paths

/// Swift packages in a workspace that no spec names, nor a package that one reaches.
///
/// They are not part of the graph, which the author of its layers should know.
public struct UnreachedPackages: Sendable {
  /// From the root, which is `.`; without those inside of other packages, which are examples and fixtures.
  public let folders: [String]

  /// Looks for manifests in all folders but those that `exclude` names; `known` are the folders of the
  /// packages that are part of the graph.
  ///
  /// - Throws: Why the root cannot be listed.
  /// - Complexity: A walk over the tree, and O(*n* *d*) for *n* packages in folders *d* deep.
  public init(
    in tree: some FileTree, besides known: [String], exclude: [String], jobs: Int
  ) throws(FileError) {
    let configuration = Configuration(RulesFile(exclude: exclude))
    let found = try tree.walk(jobs: jobs) { ManifestSearcher(configuration) }.flatMap(\.folders)
    let reached = Set(known)
    let all = reached.union(found)
    folders = found.filter { folder in
      !reached.contains(folder)
        && !Path.folders(above: folder).contains { !$0.isEmpty && all.contains($0) }
    }
    .sorted { $0.precedes($1) }.map { $0.isEmpty ? "." : $0 }
  }
}

/// Finds the folders with a Package.swift.
private struct ManifestSearcher: FileVisitor {
  private(set) var folders: [String] = []
  private let configuration: Configuration

  init(_ configuration: Configuration) { self.configuration = configuration }

  func classify(_ name: borrowing EntryName) -> EntryClass {
    if name == "rules.yml" { return .boundary }
    return name == "Package.swift" ? .wanted : .none
  }

  func descends(into folder: String) -> Bool { configuration.exclusion(of: folder) == nil }

  mutating func found(_ file: borrowing FoundFile) { folders.append(file.folder) }

  mutating func skipped(_ folder: String) {}

  mutating func failed(_ path: String, _ error: FileError) {}
}
