internal import Architecture
internal import Diagnostics
internal import Files
internal import Packages
internal import Paths
internal import Projects

/// Reads the manifests of local packages, from the tree that specs are read from.
struct PackageTableReader<Tree: FileTree> {
  private let tree: Tree
  private let configuration: Configuration
  /// Asks `swift` about computed packages; nil to take them whole.
  private let describe: (([PackageReader.Question]) -> PackageReader.Answers)?
  private var packages: [String: LocalPackage] = [:]
  /// The folders of packages by other paths that lead to them; those without a package by their
  /// own.
  private var aliases: [String: String] = [:]
  /// The folders of all packages that were read.
  private var seen: Set<String> = []
  /// The folders of the test targets of all packages; of computed ones those that they mostly have.
  private var testFolders: Set<String> = []
  /// The texts of computed manifests, by folder.
  private var texts: [String: (file: String, text: [UInt8])] = [:]
  private var failures: [(path: String, reason: String)] = []
  /// Which folders are part of a nested workspace.
  private var isNested: [String: Bool] = [:]
  /// The absolute path of the root.
  private let root: String
  /// The numbers of the `exclude` patterns that kept a package from being read.
  private(set) var usedExclusions: Set<Int> = []

  init(
    in tree: Tree, root: String, _ configuration: Configuration,
    describe: (([PackageReader.Question]) -> PackageReader.Answers)?
  ) {
    self.tree = tree
    self.root = root
    self.configuration = configuration
    self.describe = describe
  }

  /// Reads the packages that specs name, those in the folders `found`, and all packages that these
  /// reach.
  ///
  /// - Complexity: O(size of the manifests); O(*n*) for *n* packages in specs where none is local.
  mutating func read(
    _ specs: SpecTable, found: [String], _ sources: inout SourceMap
  ) -> PackageTable {
    guard configuration.packages == .modules, !specs.batch.packages.isEmpty || !found.isEmpty
    else { return .init() }
    let named = found.isEmpty ? folders(namedBy: specs) : readAllOfWorkspace(found, &sources)
    readReached(from: named, &sources)
    var table = PackageTable(
      packages.values.sorted { $0.folder.precedes($1.folder) }, aliases: aliases)
    table.failures = failures
    table.redirect(named: named, rootName: Path.lastComponent(root)) { [tree] folder in
      tree.kind(of: Path.join(folder, entry: "Package.swift")) == .file
    }
    return table
  }

  private func folders(namedBy specs: SpecTable) -> Set<String> {
    var folders: Set<String> = []
    for number in specs.specs.indices {
      for package in specs.batch.packages[specs.spec(number).packages] where package.isLocal {
        if let folder = PackageTable.folder(specs.string(package.identity)) {
          folders.insert(folder)
        }
      }
    }
    return folders
  }

  /// Reads the packages of a workspace without specifications, except test fixtures.
  ///
  /// Ignores a package without targets or products, unless another names it: it hides a folder in
  /// Xcode or lists tools.
  ///
  /// - Returns: The folders of the packages that were not ignored.
  private mutating func readAllOfWorkspace(
    _ found: [String], _ sources: inout SourceMap
  ) -> Set<String> {
    var named = Set(found)
    let mayBeData = found.filter { Path.isFixture($0) { _ in true } }
    readReached(from: named.subtracting(mayBeData), &sources)
    for folder in mayBeData {
      if Path.isFixture(folder, testFolders.contains) {
        named.remove(folder)
      } else {
        readReached(from: [folder], &sources)
      }
    }
    let reached = Set(packages.values.flatMap { $0.folders.compactMap(\.self) })
    for (folder, package) in packages where !package.hasModules && !reached.contains(folder) {
      packages[folder] = nil
      named.remove(folder)
    }
    return named
  }

  /// Reads packages, and all packages that these reach.
  private mutating func readReached(from folders: Set<String>, _ sources: inout SourceMap) {
    var pending = folders
    while !pending.isEmpty, packages.count < Limits.packages {
      let folders = pending.filter { packages[$0] == nil && aliases[$0] == nil }
        .sorted { $0.precedes($1) }
      pending = Set(readAll(folders, &sources).flatMap { $0.folders.compactMap { $0 } })
      pending = pending.filter { packages[$0] == nil && aliases[$0] == nil }
    }
  }

  private mutating func readAll(
    _ folders: [String], _ sources: inout SourceMap
  ) -> [LocalPackage] {
    tree.willRead(folders.map { Path.join($0, entry: "Package.swift") })
    var found: [LocalPackage] = []
    for folder in folders where !seen.contains(folder) {
      if let package = read(folder, &sources) {
        found.append(package)
      } else if aliases[folder] == nil {
        // Prevents a second search.
        aliases[folder] = folder
      }
    }
    ask(about: &found)
    for package in found {
      packages[package.folder] = package
      testFolders.formUnion(package.testFolders)
    }
    return found
  }

  /// Reads the package in a folder; nil if none exists, or if it is not part of the workspace.
  private mutating func read(_ folder: String, _ sources: inout SourceMap) -> LocalPackage? {
    guard folder.utf8.count <= Limits.nameLength, !isExcluded(folder) else { return nil }
    let path = Path.join(folder, entry: "Package.swift")
    guard tree.kind(of: path) == .file else {
      let other = tree.spelling(of: folder.isEmpty ? "." : folder)
      return other.flatMap { $0 == folder ? nil : read($0, insteadOf: folder, &sources) }
    }
    guard tree.resolvesInside(path), let real = tree.resolved(folder) else { return nil }
    // What a link leads to is the package that others name by its own path.
    if real != folder { return read(real, insteadOf: folder, &sources) }
    guard !isNested(folder) else { return nil }
    seen.insert(folder)
    let name = manifestName(in: folder)
    let file = sources.add(Path.join(folder, entry: name ?? ManifestFiles.usual))
    let text = manifest(name ?? ManifestFiles.usual, in: folder) ?? []
    var contents = ManifestReader.read(text, file: file)
    if case .literal(let manifest) = contents, name == nil {
      contents = .computed(name: manifest.name, at: Position(line: 1, column: 1))
    }
    if describe != nil, case .computed = contents {
      texts[folder] = (name ?? ManifestFiles.usual, text)
    }
    return package(in: folder, file, contents)
  }

  private func manifest(_ name: String, in folder: String) -> [UInt8]? {
    var text: [UInt8] = []
    do throws(FileError) {
      try tree.read(Path.join(folder, entry: name), limit: Limits.manifestSize, into: &text)
    } catch {
      return nil
    }
    return text
  }

  /// The manifest that counts; nil if that cannot be known, or if it is behind a link to elsewhere.
  private func manifestName(in folder: String) -> String? {
    let names = ((try? tree.entries(of: folder)) ?? []).map(\.name)
    guard names.contains(where: ManifestFiles.isVersioned) else { return ManifestFiles.usual }
    let name = ManifestFiles.manifest(among: names) { manifest($0, in: folder) }
    return name.flatMap { tree.resolvesInside(Path.join(folder, entry: $0)) ? $0 : nil }
  }

  private func package(
    in folder: String, _ file: FileID, _ contents: ManifestContents
  ) -> LocalPackage {
    guard case .literal(let manifest) = contents, let version = manifest.toolsVersion,
      version < ToolsVersion(5, 4)
    else {
      return LocalPackage(
        folder: folder, file: file, contents: contents, hasFolder: hasFolder)
    }
    let known = PackageFolderTable(of: manifest, in: folder, tree).withExecutables()
    return LocalPackage(
      folder: folder, file: file, contents: .literal(known), hasFolder: hasFolder)
  }

  private mutating func read(
    _ folder: String, insteadOf alias: String, _ sources: inout SourceMap
  ) -> LocalPackage? {
    let package = seen.contains(folder) ? nil : read(folder, &sources)
    aliases[alias] = aliases[folder] ?? folder
    return package
  }

  private func hasFolder(_ path: String) -> Bool { tree.kind(of: path) == .folder }

  private mutating func isExcluded(_ folder: String) -> Bool {
    guard let exclusion = configuration.exclusion(anyOf: folder) else { return false }
    usedExclusions.insert(exclusion)
    return true
  }

  /// Whether a folder, whose path has no links, is a part of a nested workspace.
  private mutating func isNested(_ folder: String) -> Bool {
    guard !folder.isEmpty, !configuration.readsNestedWorkspaces else { return false }
    if let known = isNested[folder] { return known }
    let isNested =
      isNested(Path.folder(of: folder))
      || tree.kind(of: Path.join(folder, entry: "rules.yml")) != nil
    self.isNested[folder] = isNested
    return isNested
  }

  /// Asks about those that are computed, if that is wanted.
  private mutating func ask(about found: inout [LocalPackage]) {
    guard let describe else { return }
    let computed = found.indices.filter { found[$0].manifest == nil }
    guard !computed.isEmpty else { return }
    let answers = describe(
      computed.map { index in
        let folder = found[index].folder
        let (file, text) = texts[folder] ?? (ManifestFiles.usual, [])
        return .init(path: folder, file: file, manifest: text)
      })
    failures += answers.failures
    for index in computed {
      let package = found[index]
      guard var manifest = answers.packages[package.folder] else { continue }
      manifest.move(to: package.location)
      found[index] = self.package(in: package.folder, package.file, .literal(manifest))
    }
  }
}
