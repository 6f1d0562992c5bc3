internal import Architecture
internal import Diagnostics
internal import Files
internal import Paths
internal import Projects
internal import SpecDecoding

/// Finds what specs and Xcode projects build in the repository, outside of the workspace.
///
/// Used only if a product seems to be built by nothing.
public struct OutsideBuilders: Sendable {
  let root: String
  let environment: @Sendable (String) -> String?

  public init(root: String, environment: @escaping @Sendable (String) -> String?) {
    self.root = root
    self.environment = environment
  }

  /// Returns the files that build products of some names, each the first in order of path, relative
  /// to the top of the repository.
  ///
  /// - Complexity: Walks the repository, and reads its specs.
  public func files(building products: Set<String>) -> [String: String] {
    let place = RepositoryPlace(of: root)
    let top = Path.normalized(Path.join(root, entry: place.top))
    guard !place.names.isEmpty, let tree = try? WorkingDirectory(top, within: top) else {
      return [:]
    }
    var configuration = Configuration()
    configuration.readsNestedWorkspaces = true
    configuration.packages = .opaque
    let options = WorkspaceOptions(jobs: 1, environment: environment)
    guard var search = try? SpecSearch(tree, configuration, options) else { return [:] }
    let read = search.takeBatch()
    var files: [String: String] = [:]
    for project in read.projects.sorted(by: { $0.path.precedes($1.path) })
    where !Path.lies(project.path, in: place.root) && !read.notes.parts.contains(project.path) {
      for target in project.targets {
        let name = target.builtProductName ?? target.name
        if products.contains(name), files[name] == nil { files[name] = project.path }
      }
    }
    return files
  }
}
