internal import Files
internal import Packages

extension PackageReader {
  /// Creates a reader that runs the `swift` in `PATH`, outside of the repository, to describe
  /// packages.
  init(_ root: String, _ environment: @Sendable (String) -> String?, isCached: Bool) {
    let own = WorkspaceFinder.repository(of: root, in: WorkingDirectory.machine) ?? root
    let path = Program.searchPath(environment("PATH") ?? "", outside: own)
    self.init(
      root: root, cache: isCached ? PackageCache(environment: environment) : nil,
      swift: Program.path(of: "swift", in: path, outside: own), searchPath: path)
  }
}
