import Files
import Git
import Paths
import Workspace

extension Workspace {
  /// Returns the packages that nothing references.
  ///
  /// In a working tree, only returns those that git tracks, so leftovers of tools on one machine do
  /// not change the output. Calls git only if there are any.
  func unreadPackages(in tree: any FileTree, at place: WorkspacePlace) -> [UnreadPackage] {
    let packages = unreadPackages(in: tree)
    guard !packages.isEmpty, !(tree is GitTree),
      let index = GitFiles.tracked(at: place)
    else { return packages }
    return packages.filter { index.lists($0.path) }
  }
}
