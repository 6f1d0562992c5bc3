internal import Architecture
internal import Diagnostics
internal import Files
internal import Paths
internal import Specs

/// What the specs of a workspace resolve to, read anew for each state of their files.
struct SpecDumps {
  private let configuration: Configuration
  private let environment: Environment?
  /// What each spec resolves to, by its path; nothing where it does not resolve.
  private var dumps: [String: SpecDump] = [:]
  private let specs: Set<String>
  /// The specs that each file is part of.
  private var users: [String: Set<String>] = [:]

  /// - Complexity: O(*n*) for the size of all specs.
  init(
    of specs: [String], in tree: EditedTree, _ configuration: Configuration,
    _ environment: Environment?
  ) {
    self.configuration = configuration
    self.environment = environment
    self.specs = Set(specs)
    for path in specs {
      let (dump, files) = read(path, in: tree)
      dumps[path] = dump
      for file in files { users[file, default: []].insert(path) }
    }
  }

  /// The files that all specs are read from.
  var files: Set<String> { Set(users.keys) }

  /// Whether a file is a spec itself.
  func isSpec(_ path: String) -> Bool { specs.contains(path) }

  subscript(path: String) -> SpecDump? { dumps[path] }

  /// The specs that some of `files` are part of, in order.
  func specs(using files: some Sequence<String>) -> [String] {
    files.reduce(into: Set<String>()) { $0.formUnion(users[$1] ?? []) }
      .sorted { $0.precedes($1) }
  }

  /// Keeps what a spec resolves to now, and the files that it is read from.
  mutating func keep(_ dump: SpecDump, _ files: [String], of path: String) {
    dumps[path] = dump
    for file in files { users[file, default: []].insert(path) }
  }

  /// What a spec resolves to in `tree`, and the files that it was read from.
  func read(_ path: String, in tree: EditedTree) -> (dump: SpecDump?, files: [String]) {
    var reader = SpecReader(
      source: tree, includes: IncludeCache(),
      options: .init(projectRoot: projectRoot(of: path), environment: environment))
    reader.read(path)
    return (SpecDump(reader, tree: tree), reader.batch.sources.paths)
  }

  private func projectRoot(of path: String) -> String? {
    let name = Array(Path.lastComponent(path).utf8)
    return configuration.specs.first { entry in
      entry.pattern.isFolder
        ? entry.pattern.matches(path: path) : entry.pattern.matches(name: name)
    }?.root
  }
}
