internal import Diagnostics
internal import Graph
internal import Paths
internal import Projects

/// What an Xcode workspace lists.
struct XcodeWorkspaceContents {
  /// The paths of projects.
  var projects: [String]
  /// The paths of what else it lists, of which some may be packages.
  var folders: [String] = []
  /// Where it cannot be read to its end, the folder that it lies in: it may list any project below.
  var folderOfUnknown: String?
}

/// Which projects are built together: two that no Xcode workspace shows at once have products of their own
/// each, whatever their names are.
///
/// Filled when products of one name are met; most workspaces have none.
struct XcodeWorkspaceTable {
  private(set) var isRead = false
  /// For each specification the numbers of the Xcode workspaces that show its project, by the table; empty
  /// where none shows any: then all projects may be built together.
  private(set) var shown: [[Int]] = []

  /// - Complexity: O(the sizes of their files) and O(*s*) for each workspace that shows *s* specifications.
  mutating func read(_ workspaces: [XcodeWorkspaceContents], of specs: SpecTable) {
    isRead = true
    guard !workspaces.isEmpty else { return }
    var numbers: [String: [Int]] = [:]
    for number in specs.specs.indices {
      numbers[specs.projectPath(of: number), default: []].append(number)
    }
    var shown = [[Int]](repeating: [], count: specs.specs.count)
    var count = 0
    for workspace in workspaces {
      let members = Self.members(of: workspace, numbers, specs)
      if members.isEmpty { continue }
      for spec in members { shown[spec].append(count) }
      count += 1
    }
    if count > 0 { self.shown = shown }
  }

  /// The specifications whose projects a workspace lists, and those that these refer to.
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

  /// Whether the projects of two specifications may be built into one folder, as far as that was looked up.
  func mayShow(_ spec: Int, with other: Int) -> Bool {
    if shown.isEmpty || spec == other { return true }
    return shown[spec].contains { shown[other].contains($0) }
  }
}
