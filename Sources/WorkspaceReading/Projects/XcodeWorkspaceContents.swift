internal import Architecture
internal import Diagnostics
public import Files
internal import Paths

/// The contents of an Xcode workspace.
public struct XcodeWorkspaceContents {
  /// The paths of projects.
  public var projects: [String]
  /// The paths of projects outside of the root.
  var outside: [String] = []
  /// The paths of other entries, some of which may be packages.
  var folders: [String] = []
  /// The folder of a workspace that cannot be read completely, which may list any project below.
  public var folderOfUnknown: String?

  public init(
    projects: [String], outside: [String] = [], folders: [String] = [],
    folderOfUnknown: String? = nil
  ) {
    (self.projects, self.outside, self.folders) = (projects, outside, folders)
    self.folderOfUnknown = folderOfUnknown
  }

  /// The name of the file in the folder of a workspace.
  static let file = "contents.xcworkspacedata"
}

extension XcodeWorkspaceContents {
  /// Reads the text of an Xcode workspace; `false` if it has no such file.
  static func read(
    _ workspace: String, in tree: some FileTree, _ text: inout [UInt8]
  ) throws(FileError) -> Bool {
    let contents = Path.join(workspace, entry: file)
    guard tree.kind(of: contents) != nil else { return false }
    guard tree.resolvesInside(contents) else { throw .outsideRoot }
    try tree.read(contents, limit: Limits.fileSize, into: &text)
    return true
  }

  /// Returns the projects and folders that an Xcode workspace lists.
  public init(of workspace: String, in tree: some FileTree, root: String) {
    let folder = Path.folder(of: workspace)
    var text: [UInt8] = []
    let isRead: Bool
    do throws(FileError) {
      isRead = try Self.read(workspace, in: tree, &text)
    } catch {
      isRead = false
    }
    let file = XcodeWorkspaceFile(text, file: FileID(index: 0), folder: folder, root: root)
    self.init(
      projects: file.projects.map(\.path), outside: file.outside, folders: file.others,
      folderOfUnknown: isRead && file.error == nil ? nil : folder)
  }
}
