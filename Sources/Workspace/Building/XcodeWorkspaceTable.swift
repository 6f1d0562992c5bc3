internal import Diagnostics
internal import Graph
internal import Paths
internal import Projects

/// The contents of an Xcode workspace.
struct XcodeWorkspaceContents {
  /// The paths of projects.
  var projects: [String]
  /// The paths of projects outside of the root.
  var outside: [String] = []
  /// The paths of other entries, some of which may be packages.
  var folders: [String] = []
  /// The folder of a workspace that cannot be read completely, which may list any project below.
  var folderOfUnknown: String?
}

/// The projects that are built together.
///
/// Two projects that no Xcode workspace contains together have separate products, even if their
/// names are equal.
///
/// Filled only if two products have the same name, which is rare.
struct XcodeWorkspaceTable {
  private(set) var isRead = false
  /// The numbers of the Xcode workspaces that show the project of each spec; empty if no workspace
  /// shows any, so that all projects may be built together.
  private(set) var shown: [[Int]] = []

  /// - Complexity: O(the sizes of their files) and O(*s*) for each workspace that shows *s* specs.
  mutating func read(_ workspaces: [XcodeWorkspaceContents], of specs: SpecTable) {
    isRead = true
    guard !workspaces.isEmpty else { return }
    var numbers: [String: [Int]] = [:]
    for number in 0..<specs.firstPackage {
      numbers[specs.projectPath(of: number), default: []].append(number)
    }
    var shown = [[Int]](repeating: [], count: specs.firstPackage)
    var count = 0
    for workspace in workspaces {
      let members = Self.members(of: workspace, numbers, specs)
      if members.isEmpty { continue }
      for spec in members { shown[spec].append(count) }
      count += 1
    }
    if count > 0 { self.shown = shown }
  }

  /// Returns the specs whose projects a workspace lists, and those that these refer to.
  private static func members(
    of workspace: XcodeWorkspaceContents, _ numbers: [String: [Int]], _ specs: SpecTable
  ) -> [Int] {
    var members: Set<Int> = []
    var open = workspace.projects
    if let folder = workspace.folderOfUnknown {
      open += numbers.keys.filter { Path.lies($0, in: folder) }
    }
    while let path = open.popLast() {
      for number in numbers[path] ?? [] where members.insert(number).inserted {
        let references = specs.spec(number).projectReferences
        open += specs.batch.projectReferences[references].map { specs.string($0.path) }
      }
    }
    return members.sorted()
  }

  /// Whether the projects of two specs may be built into one folder, if workspaces were read.
  func mayShow(_ spec: Int, with other: Int) -> Bool {
    if shown.isEmpty || spec == other { return true }
    return shown[spec].contains { shown[other].contains($0) }
  }
}
