internal import Architecture
internal import Diagnostics
internal import Files
internal import Packages
internal import Paths
internal import Projects
internal import SpecDecoding

/// Reads the manifests of local packages, from the tree that specs are read from.
struct PackageTableReader {
  let checkout: Checkout
  let configuration: Configuration
  let options: WorkspaceOptions
  let numbers: FileNumbers
  private(set) var packages: [String: LocalPackage] = [:]
  /// The folders of packages by all paths that were looked up; a folder that is no link and spelled
  /// as it is named has its own.
  private(set) var aliases: [String: String] = [:]
  private(set) var usedExclusions: Set<Int> = []

  private var tree: any FileTree { checkout.tree }

  /// Removes the files of targets of packages, which are sources and resources whatever they are
  /// called, from the files that were found.
  ///
  /// - Returns: The specs among them.
  /// - Complexity: O(size of the manifests).
  mutating func removeFilesOfTargets(from files: inout FoundFiles) -> Set<String> {
    guard configuration.packages == .modules, !files.packageFolders.isEmpty else { return [] }
    readAll(files.packageFolders.sorted { $0.precedes($1) })
    var folders: [String: [TargetFolder]] = [:]
    func isOfTarget(_ path: String) -> Bool {
      Path.folders(above: path).dropFirst().contains { package in
        folders[package]?.contains { $0.contains(path) } ?? false
      }
    }
    // A package is in order after those around it.
    files.packageFolders = files.packageFolders.sorted { $0.precedes($1) }.filter { folder in
      let manifest = Path.join(folder, entry: ManifestFiles.usual)
      if isOfTarget(manifest), configuration.entry(forPackage: folder) == nil {
        return false
      }
      folders[folder] = packages[folder]?.manifest.map {
        PackageFolderTable(of: $0, in: folder, tree).targetFolders()
      }
      return true
    }
    files.xcodeProjects.removeAll { path in
      isOfTarget(path) && configuration.entry(forProject: path) == nil
    }
    return Set(configuration.specs.isEmpty ? files.specs.filter(isOfTarget) : [])
  }

  /// Reads the packages in the folders `found`, those that projects name, and all packages that
  /// these reach.
  ///
  /// Leaves out what git does not track, unless something names it, and so a package without
  /// targets or products, which hides a folder in Xcode or lists tools.
  ///
  /// - Complexity: O(size of the manifests); O(*n*) for *n* packages in specs where none is local.
  mutating func read(_ batch: SpecBatch, found: [String]) -> PackageTable {
    let named = folders(namedBy: batch)
    guard configuration.packages == .modules, !found.isEmpty || !named.isEmpty else {
      return PackageTable([], aliases: [:])
    }
    let roots = Set(named.joined())
    readReached(from: roots.union(found))
    var found = found
    let all = PackageTable(Array(packages.values), aliases: aliases)
    func namedBy(_ numbers: Set<Int>) -> Set<Int> {
      Set(numbers.flatMap { all.packages[$0].folders.compactMap { $0.flatMap(all.number(at:)) } })
    }
    // What rules.yml chooses is read, tracked or not.
    if configuration.packageFolders == nil {
      let named = namedBy(all.reached(from: roots.union(found)))
        .union(roots.compactMap(all.number(at:)))
      let unnamed = found.filter { !(all.number(at: $0).map(named.contains) ?? false) }
      let untracked = Set(unnamed).subtracting(checkout.tracked(unnamed))
      found.removeAll(where: untracked.contains)
    }
    let linked = all.reached(from: roots)
    let rest = all.reached(from: roots.union(found)).subtracting(linked)
    let needed = namedBy(rest)
    let own = rest.filter { all.packages[$0].hasModules || needed.contains($0) }
    var table = PackageTable(linked.union(own).map { all.packages[$0] }, aliases: aliases)
    table.redirect(
      named: named + own.map { [all.packages[$0].folder] },
      rootName: Path.lastComponent(options.root), in: checkout)
    return table
  }

  /// Leaves out projects that name none.
  private func folders(namedBy batch: SpecBatch) -> [Set<String>] {
    var named: [Set<String>] = []
    for project in batch.projects
    where !project.packages.isEmpty && !batch.notes.parts.contains(project.path) {
      let packages = project.packages.lazy.filter(\.isLocal)
      let folders = Set(packages.compactMap { PackageTable.folder($0.identity) })
      if !folders.isEmpty { named.append(folders) }
    }
    return named
  }

  private mutating func readReached(from folders: Set<String>) {
    var seen: Set<String> = []
    var pending = folders
    while !pending.isEmpty {
      let folders = pending.sorted { $0.precedes($1) }
      if packages.count < Limits.packages { readAll(folders) }
      let found = Set(folders.map { aliases[$0] ?? $0 })
      ask(about: found.sorted { $0.precedes($1) })
      seen.formUnion(pending)
      pending = Set(found.flatMap { packages[$0]?.folders.compactMap(\.self) ?? [] })
        .subtracting(seen)
    }
  }

  private mutating func readAll(_ folders: [String]) {
    var manifests: [FoundManifest] = []
    for folder in folders where aliases[folder] == nil {
      if let manifest = manifest(in: folder) { manifests.append(manifest) }
    }
    for (manifest, contents) in zip(manifests, contents(of: manifests)) {
      var package = package(in: manifest.folder, manifest.file, contents)
      if case .computed(_, let stop) = contents {
        if let text = manifest.text, !ManifestFiles.isManifest(text) { continue }
        if !stop.code.isEmpty { package.stop = stop.description(in: numbers[manifest.file]) }
      }
      packages[manifest.folder] = package
    }
  }

  private struct FoundManifest: Sendable {
    var folder: String
    var name: String?
    var file: FileID
    var text: [UInt8]?
  }

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
  private mutating func manifest(in folder: String) -> FoundManifest? {
    aliases[folder] = folder
    guard folder.utf8.count <= Limits.nameLength, !isExcluded(folder) else { return nil }
    let path = Path.join(folder, entry: "Package.swift")
    guard tree.kind(of: path) == .file else {
      let other = tree.spelling(of: folder.isEmpty ? "." : folder)
      return other.flatMap { $0 == folder ? nil : manifest(in: $0, insteadOf: folder) }
    }
    guard tree.resolvesInside(path), let real = tree.resolved(folder) else { return nil }
    // The target of a link is the package that others reference by its own path.
    if real != folder { return manifest(in: real, insteadOf: folder) }
    guard !isNested(folder) else { return nil }
    let name = manifestName(in: folder)
    let file = numbers.number(of: Path.join(folder, entry: name ?? ManifestFiles.usual))
    let text = text(of: name ?? ManifestFiles.usual, in: folder)
    return FoundManifest(folder: folder, name: name, file: file, text: text)
  }

  private func text(of name: String, in folder: String) -> [UInt8]? {
    var text: [UInt8] = []
    let path = Path.join(folder, entry: name)
    return (try? tree.read(path, limit: Limits.manifestSize, into: &text)) == nil ? nil : text
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
    return LocalPackage(folder: folder, file: file, contents: contents)
  }

  private mutating func manifest(in folder: String, insteadOf alias: String) -> FoundManifest? {
    let found = aliases[folder] == nil ? manifest(in: folder) : nil
    aliases[alias] = aliases[folder]
    return found
  }

  private mutating func isExcluded(_ folder: String) -> Bool {
    guard let exclusion = configuration.exclusion(anyOf: folder) else { return false }
    usedExclusions.insert(exclusion)
    return true
  }

  /// Whether a folder, whose path has no links, is a part of a nested workspace.
  private func isNested(_ folder: String) -> Bool {
    !configuration.readsNestedWorkspaces
      && ([folder] + Path.folders(above: folder)).contains { folder in
        !folder.isEmpty && tree.kind(of: Path.join(folder, entry: "rules.yml")) != nil
      }
  }

  /// Describes the computed packages in some folders, if the options request it.
  private mutating func ask(about folders: [String]) {
    // Without it, each is one module.
    guard let describe = options.describePackages else { return }
    let computed = folders.compactMap { packages[$0] }
      .filter { $0.manifest == nil && $0.failure == nil }
    guard !computed.isEmpty else { return }
    let answers = describe(
      computed.map { package in
        let name = Path.lastComponent(numbers[package.file])
        return .init(
          path: package.folder, file: name, manifest: text(of: name, in: package.folder) ?? [],
          location: package.location)
      })
    for (folder, reason) in answers.failures { packages[folder]?.failure = reason }
    for package in computed {
      guard let manifest = answers.packages[package.folder] else { continue }
      packages[package.folder] = self.package(
        in: package.folder, package.file, .literal(manifest))
    }
  }
}
