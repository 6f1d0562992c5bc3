import Files
import Git
import Paths
import Workspace

// In a working tree, only what git tracks counts as unread, so leftovers of tools on one machine do
// not change the output. Calls git only if there is anything.
extension Workspace {
  /// Returns the packages that nothing references.
  func unreadPackages(in tree: any FileTree, at place: WorkspacePlace) -> [UnreadPackage] {
    Self.tracked(unreadPackages(in: tree), by: \.path, in: tree, at: place)
  }

  /// Returns the unread Xcode projects.
  func trackedProjects(in tree: any FileTree, at place: WorkspacePlace) -> [String] {
    Self.tracked(unreadProjects, by: \.self, in: tree, at: place)
  }

  private static func tracked<Element>(
    _ elements: [Element], by path: (Element) -> String, in tree: any FileTree,
    at place: WorkspacePlace
  ) -> [Element] {
    guard !elements.isEmpty, !(tree is GitTree), let index = GitFiles.tracked(at: place) else {
      return elements
    }
    return elements.filter { index.lists(path($0)) }
  }
}
