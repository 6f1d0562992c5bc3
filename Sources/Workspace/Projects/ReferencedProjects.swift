internal import Diagnostics
internal import Files
internal import Specs
internal import Text

/// Looks whether the projects that specifications refer to are there, or are made.
///
/// XcodeGen refuses a reference to a project that does not exist when it generates.
struct ReferencedProjects<Tree: FileTree> {
  private let tree: Tree
  private let environment: @Sendable (String) -> String?
  private let broken: BrokenSpecs
  private var absent: AbsentPaths<Tree>
  /// The paths of the projects that specifications make, in small letters: most file systems of Macs do
  /// not tell them from capitals.
  private var made: [String: String] = [:]
  /// The folders of these projects.
  private var folders: Set<String> = []
  private var states: [String: Bool] = [:]
  /// The names, in small letters, of the projects of the specifications in folders that were looked at.
  private var names: [String: Set<String>] = [:]
  private var words: WordIndex?
  /// How often a neighbour was looked for; more slips than a hundred are one mistake, not many.
  private var searches = 0

  /// - Parameters:
  ///   - tree: Where the files are.
  ///   - root: The absolute path of its root.
  ///   - environment: The variables of the environment.
  ///   - broken: What could not be read, and may make a project.
  init(
    in tree: Tree, root: String, environment: @escaping @Sendable (String) -> String?,
    broken: BrokenSpecs
  ) {
    self.tree = tree
    self.environment = environment
    self.broken = broken
    absent = AbsentPaths(in: tree, root: root)
  }

  /// A finding for each reference to a project that neither exists nor is made.
  mutating func faults(of table: SpecTable) -> [Diagnostic] {
    guard !table.batch.projectReferences.isEmpty else { return [] }
    for number in table.specs.indices {
      let path = table.projectPath(of: number)
      made[path.lowercased()] = path
      folders.insert(SpecPath.parent(path))
    }
    var faults: [Diagnostic] = []
    // What specifications include they share.
    var seen: Set<Diagnostic> = []
    for number in table.specs.indices {
      for reference in table.batch.projectReferences[table.spec(number).projectReferences] {
        let path = SpecPath.settled(table.string(reference.path))
        guard made[path.lowercased()] == nil else { continue }
        let isMissing = states[path] ?? isMissing(path)
        states[path] = isMissing
        guard isMissing else { continue }
        let fault = fault(reference, at: path, ofSpec: number, table)
        if seen.insert(fault).inserted { faults.append(fault) }
      }
    }
    return faults
  }

  private mutating func fault(
    _ reference: ProjectReference, at path: String, ofSpec number: Int, _ table: SpecTable
  ) -> Diagnostic {
    let key = table.string(reference.key)
    let place = table.range(reference.location)
    if let note = reference.outside {
      // The words of the fault would show what stands there.
      return Diagnostic(
        .invalidSpec, .error, .includedReference, at: place,
        notes: [table.batch.outsideNotes[Int(note)]])
    }
    let variable = firstVariable(in: path)
    let index = words ?? WordIndex(made.values.sorted { $0.precedes($1) })
    words = index
    let own = table.projectPath(of: number)
    searches += 1
    let isWorthIt = variable == nil && searches <= NearestWords.mostSearches
    let nearest = isWorthIt ? index.nearest(to: path, except: own) : nil
    return Diagnostic(
      .invalidSpec, .error, .noProject(key, path, unset: variable), at: place,
      help: nearest.map { [.didYouMean($0)] } ?? [])
  }

  private mutating func isMissing(_ path: String) -> Bool {
    if SpecPath.leadsOutside(path) || tree.kind(of: path) != nil || tree.spelling(of: path) != nil {
      return false
    }
    let folder = SpecPath.parent(path)
    let name = SpecPath.splitExtension(SpecPath.lastComponent(path)).stem
    if projects(in: folder).contains(name.lowercased()) || broken.mayMake(name, in: folder) {
      return false
    }
    // Projects are often ignored, since they are made; then it counts whether something here makes them.
    if folders.contains(folder) { return true }
    let isHere = folder == "." || tree.kind(of: folder) != nil
    return isHere ? !absent.mayHave(path) : !absent.mayHave(folder)
  }

  /// The projects of all specifications in a folder, also of those that are excluded, of another
  /// workspace, or not called project.yml.
  private mutating func projects(in folder: String) -> Set<String> {
    if let known = names[folder] { return known }
    var found: Set<String> = []
    for entry in (try? tree.entries(of: folder == "." ? "" : folder)) ?? []
    where entry.kind != .folder
      && ["yml", "yaml", "json"].contains(SpecPath.splitExtension(entry.name).extension)
    {
      var reader = SpecReader(
        source: tree, includes: IncludeCache(), options: .init(environment: environment))
      reader.read(SpecPath.join(folder, entry.name))
      let batch = reader.takeBatch()
      found.formUnion(
        batch.specs.filter(\.isNamed).map { batch.names.string($0.name).lowercased() })
    }
    names[folder] = found
    return found
  }
}

extension SpecPath {
  /// A path without `.`, and without the folders that a `..` behind them takes back.
  fileprivate static func settled(_ path: String) -> String {
    var names: [Substring] = []
    for name in path.split(separator: "/") where name != "." {
      if name == "..", let last = names.last, last != ".." {
        names.removeLast()
      } else {
        names.append(name)
      }
    }
    return (path.hasPrefix("/") ? "/" : "") + names.joined(separator: "/")
  }
}

extension Diagnostic.Message {
  fileprivate static let includedReference: Self =
    "the included file refers to a project that neither exists nor is made by a spec"

  fileprivate static func noProject(_ key: String, _ path: String, unset: String?) -> Self {
    let reason = unset.map { ": the variable '\($0)' is not set" } ?? ""
    return Self(
      "the project '\(path)' of reference '\(key)' neither exists nor is made by a spec" + reason)
  }
  fileprivate static func didYouMean(_ path: String) -> Self { "did you mean '\(path)'?" }
}
