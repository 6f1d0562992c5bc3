internal import Paths
internal import Projects

extension ProjectDecoder {
  mutating func readPackages() {
    for object in objects.objects(root, "packageReferences") {
      let count = builder.result.project.packages.count
      let location = objects.range(object)
      if objects.kind(object) == .localPackage {
        let path = objects.text(object, "relativePath") ?? objects.text(object, "path")
        guard let path else { continue }
        builder.addPackage(in: ProjectPaths.join(builder.folder, path), at: location)
      } else if let url = objects.text(object, "repositoryURL") {
        builder.addPackage(at: url, requirement(of: object), location: location)
      } else {
        continue
      }
      packages[object] = count
    }
    let hasProductsWithoutPackage = objects.all.contains { object in
      objects.kind(object) == .packageProduct && objects.object(object, "package") == nil
    }
    // A folder in the navigator with a manifest is a local package.
    var folders: [ProjectBuilder.Folder] = []
    for object in objects.all {
      let isSynchronized = objects.kind(object) == .synchronizedGroup
      guard isSynchronized || objects.kind(object) == .fileReference && mayBeFolder(object),
        case .file(let path) = paths.place(of: object)
      else { continue }
      folders.append((path, isSynchronized, objects.range(object)))
    }
    builder.addPackages(in: folders, hasProductsWithoutPackage: hasProductsWithoutPackage)
  }

  private func mayBeFolder(_ object: ProjectObjects.ObjectID) -> Bool {
    let type = objects.node(object, "lastKnownFileType") ?? objects.node(object, "explicitFileType")
    return objects.tree.mayBeFolder(
      ofType: type, called: Path.lastComponent(objects.text(object, "path") ?? ""))
  }

  /// Returns the requirement in the format of `package-version-mismatch`.
  private func requirement(of object: ProjectObjects.ObjectID) -> String? {
    guard let node = objects.node(object, "requirement") else { return nil }
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
