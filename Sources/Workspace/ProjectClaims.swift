internal import Diagnostics
internal import Files
internal import Rules
internal import Specs

/// Judges what specifications take for granted of other projects, now that all are read.
struct ProjectClaims {
  /// The findings, in order of the paths of specifications.
  private(set) var refusals: [Refusal] = []

  private let table: SpecTable
  /// The specification that each project file is generated from, by its path; also in small letters,
  /// since most file systems do not tell them apart.
  private var generated: [String: Int] = [:]
  /// The same by the name of the file.
  private var paths: [String: [String]] = [:]
  /// The folders in which a specification's project has a name that is not known here.
  private var uncertainFolders: Set<String> = []

  /// - Parameters:
  ///   - table: The specifications.
  ///   - tree: Where the files are.
  ///   - root: The absolute path of the root; empty if it has none.
  ///   - configuration: What rules.yml says.
  ///   - unread: Folders whose specifications are not in `table`.
  /// - Complexity: O(*n*) for *n* specifications and what they say of other projects, with one question to
  ///   the file system for each project that none of them generates.
  init<Tree: FileTree>(
    _ table: SpecTable, in tree: Tree, root: String, _ configuration: Configuration,
    unread: [String]
  ) {
    self.table = table
    let claims = table.batch.projectClaims
    guard !claims.isEmpty else { return }
    listProjects()
    let unread = Set(unread)
    var isThere: [NameID: Bool] = [:]
    var ignored: IgnoredPaths<Tree>?
    for claim in claims {
      let path = table.string(claim.path)
      if let target = claim.target {
        if let spec = generated[path], lacks(target, spec: spec) { add(claim, spec: spec) }
        continue
      }
      if generated[path.lowercased()] != nil { continue }
      let isFound =
        isThere[claim.path]
        ?? (isElsewhere(path, configuration, unread)
          || Self.mayBeThere(path, in: tree, &ignored, root: root))
      isThere[claim.path] = isFound
      if !isFound { add(claim, spec: nil) }
    }
  }

  private mutating func listProjects() {
    for number in table.specs.indices.reversed() {
      let path = table.projectPath(of: number)
      generated[path.lowercased()] = number
      generated[path] = number
      paths[SpecPath.lastComponent(path), default: []].append(path)
      let spec = table.spec(number)
      if !spec.isNamed || path.contains("${") {
        uncertainFolders.insert(GraphBuilder.folder(of: path))
      }
    }
  }

  /// Whether a project is there, or may be in another clone.
  ///
  /// That is in a submodule that is not checked out, behind a link that leads nowhere here, or in a
  /// folder that git ignores. That git ignores project files says nothing, since it mostly does where
  /// they are generated.
  private static func mayBeThere<Tree: FileTree>(
    _ path: String, in tree: Tree, _ ignored: inout IgnoredPaths<Tree>?, root: String
  ) -> Bool {
    if tree.kind(of: path) != nil || tree.spelling(of: path) != nil { return true }
    let folder = GraphBuilder.folder(of: path)
    let names = folder.split(separator: "/").map(String.init)
    let known =
      names.indices.reversed().first {
        tree.kind(of: names[...$0].joined(separator: "/")) != nil
      }.map { $0 + 1 } ?? 0
    let entries = (try? tree.entries(of: names[..<known].joined(separator: "/"))) ?? []
    if entries.isEmpty { return true }
    guard known < names.count else { return false }
    if entries.contains(where: { $0.name == names[known] }) { return true }
    var paths = ignored ?? IgnoredPaths(in: tree, root: root)
    defer { ignored = paths }
    return paths.contains(folder, isFolder: true)
  }

  /// Whether nobody here can know if the project is there: it is made by another tool, or by a
  /// specification that is not read.
  private func isElsewhere(
    _ path: String, _ configuration: Configuration, _ unread: Set<String>
  ) -> Bool {
    let folder = GraphBuilder.folder(of: path)
    if SpecPath.leadsOutside(path) || uncertainFolders.contains(folder) || unread.contains(folder) {
      return true
    }
    var above = ""
    for part in folder.split(separator: "/") {
      if Walk.neverDescends(into: String(part)) { return true }
      above = join(above, String(part))
      if unread.contains(above) { return true }
    }
    return configuration.excludes(anyOf: folder)
  }

  private func lacks(_ target: NameID, spec number: Int) -> Bool {
    let spec = table.spec(number)
    guard !spec.isBroken, !spec.lacksIncludes else { return false }
    let batch = table.batch
    if batch.target(named: target, among: spec.targets) != nil { return false }
    if batch.aggregate(named: target, among: spec.targets) != nil { return false }
    let name = table.string(target)
    return !spec.targets.contains { index in
      let other = table.string(batch.targets[index].name)
      return other == name || other.contains("${")
    }
  }

  private mutating func add(_ claim: ProjectClaim, spec: Int?) {
    var diagnostic = claim.diagnostic
    if diagnostic.notes.isEmpty, let help = help(for: claim, spec: spec) {
      diagnostic.help = [help]
    }
    refusals.append(Refusal(spec: claim.spec, diagnostic: diagnostic))
  }

  private func help(for claim: ProjectClaim, spec: Int?) -> Diagnostic.Message? {
    if let spec, let target = claim.target {
      let names = table.spec(spec).targets.map { table.string(table.batch.targets[$0].name) }
      return names.nearest(to: table.string(target)).map { "did you mean '\($0)'?" }
    }
    let name = SpecPath.lastComponent(table.string(claim.path))
    guard let homes = paths[name], homes.count == 1 else { return nil }
    return "a spec generates '\(homes[0])'"
  }
}
