import Files
import Git
import Paths
import Workspace

extension Workspace {
  /// The packages that are not read since nothing names them; where the working tree is looked at and git knows it,
  /// those that git tracks.
  ///
  /// So what tools leave behind on one machine changes no output. git is asked only if there is any.
  func unreadPackages(in tree: any FileTree, at place: WorkspacePlace) -> [UnreadPackage] {
    let packages = unreadPackages(in: tree)
    guard !packages.isEmpty, !(tree is GitTree),
      let tracked = GitFiles(quietlyAt: place)?.trackedFiles(named: "Package.swift")
    else { return packages }
    return packages.filter { tracked.contains($0.path) }
  }
}
