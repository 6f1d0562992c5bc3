internal import Diagnostics
internal import Graph
internal import Specs

/// What an Xcode workspace lists.
struct XcodeWorkspaceContents {
  /// The paths of projects.
  var projects: [String]
  /// Where it cannot be read to its end, the folder that it lies in: it may list any project below.
  var folderOfUnknown: String?
}

// Which projects are built together. Two projects that no Xcode workspace shows at once have products of
// their own each, whatever their names are.
extension GraphBuilder {
  /// For each specification the numbers of the Xcode workspaces that show its project, by the table; empty
  /// where none shows any: then all projects may be built together.
  ///
  /// Read when products of one name are met; most workspaces have none.
  ///
  /// - Complexity: O(the sizes of their files) and O(*s*) for each workspace that shows *s* specifications.
  @discardableResult
  mutating func xcodeWorkspaces() -> [[Int32]] {
    if let shownIn { return shownIn }
    var numbers: [String: [Int]] = [:]
    let contents = files.xcodeWorkspaces()
    if !contents.isEmpty {
      for number in table.specs.indices {
        numbers[table.projectPath(of: number), default: []].append(number)
      }
    }
    var shown = [[Int32]](repeating: [], count: table.specs.count)
    var count: Int32 = 0
    for workspace in contents {
      let specs = specs(shownBy: workspace, numbers)
      if specs.isEmpty { continue }
      for spec in specs { shown[spec].append(count) }
      count += 1
    }
    let result = count == 0 ? [] : shown
    shownIn = result
    return result
  }

  /// The specifications whose projects a workspace lists, and those that these refer to.
  private func specs(shownBy workspace: XcodeWorkspaceContents, _ numbers: [String: [Int]]) -> [Int]
  {
    var isShown = [Bool](repeating: false, count: table.specs.count)
    var open = workspace.projects
    if let folder = workspace.folderOfUnknown {
      open += numbers.keys.filter { folder.isEmpty || $0.hasPrefix(folder + "/") }
    }
    while let path = open.popLast() {
      for number in numbers[path] ?? [] where !isShown[number] {
        isShown[number] = true
        let references = table.spec(number).projectReferences
        open += table.batch.projectReferences[references].map { table.string($0.path) }
      }
    }
    return isShown.indices.filter { isShown[$0] }
  }

  /// Whether two modules may be built into one folder, as far as that was looked up.
  func meet(_ module: Int, _ other: Int) -> Bool {
    guard let shownIn, !shownIn.isEmpty else { return true }
    let (a, b) = (targets[module].spec, targets[other].spec)
    return a == b || shownIn[Int(a)].contains { shownIn[Int(b)].contains($0) }
  }
}
