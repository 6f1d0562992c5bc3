internal import Architecture
internal import Diagnostics
internal import Files
internal import Paths
internal import Specs

/// The resolved specs of a workspace, updated when their files change.
struct SpecDumps {
  private let configuration: Configuration
  private let environment: Environment?
  /// The resolved specs by path, without specs that cannot be resolved.
  private var dumps: [String: SpecDump] = [:]
  private let specs: Set<String>
  /// The specs that include each file.
  private var users: [String: Set<String>] = [:]

  /// - Complexity: O(*n*) for *n* bytes of all specs.
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

  /// The files of all specs.
  var files: Set<String> { Set(users.keys) }

  /// Whether a file is a spec.
  func isSpec(_ path: String) -> Bool { specs.contains(path) }

  subscript(path: String) -> SpecDump? { dumps[path] }

  /// Returns the specs that include any of `files`, in order.
  func specs(using files: some Sequence<String>) -> [String] {
    files.reduce(into: Set<String>()) { $0.formUnion(users[$1] ?? []) }
      .sorted { $0.precedes($1) }
  }

  /// Updates a resolved spec and the files that it includes.
  mutating func keep(_ dump: SpecDump, _ files: [String], of path: String) {
    dumps[path] = dump
    for file in files { users[file, default: []].insert(path) }
  }

  /// Returns a resolved spec of `tree`, and the files that it includes.
  func read(_ path: String, in tree: EditedTree) -> (dump: SpecDump?, files: [String]) {
    let spec = LoadedSpec(
      path, in: tree, projectRoot: projectRoot(of: path), environment: environment)
    return (spec.dump, spec.sources.paths)
  }

  private func projectRoot(of path: String) -> String? {
    let name = Array(Path.lastComponent(path).utf8)
    return configuration.specs.first { entry in
      entry.pattern.isFolder
        ? entry.pattern.matches(path: path) : entry.pattern.matches(name: name)
    }?.root
  }
}
