internal import Architecture
internal import Diagnostics
internal import Files
internal import Paths
internal import Projects
internal import SpecDecoding
public import XcodeProjects

/// Reads the Xcode projects of the workspace, or those that rules.yml names, and all that specs refer
/// to.
///
/// Skips projects that a spec generates.
public struct XcodeProjectSearch {
  private let checkout: Checkout
  private let configuration: Configuration
  private var reader: XcodeProjectReader
  private var projects: [String: XcodeProject] = [:]
  private var seen: Set<String> = []
  /// The lowercase paths of projects that specs generate, since file systems of Macs ignore case.
  private var generated: Set<String> = []
  /// The projects that specs generate in other folders than their own, by the path of the spec.
  private(set) var outputs: [String: [String]] = [:]
  /// The sources of targets, by the path of the project file and by name.
  public private(set) var targets: [String: [String: XcodeProject.Sources]] = [:]
  private(set) var usedPatterns: Set<Int> = []
  public private(set) var absent = AbsentProjects()
  /// The configuration files that projects name and that are not there, by path of the project.
  public private(set) var absentSettings: [String: Set<String>] = [:]

  init(in checkout: Checkout, _ configuration: Configuration) {
    self.checkout = checkout
    self.configuration = configuration
    reader = XcodeProjectReader(in: checkout.tree) { checkout.isIgnored($0) }
  }

  private var tree: any FileTree { checkout.tree }

  /// - Complexity: O(size of the projects that are read); O(*n*) for *n* specs otherwise.
  mutating func read(
    into batch: inout SpecBatch, _ numbers: FileNumbers, found: [String],
    workspaces: [XcodeWorkspaceFile], failures: [String]
  ) {
    let (parts, choosesAll) = (batch.notes.parts, configuration.projects == nil)
    var referenced: [String] = []
    for project in batch.projects { referenced += project.references.map(\.path) }
    guard !found.isEmpty || !referenced.isEmpty || !workspaces.isEmpty else { return }
    for spec in batch.projects where !parts.contains(spec.path) {
      let project = spec.name + ".xcodeproj"
      generated.insert(Path.join(Path.parent(spec.path), project).lowercased())
    }
    findOutputs(
      among: Set(found.filter(isRead) + referenced.map(Path.normalized)), of: batch, parts)
    usedPatterns = Set(found.compactMap(configuration.entry(forProject:)))
    let listed = choosesAll ? workspaces.flatMap(\.projectPaths).filter(isRead) : []
    let named = Set((referenced + listed).map(Path.normalized))
    // A spec that cannot be read may generate any project.
    let broken = Set(
      (failures + batch.projects.filter { $0.gaps.contains(.isBroken) }.map(\.path))
        .map(Path.folder(of:)))
    let own = found.filter { path in
      let isChosen = choosesAll || configuration.entry(forProject: path) != nil
      return isChosen && isRead(path) && !generated.contains(path.lowercased())
        && !broken.contains(Path.folder(of: path))
    }
    // What rules.yml chooses is read, tracked or not.
    let chosen = choosesAll ? checkout.tracked(own.filter { !named.contains($0) }) : own
    var open = named.union(chosen).sorted { $0.precedes($1) }
    while let path = open.popLast() {
      guard seen.insert(path).inserted, !generated.contains(path.lowercased()),
        let project = project(at: path, numbers, &batch)
      else { continue }
      projects[path] = project
      open += project.project.references.map(\.path).filter(isRead)
    }
    findAbsent(named: workspaces.flatMap { $0.projectPaths + $0.outside }, by: referenced)
    if !projects.isEmpty { append(to: &batch, workspaces) }
    projects = [:]
  }

  private mutating func append(to batch: inout SpecBatch, _ workspaces: [XcodeWorkspaceFile]) {
    let folders = Set(workspaces.flatMap(\.others))
      .filter { tree.kind(of: Path.join($0, entry: "Package.swift")) == .file }
      .sorted { $0.precedes($1) }
    for project in projects.values.sorted(by: { $0.project.path.precedes($1.project.path) }) {
      batch.projects.append(project.project(among: projects, folders: folders))
      targets[project.project.path] = Dictionary(
        uniqueKeysWithValues: project.targets.map { ($0.target.name, $0.sources) })
      absentSettings[project.project.path] = project.missingFiles
    }
  }

  /// Finds the projects that specs generate with `--project`: those of the same name with the same
  /// targets.
  private mutating func findOutputs(
    among paths: Set<String>, of batch: SpecBatch, _ parts: Set<String>
  ) {
    let paths = paths.filter { !generated.contains($0.lowercased()) && isProject($0) }
    guard !paths.isEmpty else { return }
    let specs = Dictionary(grouping: batch.projects.filter { !parts.contains($0.path) }) {
      $0.name.lowercased() + ".xcodeproj"
    }
    for path in paths.sorted(by: { $0.precedes($1) }) {
      guard let specs = specs[Path.lastComponent(path).lowercased()],
        let project = try? reader.read(path, file: FileID(index: 0))
      else { continue }
      let targets = Set(project.targets.map(\.target.name))
      let spec = specs.sorted { $0.path.precedes($1.path) }.first { spec in
        let known = Set(spec.targets.map(\.name))
        return known == targets || spec.isIncomplete && known.isSubset(of: targets)
      }
      guard let spec else { continue }
      outputs[spec.path, default: []].append(path)
      generated.insert(path.lowercased())
    }
  }

  /// A reference of a spec is an error unless the project may be there elsewhere.
  private mutating func findAbsent(named paths: [String], by specs: [String]) {
    let references = specs.map(Path.normalized).filter { wasNotRead($0) && checkout.mayExist($0) }
    let all = paths + references + projects.values.flatMap { $0.project.references.map(\.path) }
    absent = AbsentProjects(Set(all).filter(wasNotRead), in: tree, configuration)
  }

  /// Whether the targets of a project are unknown, and not because of an error in it.
  private func wasNotRead(_ path: String) -> Bool {
    guard projects[path] == nil, !generated.contains(path.lowercased()) else { return false }
    return !seen.contains(path) || !isProject(path)
  }

  private func isProject(_ path: String) -> Bool {
    let contents = XcodeProjectReader.contents(of: path, in: tree)
    return tree.kind(of: contents) == .file && tree.resolvesInside(contents)
  }

  /// Whether a project belongs to the workspace rather than to a folder of another tool.
  private func isRead(_ path: String) -> Bool {
    let folder = Path.folder(of: path)
    return !Path.leadsOutside(path) && !Path.isNeverVisited(folder) && !Path.isOfTool(path)
      && configuration.exclusion(anyOf: folder) == nil
  }

  private mutating func project(
    at path: String, _ numbers: FileNumbers, _ batch: inout SpecBatch
  ) -> XcodeProject? {
    guard isProject(path) else { return nil }
    let file = numbers.number(of: XcodeProjectReader.contents(of: path, in: tree))
    do throws(InvalidProject) {
      let project = try reader.read(path, file: file)
      // CMake generates it.
      let isOfCMake = project.targets.contains {
        $0.target.name == "ALL_BUILD" || $0.target.name == "ZERO_CHECK"
      }
      return isOfCMake ? nil : project
    } catch {
      for finding in error.findings { batch.report(finding) }
      return nil
    }
  }
}

extension Project {
  fileprivate var isIncomplete: Bool { !gaps.isDisjoint(with: [.isBroken, .parts, .inherited]) }
}

extension Path {
  /// Whether no walk descends into a folder.
  static func isNeverVisited(_ folder: String) -> Bool {
    components(of: folder).contains { Walk.neverDescends(into: String($0)) }
  }

  /// Whether a tool downloads or generates what is at a path.
  static func isOfTool(_ path: String) -> Bool {
    components(of: path).contains { ["SourcePackages", "checkouts", "CMakeFiles"].contains($0) }
  }
}

/// The projects that a workspace names and that were not read, so that they may build any product.
public struct AbsentProjects {
  /// The folders that are not there, or the projects if only these are not, in order.
  private(set) var places: [String] = []
  /// Whether any project was not read: also one that is there and that rules.yml excludes.
  public private(set) var mayBuildMore = false

  init() {}

  /// `paths` are those of the projects, none of which was read.
  init(_ paths: some Sequence<String>, in tree: some FileTree, _ configuration: Configuration) {
    var places: Set<String> = []
    for path in paths where !Self.isMade(path, in: tree) {
      mayBuildMore = true
      let folder = Path.folder(of: path)
      // What package managers check out is never read, so it counts as absent wherever it is there.
      let isElsewhere = Path.leadsOutside(path) || Path.isNeverVisited(folder)
      guard isElsewhere || tree.kind(of: path) == nil, configuration.exclusion(anyOf: folder) == nil
      else { continue }
      let isFolderThere =
        folder.isEmpty || folder.hasSuffix("..")
        || !isElsewhere && !((try? tree.entries(of: folder)) ?? []).isEmpty
      places.insert(isFolderThere ? path : folder)
    }
    self.places = places.sorted { $0.precedes($1) }
  }

  /// Returns the places with those of submodules, unless projects in these are among them.
  public func places(withSubmodules submodules: [String]) -> [String] {
    let new = submodules.filter { submodule in
      !places.contains { Path.lies($0, in: submodule) }
    }
    return (places + new).sorted { $0.precedes($1) }
  }

  /// Whether a file that is read says what a project builds: a spec, or the lock file of CocoaPods.
  private static func isMade(_ path: String, in tree: some FileTree) -> Bool {
    let folder = Path.folder(of: path)
    if Path.leadsOutside(folder) { return false }
    if tree.kind(of: Path.join(folder, entry: "project.yml")) == .file { return true }
    guard Path.lastComponent(folder) == "Pods" else { return false }
    return tree.kind(of: Path.join(Path.folder(of: folder), entry: "Podfile.lock")) == .file
  }
}
