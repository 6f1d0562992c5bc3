public import Diagnostics
public import Files
internal import Paths
public import Projects
public import SpecDecoding
internal import SpecReading
internal import Text
internal import YAML

/// Reports project references that point to a missing project.
///
/// XcodeGen rejects a reference to a project that does not exist when it generates.
public struct ReferencedProjects<Tree: FileTree> {
  private let tree: Tree
  private var reader: SpecReader
  private let broken: BrokenSpecs
  private var absent: AbsentPaths
  /// The paths of the projects that specs generate, by lowercase path: most file systems of Macs
  /// ignore case.
  private var generated: [String: String] = [:]
  /// The folders of these projects.
  private var folders: Set<String> = []
  private var states: [String: Bool] = [:]
  /// The lowercase names of the projects of specs, by folder.
  private var names: [String: Set<String>] = [:]
  private var words: WordIndex?
  /// The number of searches for similar paths.
  ///
  /// After a hundred, further typos have a common cause.
  private var searches = 0

  /// - Parameters:
  ///   - tree: The tree that contains the files.
  ///   - root: The absolute path of its root.
  ///   - reader: Reads specs that are not part of the workspace.
  ///   - broken: The unreadable specs, which may generate a project.
  public init(in tree: Tree, root: String, _ reader: SpecReader, broken: BrokenSpecs) {
    self.tree = tree
    self.reader = reader
    self.broken = broken
    absent = AbsentPaths(in: tree, root: root)
  }

  /// Returns a finding for each reference to a project that neither exists nor is generated.
  public mutating func diagnostics(of table: SpecTable) -> [Diagnostic] {
    guard table.projects.contains(where: { !$0.references.isEmpty }) else { return [] }
    for number in table.projects.indices {
      let paths = table.projectPaths(of: number)
      for path in paths { generated[path.lowercased()] = path }
      folders.insert(Path.parent(paths[0]))
    }
    return table.diagnostics(of: \.references) { reference, number in
      let path = Path.normalized(reference.path)
      guard generated[path.lowercased()] == nil, table.projects[number].kind == .spec else {
        return nil
      }
      let isMissing = states[path] ?? isMissing(path)
      states[path] = isMissing
      return isMissing ? diagnostic(reference, at: path, ofSpec: number, table) : nil
    }
  }

  private mutating func diagnostic(
    _ reference: ProjectReference, at path: String, ofSpec number: Int, _ table: SpecTable
  ) -> Diagnostic {
    let place = table.range(reference.location)
    if let note = reference.outside {
      // The message would reveal the contents of a file outside of the root.
      return Diagnostic(
        .invalidSpec, .error, .includedReference, at: place,
        notes: [table.projects[number].outsideNotes[Int(note)]])
    }
    let variable = firstVariable(in: path)
    let index = words ?? WordIndex(generated.values.sorted { $0.precedes($1) })
    words = index
    let own = table.projectPaths(of: number)[0]
    searches += 1
    let isWorthIt = variable == nil && searches <= NearestWords.mostSearches
    let nearest = isWorthIt ? index.nearest(to: path, except: own) : nil
    return Diagnostic(
      .invalidSpec, .error, .noProject(reference.key, path, unset: variable), at: place,
      help: nearest.map { [.didYouMean($0)] } ?? [])
  }

  private mutating func isMissing(_ path: String) -> Bool {
    if Path.leadsOutside(path) || tree.kind(of: path) != nil || tree.spelling(of: path) != nil {
      return false
    }
    let folder = Path.parent(path)
    let name = Path.splitExtension(Path.lastComponent(path)).stem
    if projects(in: folder).contains(name.lowercased()) || broken.mayMake(name, in: folder) {
      return false
    }
    // Git often ignores generated projects, so a missing project in a folder of generated projects
    // is an error even if ignored.
    if folders.contains(folder) { return true }
    let isHere = folder == "." || tree.kind(of: folder) != nil
    return isHere ? !absent.mayExist(path) : !absent.mayExist(folder)
  }

  /// Returns the project names of all specs in a folder, including excluded ones, those of nested
  /// workspaces, and those with other file names.
  private mutating func projects(in folder: String) -> Set<String> {
    if let known = names[folder] { return known }
    var found: Set<String> = []
    for entry in (try? tree.entries(of: folder == "." ? "" : folder)) ?? []
    where entry.kind != .folder
      && ["yml", "yaml", "json"].contains(Path.splitExtension(entry.name).extension)
    {
      let project = reader.read(Path.join(folder, entry.name))
      _ = reader.takeBatch()
      if let project, !project.gaps.contains(.name) { found.insert(project.name.lowercased()) }
    }
    names[folder] = found
    return found
  }
}

extension Diagnostic.Message {
  fileprivate static let includedReference: Self =
    "the included file refers to a project that neither exists nor is generated by a spec"

  fileprivate static func noProject(_ key: String, _ path: String, unset: String?) -> Self {
    Self(
      "the project '\(path)' of reference '\(key)' neither exists nor is generated by a spec"
        + unsetVariable(unset))
  }
}

extension SpecTable {
  /// Returns the diagnostics about the entries of each spec, in order, each once if several specs
  /// include it.
  public func diagnostics<Entry>(
    of part: KeyPath<Project, [Entry]>,
    _ diagnostic: (_ entry: Entry, _ spec: Int) -> Diagnostic?
  ) -> [Diagnostic] {
    var seen: Set<Diagnostic> = []
    return projects.indices.flatMap { number in
      projects[number][keyPath: part].compactMap { entry in
        diagnostic(entry, number).flatMap { seen.insert($0).inserted ? $0 : nil }
      }
    }
  }
}

/// Returns the suffix of a message about a missing path with an unset variable.
public func unsetVariable(_ name: String?) -> String {
  name.map { ": the variable '\($0)' is not set" } ?? ""
}
