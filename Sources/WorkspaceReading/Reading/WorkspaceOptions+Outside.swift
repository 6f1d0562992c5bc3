internal import Architecture
internal import Diagnostics
internal import Files
internal import Paths
internal import Projects
internal import SpecDecoding

extension WorkspaceOptions {
  /// Returns the specs and Xcode projects of the repository, outside of the workspace, that build
  /// products of some names, each the first in order of path, relative to the top.
  ///
  /// Used only if a product seems to be built by nothing.
  ///
  /// - Complexity: Walks the repository, and reads its specs.
  public func filesOutside(building products: Set<String>) -> [String: String] {
    let place = RepositoryPlace(of: root)
    let top = Path.normalized(Path.join(root, entry: place.top))
    guard !place.names.isEmpty, let tree = try? WorkingDirectory(top, within: top) else {
      return [:]
    }
    var configuration = Configuration()
    configuration.readsNestedWorkspaces = true
    configuration.packages = .opaque
    let options = WorkspaceOptions(jobs: 1, environment: environment)
    guard let read = try? SpecSearch(tree, configuration, options).batch else { return [:] }
    var files: [String: String] = [:]
    for project in read.projects.sorted(by: { $0.path.precedes($1.path) })
    where !Path.lies(project.path, in: place.root) && !read.notes.parts.contains(project.path) {
      for name in project.targets.map(\.productName)
      where products.contains(name) && files[name] == nil {
        files[name] = project.path
      }
    }
    return files
  }
}
