internal import Diagnostics
internal import Files
internal import Paths
internal import Projects

extension ProjectDecoder {
  /// Reads the packages of the project.
  mutating func readPackages() {
    for object in objects.objects(root, "packageReferences") {
      guard let package = package(referredToBy: object) else { continue }
      packages[object] = result.project.packages.count
      result.project.packages.append(package)
    }
    let hasProductsWithoutPackage = objects.all.contains { object in
      objects.kind(object) == .packageProduct && objects.object(object, "package") == nil
    }
    // A folder in the navigator with a manifest is a local package.
    var seen: Set<String> = []
    var listed = 0
    for object in objects.all {
      let isSynchronized = objects.kind(object) == .synchronizedGroup
      guard isSynchronized || objects.kind(object) == .fileReference && mayBeFolder(object),
        // Folders are searched only for products without a package.
        !isSynchronized || hasProductsWithoutPackage,
        case .file(let path) = paths.place(of: object), !Path.leadsOutside(path)
      else { continue }
      let folders = isSynchronized ? packages(below: path, &seen, &listed) : [path]
      for folder in folders where isPackage(folder) {
        result.project.packages.append(localPackage(folder, at: object))
      }
    }
  }

  private func isPackage(_ folder: String) -> Bool {
    tree.kind(of: Path.join(folder, entry: "Package.swift")) == .file
  }

  /// Returns the packages in a folder and its subfolders, of which each is listed once.
  private func packages(
    below folder: String, _ seen: inout Set<String>, _ listed: inout Int
  ) -> [String] {
    var packages: [String] = []
    var open = [folder]
    while let folder = open.popLast(), listed < Limits.sourceFolders {
      guard seen.insert(folder).inserted else { continue }
      listed += 1
      guard !isPackage(folder) else {
        packages.append(folder)
        continue
      }
      for entry in (try? tree.entries(of: folder)) ?? []
      where entry.kind == .folder && !Walk.neverDescends(into: entry.name) {
        open.append(Path.join(folder, entry: entry.name))
      }
    }
    return packages.sorted { $0.precedes($1) }
  }

  private func mayBeFolder(_ object: ProjectObjects.ObjectID) -> Bool {
    let key: StaticString = "lastKnownFileType"
    guard let type = objects.node(object, key) ?? objects.node(object, "explicitFileType") else {
      return true
    }
    if objects.tree.isEqual(type, "text") {
      let name = Path.lastComponent(objects.text(object, "path") ?? "")
      return Path.splitExtension(name).extension == nil
    }
    return objects.tree.isEqual(type, "folder") || objects.tree.isEqual(type, "wrapper")
  }

  private func package(referredToBy object: ProjectObjects.ObjectID) -> PackageReference? {
    if objects.kind(object) == .localPackage {
      let path = objects.text(object, "relativePath") ?? objects.text(object, "path")
      return path.map { localPackage(ProjectPaths.join(paths.folder, $0), at: object) }
    }
    guard let url = objects.text(object, "repositoryURL") else { return nil }
    let last = Path.lastComponent(url)
    return PackageReference(
      key: last.hasSuffix(".git") ? String(last.dropLast(4)) : last,
      identity: normalized(url: url), isLocal: false, requirement: requirement(of: object),
      at: objects.range(object))
  }

  private func localPackage(
    _ folder: String, at object: ProjectObjects.ObjectID
  ) -> PackageReference {
    PackageReference(key: folder, identity: folder, isLocal: true, at: objects.range(object))
  }

  /// Returns the requirement in the format of `package-version-mismatch`.
  private func requirement(of object: ProjectObjects.ObjectID) -> String? {
    guard let node = objects.node(object, "requirement") else { return nil }
    if objects.isConverted { return objects.tree.text(node) }
    func text(_ key: StaticString) -> String {
      objects.tree.value(key, of: node).flatMap(objects.tree.text) ?? ""
    }
    return switch text("kind") {
    case "upToNextMajorVersion": "from \(text("minimumVersion"))"
    case "upToNextMinorVersion": "minor \(text("minimumVersion"))"
    case "exactVersion": "exact \(text("version"))"
    case "versionRange": "from \(text("minimumVersion")) to \(text("maximumVersion"))"
    case "branch": "branch \(text("branch"))"
    case "revision": "revision \(text("revision"))"
    default: nil
    }
  }
}
