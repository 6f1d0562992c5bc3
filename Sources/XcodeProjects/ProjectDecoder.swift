internal import Diagnostics
internal import Files
internal import Graph
internal import Projects

/// Decodes the objects of a `project.pbxproj`.
///
/// Like Xcode, it ignores ids without an object, unknown objects and keys, and phases without a
/// target.
struct ProjectDecoder {
  typealias ObjectID = ProjectObjects.ObjectID

  let objects: ProjectObjects
  let root: ObjectID
  let paths: ProjectPaths
  var builder: ProjectBuilder
  private(set) var numbers: [ObjectID: Int] = [:]
  var packages: [ObjectID: Int] = [:]
  /// The objects that are part of a target or phase.
  ///
  /// Each is part of one, as for Xcode. If targets shared objects, the result would exceed any
  /// multiple of the file.
  private var claimed: [Bool]

  init(
    _ objects: ProjectObjects, root: ObjectID, path: String,
    in repository: XcodeProjectReader.Repository
  ) {
    self.objects = objects
    self.root = root
    builder = ProjectBuilder(
      objects.tree, at: path, folder: objects.text(root, "projectDirPath"),
      root: objects.range(root), in: repository)
    paths = ProjectPaths(objects, folder: builder.folder)
    claimed = Array(repeating: false, count: objects.all.count)
  }

  mutating func claim(_ found: [ObjectID]) -> [ObjectID] {
    found.filter { object in
      defer { claimed[object] = true }
      return !claimed[object]
    }
  }

  mutating func decode() {
    readProjectReferences()
    readPackages()
    readExceptions()
    builder.levels = levels(claimedConfigurations(of: root))
    builder.defaultConfiguration =
      objects.object(root, "buildConfigurationList")
      .flatMap { objects.text($0, "defaultConfigurationName") } ?? ""
    for var target in findTargets() {
      target.levels = levels(claimedConfigurations(of: target.id))
      let contents = contents(of: target)
      builder.add(target, contents)
    }
  }

  private mutating func readProjectReferences() {
    guard let list = objects.node(root, "projectReferences") else { return }
    for entry in objects.tree.children(of: list) {
      guard let node = objects.tree.value("ProjectRef", of: entry),
        let object = objects.object(named: node), case .file(let path) = paths.place(of: object)
      else { continue }
      builder.result.project.references.append(
        ProjectReference(key: path, path: path, at: objects.range(object)))
    }
  }

  private mutating func readExceptions() {
    for group in objects.all where objects.kind(group) == .synchronizedGroup {
      guard case .file(let folder) = paths.place(of: group) else { continue }
      for set in claim(objects.objects(group, "exceptions")) {
        guard let owner = objects.object(set, "target") ?? objects.object(set, "buildPhase") else {
          continue
        }
        builder.exceptions.add(
          objects.texts(set, "membershipExceptions"), of: (group, folder), to: owner)
      }
    }
  }

  private mutating func findTargets() -> [ProjectBuilder.FoundTarget] {
    var targets: [ProjectBuilder.FoundTarget] = []
    // Names identify targets.
    var names: Set<String> = []
    for object in objects.objects(root, "targets") where targets.count < Limits.targets {
      guard let kind = Self.targetKinds[objects.kind(object)],
        let name = objects.text(object, "name"), !name.isEmpty,
        name.utf8.count <= Limits.nameLength, names.insert(name).inserted
      else { continue }
      for id in [object, objects.object(object, "productReference") ?? object]
      where numbers[id] == nil {
        numbers[id] = targets.count
        builder.result.targetNumbers[objects.id(id)] = targets.count
      }
      targets.append(target(object, kind, called: name))
    }
    return targets
  }

  private static let targetKinds: [ProjectObjects.Kind?: Target.Kind] = [
    .nativeTarget: .plain, .aggregateTarget: .aggregate, .legacyTarget: .legacy,
  ]

  private mutating func target(
    _ object: ObjectID, _ kind: Target.Kind, called name: String
  ) -> ProjectBuilder.FoundTarget {
    let location = objects.node(object, "name").map { objects.range(ofNode: $0) }
    let product = objects.object(object, "productReference")
    let phases = claim(objects.objects(object, "buildPhases"))
    let folders = objects.objects(object, "fileSystemSynchronizedGroups").compactMap { group in
      if case .file(let path) = paths.place(of: group) { (group, path) } else { nil }
    }
    var target = ProjectBuilder.FoundTarget(
      id: object, name: name, location: location ?? objects.range(object), kind: kind,
      type: objects.text(object, "productType"))
    target.product = product.flatMap { objects.text($0, "path") }
    (target.phases, target.folders) = (phases, folders)
    return target
  }
}

extension ProjectDecoder {
  private mutating func claimedConfigurations(of object: ObjectID) -> [ObjectID] {
    guard let list = objects.object(object, "buildConfigurationList"),
      !claim([list]).isEmpty
    else { return [] }
    return Array(
      objects.objects(list, "buildConfigurations").prefix(LinkSettings.mostConfigurations))
  }

  private mutating func levels(
    _ configurations: [ObjectID]
  ) -> [ProjectBuilder.ConfiguredLevels] {
    configurations.map { configuration in
      var levels: [SettingLevel] = []
      if let settings = objects.node(configuration, "buildSettings") {
        levels.append(SettingTable(objects.tree, settings, in: nil).level(objects.file))
      }
      if let file = configurationFile(of: configuration) {
        levels.append(builder.level(ofFile: file))
      }
      return (objects.text(configuration, "name") ?? "", levels)
    }
  }

  private func configurationFile(of configuration: ObjectID) -> String? {
    let anchor = objects.object(configuration, "baseConfigurationReferenceAnchor")
    let reference = objects.object(configuration, "baseConfigurationReference")
    guard let object = anchor ?? reference, case .file(let path) = paths.place(of: object) else {
      return nil
    }
    guard anchor != nil else { return path }
    return objects.text(configuration, "baseConfigurationReferenceRelativePath")
      .map { ProjectPaths.join(path, $0) }
  }
}

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
    for object in objects.all where objects.kind(object) == .fileReference {
      let type =
        objects.node(object, "lastKnownFileType") ?? objects.node(object, "explicitFileType")
      guard objects.tree.mayBeFolder(ofType: type), case .file(let path) = paths.place(of: object)
      else { continue }
      builder.addPackage(listedIn: path, at: objects.range(object))
    }
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
