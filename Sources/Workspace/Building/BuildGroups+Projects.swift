internal import Diagnostics
internal import Graph
internal import Paths
internal import Projects
internal import WorkspaceReading

// The projects that are built together.
extension BuildGroups {
  /// The groups of Xcode workspaces; empty without any that shows a project.
  ///
  /// - Complexity: O(*s*) for each workspace that shows *s* specs.
  init(_ workspaces: [XcodeWorkspaceFile], of specs: ReadProjects) {
    self.init()
    guard !workspaces.isEmpty else { return }
    let numbers = specs.numbersByProject()
    let members = workspaces.map { workspace in
      let unlisted = numbers.keys.filter {
        workspace.mayListMore && Path.lies($0, in: workspace.folder)
      }
      return Self.members(of: workspace.projectPaths + unlisted, numbers, specs)
    }.filter { !$0.isEmpty }
    if !members.isEmpty { self.init(members, of: specs, areWorkspaces: true) }
  }

  /// Separates projects that no Xcode workspace shows, unless a project refers to both.
  ///
  /// - Complexity: O(*s*) for each project that refers to *s* specs and that none refers to.
  init(separating alone: Set<Int>, of specs: ReadProjects) {
    let numbers = specs.numbersByProject()
    let referred = Set(
      specs.projects.flatMap { $0.references.flatMap { numbers[$0.path] ?? [] } })
    let all = 0..<specs.firstPackage
    var seen: Set<Int> = []
    var groups: [[Int]] = []
    // What a project refers to is in its group; only circles have no first project.
    for number in all.filter({ !referred.contains($0) }) + all.filter(alone.contains)
    where !seen.contains(number) {
      let members = Self.members(of: [specs.projectPaths(of: number)[0]], numbers, specs)
      seen.formUnion(members)
      groups.append(members.filter(alone.contains))
    }
    self.init(groups, of: specs, areWorkspaces: false)
  }

  private init(_ members: [[Int]], of specs: ReadProjects, areWorkspaces: Bool) {
    var groups = [[Int]](repeating: [], count: specs.firstPackage)
    for (number, members) in members.enumerated() {
      for spec in members { groups[spec].append(number) }
    }
    self.init(groups, areWorkspaces: areWorkspaces)
  }

  private static func members(
    of projects: [String], _ numbers: [String: [Int]], _ specs: ReadProjects
  ) -> [Int] {
    var members: Set<Int> = []
    var open = projects
    while let path = open.popLast() {
      for number in numbers[path] ?? [] where members.insert(number).inserted {
        open += specs.projects[number].references.map(\.path)
      }
    }
    return members.sorted()
  }
}
