/// The projects that are built into one folder, so that their products meet.
public struct BuildGroups: Sendable {
  /// The numbers of the groups of each project.
  private var groups: [[Int]] = []
  /// Whether the groups are Xcode workspaces.
  ///
  /// Without workspaces, each group is a project with an application and what it refers to; a
  /// project without a group is meant for all.
  private var areWorkspaces = false

  /// A single group of all projects.
  public init() {}

  public init(_ groups: [[Int]], areWorkspaces: Bool) {
    self.groups = groups
    self.areWorkspaces = areWorkspaces
  }

  public var isEmpty: Bool { groups.isEmpty }

  /// Returns whether the products of two projects may be in one folder.
  ///
  /// Packages, whose numbers follow those of projects, belong to every project that refers to them.
  public func mayMeet(_ a: Int, _ b: Int) -> Bool {
    guard a != b, groups.indices.contains(a), groups.indices.contains(b) else { return true }
    if !areWorkspaces, groups[a].isEmpty || groups[b].isEmpty { return true }
    return share(a, b)
  }

  /// Returns whether some Xcode workspace contains both projects.
  public func haveWorkspace(_ a: Int, _ b: Int) -> Bool {
    guard areWorkspaces, groups.indices.contains(a), groups.indices.contains(b) else {
      return false
    }
    return share(a, b)
  }

  /// Returns whether two projects have groups, but none in common.
  public func areApart(_ a: Int, _ b: Int) -> Bool {
    !mayMeet(a, b) && !groups[a].isEmpty && !groups[b].isEmpty
  }

  private func share(_ a: Int, _ b: Int) -> Bool {
    groups[a].contains { groups[b].contains($0) }
  }
}
