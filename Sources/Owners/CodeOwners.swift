public import Diagnostics
public import Files
public import Graph
internal import Paths
internal import Text

/// The owners of files in a repository, read from a CODEOWNERS file of GitHub or GitLab.
public struct CodeOwners: Sendable {
  /// The sections in order of their first headings; GitHub has only the one without a name, before
  /// all headings.
  private(set) var sections = [Section(name: "")]
  /// The folder that looked-up paths are relative to, itself relative to the root of the
  /// repository.
  private let workspace: String

  struct Entry: Sendable {
    var pattern: PathPattern
    /// The owners; `nil` for an entry that excludes files from its section.
    var owners: [String]?
  }

  /// Entries, of which the last match applies.
  struct Section: Sendable {
    /// In lower case, since case is ignored.
    var name: String
    var entries: [Entry] = []
  }

  /// The syntax of a CODEOWNERS file.
  enum Form: Sendable {
    case github
    case gitlab
  }

  /// Reads the first CODEOWNERS of a repository in `.github`, the root, `docs` and `.gitlab`; `nil`
  /// if none exists, or if it cannot be read or leads out of the tree.
  ///
  /// It is GitLab's if it is in `.gitlab`, has a section, or if the repository has a
  /// `.gitlab-ci.yml` and no `.github`.
  ///
  /// - Parameters:
  ///   - repository: The tree whose root is the repository's.
  ///   - workspace: The folder that looked up paths are relative to, itself relative to that root.
  /// - Complexity: O(*n*) for a file of *n* bytes.
  public init?(of repository: some FileTree, workspace: String) {
    for folder in [".github", "", "docs", ".gitlab"] {
      let path = Path.join(folder, entry: "CODEOWNERS")
      guard repository.kind(of: path) == .file else { continue }
      var text: [UInt8] = []
      do throws(FileError) {
        guard repository.resolvesInside(path) else { return nil }
        try repository.read(path, limit: Limits.codeOwnersSize, into: &text)
      } catch {
        return nil
      }
      let isGitLab =
        folder == ".gitlab" || folder != ".github" && Self.hasSection(text)
        || repository.kind(of: ".gitlab-ci.yml") != nil && repository.kind(of: ".github") == nil
      self.init(text, form: isGitLab ? .gitlab : .github, workspace: workspace)
      return
    }
    return nil
  }

  init(_ text: [UInt8], form: Form, workspace: String = "") {
    self.workspace = workspace
    read(text, form: form)
  }

  /// Returns the index of the section with this name, adding it if it is new.
  mutating func section(named name: String) -> Int {
    let name = name.lowercased()
    if let known = sections.firstIndex(where: { $0.name == name }) { return known }
    sections.append(Section(name: name))
    return sections.count - 1
  }

  mutating func add(_ entry: Entry, to section: Int) { sections[section].entries.append(entry) }

  /// Returns the owners of a file as written, in order and without duplicates.
  ///
  /// - Parameter path: Relative to the folder given as `workspace`.
  /// - Returns: `@user`, `@group/team`, `@@role` or addresses; empty for a file without owners.
  /// - Complexity: O(*n* · *d*) for a CODEOWNERS of *n* bytes and a file in *d* folders.
  public func owners(of path: String) -> [String] {
    let path = Path.normalized(Path.join(workspace, entry: path))
    if Path.leadsOutside(path) { return [] }
    let parts = Path.components(of: path).map { Array($0.utf8) }
    var owners: [String] = []
    for section in sections {
      let matching = section.entries.filter { $0.pattern.matches(parts[...]) }
      guard let entry = matching.last, !matching.contains(where: { $0.owners == nil }) else {
        continue
      }
      for owner in entry.owners ?? [] where !owners.contains(owner) { owners.append(owner) }
    }
    return owners
  }
}

extension CodeOwners {
  /// Returns the owners of a module's folder or, if it has none, of its specification.
  ///
  /// Patterns such as `*.pbxproj`, `*.xcproj` and `Package.swift` match only the specification. A
  /// folder that does not contain it is therefore looked up by a file named like the folder.
  public func owners(of module: ModuleID, in graph: ModuleGraph) -> [String] {
    guard let spec = graph.spec(of: module)?.path else { return [] }
    if let folder = graph.folder(of: module), folder.basis != .spec, !folder.path.isEmpty,
      folder.path != Path.folder(of: spec)
    {
      let file = Path.join(folder.path, entry: Path.lastComponent(folder.path))
      let owners = self.owners(of: file)
      if !owners.isEmpty { return owners }
    }
    return owners(of: spec)
  }

  /// Adds to findings the owners of the modules at both ends of the link or, without a module, of
  /// the file.
  ///
  /// - Complexity: O(*n*) for *n* modules, and `owners(of:)` once for each module in the findings.
  public func named(
    in findings: [Diagnostic], of graph: ModuleGraph, sources: SourceMap
  ) -> [Diagnostic] {
    var modules: [String: ModuleID] = [:]
    for id in graph.builtModules { modules[graph.shownName(id)] = id }
    var ownersOf: [String: [String]] = [:]
    func known(_ module: String) -> [String]? {
      if let owners = ownersOf[module] { return owners }
      let owners = modules[module].map { self.owners(of: $0, in: graph) }
      ownersOf[module] = owners
      return owners
    }
    return findings.map { finding in
      var finding = finding
      let file = finding.location.map { sources[$0.file] }
      finding.codeOwners = Diagnostic.CodeOwners(
        from: finding.subject.from.flatMap(known) ?? file.map { self.owners(of: $0) } ?? [],
        to: finding.subject.to.flatMap(known) ?? [])
      return finding
    }
  }
}
