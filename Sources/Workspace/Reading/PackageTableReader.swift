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
  private let options: WorkspaceOptions
  private var packages: [String: LocalPackage] = [:]
  /// The folders of packages by aliases of their paths; a folder without a package is its own
  /// alias.
  private var aliases: [String: String] = [:]
  /// The folders of all packages that were read.
  private var seen: Set<String> = []
  /// The folders of the test targets of all packages; the standard folder for computed packages.
  private var testFolders: Set<String> = []
  /// The texts of computed manifests, by folder.
  private var texts: [String: (file: String, text: [UInt8])] = [:]
  private var failures: [(path: String, reason: String)] = []
  /// What stopped the reader of computed manifests, by folder.
  private var stops: [String: String] = [:]
  /// Whether each visited folder is part of a nested workspace.
  private var isNested: [String: Bool] = [:]
  /// The numbers of the `exclude` patterns that exclude a package.
  private(set) var usedExclusions: Set<Int> = []

  init(
    in tree: Tree, _ configuration: Configuration, _ options: WorkspaceOptions
  ) {
    self.tree = tree
    self.configuration = configuration
    self.options = options
  }

  /// Reads the packages that specs name, those in the folders `found`, and all packages that these
  /// reach.
  ///
  /// - Complexity: O(size of the manifests); O(*n*) for *n* packages in specs where none is local.
  mutating func read(
    _ specs: SpecTable, found: [String], _ sources: inout SourceMap
  ) -> PackageTable {
    guard configuration.packages == .modules,
      !found.isEmpty || specs.projects.contains(where: { !$0.packages.isEmpty })
    else { return .init() }
    let named =
      found.isEmpty
      ? folders(namedBy: specs) : readAllOfWorkspace(found, &sources).map { [$0] }
    readReached(from: Set(named.joined()), &sources)
    var table = PackageTable(Array(packages.values), aliases: aliases)
    table.failures = failures
    table.stops = stops
    var absent = AbsentPaths(in: tree, root: options.root)
    table.redirect(
      named: named, rootName: Path.lastComponent(options.root),
      isThere: { [tree] in tree.kind(of: Path.join($0, entry: "Package.swift")) == .file },
      absent: { absent.packages(besides: $0) })
    return table
  }

  /// Returns the folders of local packages that each spec names, without specs that name none.
  private func folders(namedBy specs: SpecTable) -> [Set<String>] {
    specs.projects.compactMap { project in
      let packages = project.packages.lazy.filter(\.isLocal)
      let folders = packages.compactMap { PackageTable.folder($0.identity) }
      return folders.isEmpty ? nil : Set(folders)
    }
  }

  /// Reads the packages of a workspace without specs, except test fixtures.
  ///
  /// Ignores a package without targets or products, unless another names it: such a package hides a
  /// folder in Xcode or lists tools.
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
    tree.willRead(folders.lazy.map { Path.join($0, entry: "Package.swift") })
    var manifests: [FoundManifest] = []
    for folder in folders where !seen.contains(folder) {
      if let manifest = manifest(in: folder, &sources) {
        manifests.append(manifest)
      } else if aliases[folder] == nil {
        // Avoids a second search.
        aliases[folder] = folder
      }
    }
    var found = zip(manifests, contents(of: manifests)).compactMap {
      manifest, contents -> LocalPackage? in
      if case .computed = contents, let text = manifest.text, !ManifestFiles.isManifest(text) {
        aliases[manifest.folder] = manifest.folder
        return nil
      }
      if case .computed(_, let stop) = contents, !stop.code.isEmpty {
        stops[manifest.folder] = stop.description(in: sources[manifest.file])
      }
      if options.describePackages != nil, case .computed = contents {
        texts[manifest.folder] = (manifest.name ?? ManifestFiles.usual, manifest.text ?? [])
      }
      return package(in: manifest.folder, manifest.file, contents)
    }
    ask(about: &found)
    for package in found {
      packages[package.folder] = package
      testFolders.formUnion(package.testFolders)
    }
    return found
  }

  /// The text of a manifest.
  private struct FoundManifest: Sendable {
    var folder: String
    /// The name of the file; `nil` if the manifest that SwiftPM selects is unknown.
    var name: String?
    var file: FileID
    /// The text; `nil` if it cannot be read.
    var text: [UInt8]?
  }

  /// Parses manifests, several at a time.
  private func contents(of manifests: [FoundManifest]) -> [ManifestContents] {
    let jobs = WorkspaceOptions.jobs(for: manifests.count, atMost: options.jobs)
    return inParallel(manifests.count, jobs: jobs) { place in
      let manifest = manifests[place]
      let contents = ManifestReader.read(manifest.text ?? [], file: manifest.file)
      guard case .literal(let package) = contents, manifest.name == nil else { return contents }
      return .computed(name: package.name, at: ManifestStop(Position(line: 1, column: 1)))
    }
  }

  /// Reads the manifest in a folder; `nil` if none exists, or if it is not part of the workspace.
  private mutating func manifest(
    in folder: String, _ sources: inout SourceMap
  ) -> FoundManifest? {
    guard folder.utf8.count <= Limits.nameLength, !isExcluded(folder) else { return nil }
    let path = Path.join(folder, entry: "Package.swift")
    guard tree.kind(of: path) == .file else {
      let other = tree.spelling(of: folder.isEmpty ? "." : folder)
      return other.flatMap { $0 == folder ? nil : manifest(in: $0, insteadOf: folder, &sources) }
    }
    guard tree.resolvesInside(path), let real = tree.resolved(folder) else { return nil }
    // The target of a link is the package that others reference by its own path.
    if real != folder { return manifest(in: real, insteadOf: folder, &sources) }
    guard !isNested(folder) else { return nil }
    seen.insert(folder)
    let name = manifestName(in: folder)
    let file = sources.add(Path.join(folder, entry: name ?? ManifestFiles.usual))
    let text = text(of: name ?? ManifestFiles.usual, in: folder)
    return FoundManifest(folder: folder, name: name, file: file, text: text)
  }

  private func text(of name: String, in folder: String) -> [UInt8]? {
    var text: [UInt8] = []
    do throws(FileError) {
      try tree.read(Path.join(folder, entry: name), limit: Limits.manifestSize, into: &text)
    } catch {
      return nil
    }
    return text
  }

  /// Returns the manifest that SwiftPM selects; `nil` if that is unknown, or if it is a link out of
  /// the workspace.
  private func manifestName(in folder: String) -> String? {
    let names = ((try? tree.entries(of: folder)) ?? []).map(\.name)
    guard names.contains(where: ManifestFiles.isVersioned) else { return ManifestFiles.usual }
    let name = ManifestFiles.manifest(among: names) { text(of: $0, in: folder) }
    return name.flatMap { tree.resolvesInside(Path.join(folder, entry: $0)) ? $0 : nil }
  }

  private func package(
    in folder: String, _ file: FileID, _ contents: ManifestContents
  ) -> LocalPackage {
    var contents = contents
    if case .literal(let manifest) = contents, let version = manifest.toolsVersion,
      version < ToolsVersion(5, 4)
    {
      contents = .literal(PackageFolderTable(of: manifest, in: folder, tree).withExecutables())
    }
    return LocalPackage(folder: folder, file: file, contents: contents) { [tree] in
      tree.kind(of: $0) == .folder
    }
  }

  private mutating func manifest(
    in folder: String, insteadOf alias: String, _ sources: inout SourceMap
  ) -> FoundManifest? {
    let found = seen.contains(folder) ? nil : manifest(in: folder, &sources)
    aliases[alias] = aliases[folder] ?? folder
    return found
  }

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

  /// Describes the computed packages, if the options request it.
  private mutating func ask(about found: inout [LocalPackage]) {
    // Without it, each is one module.
    guard let describe = options.describePackages else { return }
    let computed = found.indices.filter { found[$0].manifest == nil }
    guard !computed.isEmpty else { return }
    let answers = describe(
      computed.map { index in
        let package = found[index]
        let (file, text) = texts[package.folder] ?? (ManifestFiles.usual, [])
        return .init(path: package.folder, file: file, manifest: text, location: package.location)
      })
    failures += answers.failures
    for index in computed {
      let package = found[index]
      guard let manifest = answers.packages[package.folder] else { continue }
      found[index] = self.package(in: package.folder, package.file, .literal(manifest))
    }
  }
}
