internal import Diagnostics
internal import Files
internal import Graph
internal import Paths

/// Decodes the objects of a project file into an `XcodeProject`.
///
/// Like Xcode, it ignores ids without an object, unknown objects and keys, and phases without a
/// target.
struct ProjectDecoder<Tree: FileTree> {
  private let objects: ProjectObjects
  private let root: ProjectObjects.ObjectID
  private let tree: Tree
  private let paths: ProjectPaths
  private let exceptions: FolderExceptions
  private let hasProductsWithoutPackage: Bool
  private(set) var configurationFiles: ConfigurationFiles<Tree>
  private var result: XcodeProject
  /// The objects of the targets.
  private var targets: [ProjectObjects.ObjectID] = []
  /// The build phases of each target.
  private var phases: [[ProjectObjects.ObjectID]] = []
  /// The build phases and lists of configurations of the targets so far.
  ///
  /// Each is part of one target. If targets shared them, the result would exceed any multiple of
  /// the file.
  private var claimed: Set<ProjectObjects.ObjectID> = []
  private var levels: [(name: String, levels: [SettingLevel])] = []

  /// Decodes the project in the `.xcodeproj` at `path`.
  init(
    _ objects: ProjectObjects, root: ProjectObjects.ObjectID, path: String, in tree: Tree,
    configurationFiles: ConfigurationFiles<Tree>
  ) {
    self.objects = objects
    self.root = root
    self.tree = tree
    self.configurationFiles = configurationFiles
    let folder = ProjectPaths.join(
      Path.folder(of: path), objects.text(root, "projectDirPath") ?? "")
    paths = ProjectPaths(objects, folder: folder)
    exceptions = FolderExceptions(objects, paths)
    hasProductsWithoutPackage = objects.all.contains { object in
      objects.kind(object) == .packageProduct && objects.object(object, "package") == nil
    }
    result = XcodeProject(
      path: Path.join(path, entry: "project.pbxproj"),
      name: Path.splitExtension(Path.lastComponent(path)).stem, folder: folder,
      location: objects.range(root))
  }

  /// - Complexity: O(*n*) for *n* objects.
  mutating func project() -> XcodeProject {
    readProjectReferences()
    let packages = readPackages()
    levels = settingLevels(of: root).map { ($0.name, $0.levels) }
    result.defaultConfiguration =
      objects.object(root, "buildConfigurationList")
      .flatMap { objects.text($0, "defaultConfigurationName") } ?? ""
    readTargets()
    let numbers = Dictionary(
      targets.enumerated().map { ($0.element, $0.offset) }, uniquingKeysWith: { first, _ in first })
    let products = Dictionary(
      targets.enumerated().compactMap { number, target in
        objects.object(target, "productReference").map { ($0, number) }
      }, uniquingKeysWith: { first, _ in first })
    for (object, number) in numbers { result.targetNumbers[objects.id(object)] = number }
    for (object, number) in products { result.targetNumbers[objects.id(object)] = number }
    for (number, target) in targets.enumerated() {
      var reader = DependencyReader(
        objects, paths, root: root, targets: numbers, products: products, packages: packages,
        isStaticLibrary: result.targets[number].type == .staticLibrary, exceptions: exceptions,
        lines: { [tree] in Self.lines(ofList: $0, in: tree) })
      reader.read(target, phases: phases[number])
      result.targets[number].dependencies = reader.dependencies
    }
    return result
  }

  /// Returns the lines of a file list without comments; empty if it cannot be read.
  private static func lines(ofList path: String, in tree: Tree) -> [String] {
    guard !Path.leadsOutside(path), tree.resolvesInside(path) else { return [] }
    var text: [UInt8] = []
    do throws(FileError) { try tree.read(path, limit: Limits.fileSize, into: &text) } catch {}
    return text.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
      .filter { $0.first != UInt8(ascii: "#") }.map { String(decoding: $0, as: UTF8.self) }
  }

  private mutating func readProjectReferences() {
    guard let list = objects.node(root, "projectReferences") else { return }
    for entry in objects.tree.children(of: list) {
      guard let node = objects.tree.value("ProjectRef", of: entry),
        let object = objects.object(named: node), case .file(let path) = paths.place(of: object)
      else { continue }
      result.projects.append((path, objects.range(object)))
    }
  }
}

// Targets.
extension ProjectDecoder {
  private mutating func readTargets() {
    var seen: Set<String> = []
    for object in objects.objects(root, "targets") where result.targets.count < Limits.targets {
      guard let name = objects.text(object, "name"), !name.isEmpty,
        name.utf8.count <= Limits.nameLength
      else { continue }
      // Names identify targets.
      guard seen.insert(name).inserted else { continue }
      targets.append(object)
      phases.append(
        objects.objects(object, "buildPhases").filter { claimed.insert($0).inserted })
      result.targets.append(target(object, name: name))
    }
  }

  private mutating func target(
    _ object: ProjectObjects.ObjectID, name: String
  ) -> XcodeProject.Target {
    let kind: XcodeProject.Kind =
      switch objects.kind(object) {
      case .aggregateTarget: .aggregate
      case .legacyTarget: .legacy
      default: .plain
      }
    let settings = settings(of: object, name: name)
    let (platform, platforms) = settings.destinations
    let type = kind == .plain ? productType(objects.text(object, "productType")) : .none
    var reader = SourceReader(objects, paths)
    reader.read(object, phases: phases[phases.count - 1], exceptions)
    reader.read(settings, targetName: name)
    let location =
      objects.node(object, "name").map(objects.range(ofNode:)) ?? objects.range(object)
    return XcodeProject.Target(
      name: name, location: location,
      kind: kind, type: type, platform: platform, platforms: platforms,
      linkage: settings.linkage(of: type),
      productName: productName(of: object, settings, targetName: name),
      isResourceBundle: type == .bundle && !reader.compiles, sources: reader.sources,
      settings: settings.judged(at: location),
      linking: kind == .plain ? settings.linking(of: type, at: location) : [],
      sourceFolder: reader.sharedFolder)
  }

  /// Returns the type of a product.
  ///
  /// Unknown types are bundles.
  private func productType(_ identifier: String?) -> ProductType {
    let prefix = "com.apple.product-type."
    guard let identifier, identifier.hasPrefix(prefix) else { return .bundle }
    return ProductType(rawValue: String(identifier.dropFirst(prefix.count))) ?? .bundle
  }

  private func productName(
    of target: ProjectObjects.ObjectID, _ settings: ConfiguredSettings, targetName: String
  ) -> String? {
    switch settings.lookup(.productName, default: targetName) {
    case .value(let name) where !name.isEmpty: return name
    case .value, .unset, .unknown:
      // Xcode updates the name of the product file.
      let file = objects.object(target, "productReference").flatMap { objects.text($0, "path") }
      guard let file else { return nil }
      let stem = Path.splitExtension(file).stem
      return file.hasSuffix(".a") && stem.hasPrefix("lib") ? String(stem.dropFirst(3)) : stem
    }
  }
}

// Settings.
extension ProjectDecoder {
  private mutating func settings(
    of target: ProjectObjects.ObjectID, name: String
  ) -> ConfiguredSettings {
    let names = ["TARGET_NAME": name, "TARGETNAME": name, "PROJECT_NAME": result.name]
    let own = settingLevels(of: target)
    let all = own.map { configuration in
      let shared = levels.first { $0.name == configuration.name }?.levels ?? levels.first?.levels
      return BuildSettings(levels: configuration.levels + (shared ?? []), names: names)
    }
    return ConfiguredSettings(
      all: all.isEmpty ? [BuildSettings(levels: levels.first?.levels ?? [], names: names)] : all,
      names: all.isEmpty ? [""] : own.map(\.name))
  }

  /// Reads the levels of settings of a target or project in each configuration.
  private mutating func settingLevels(
    of object: ProjectObjects.ObjectID
  ) -> [(name: String, levels: [SettingLevel])] {
    guard let list = objects.object(object, "buildConfigurationList"),
      claimed.insert(list).inserted
    else { return [] }
    return objects.objects(list, "buildConfigurations").prefix(32).map { configuration in
      let level =
        objects.node(configuration, "buildSettings").map { SettingLevel(objects, table: $0) }
        ?? SettingLevel()
      let file = configurationFile(of: configuration).map { configurationFiles.settings(of: $0) }
      return (objects.text(configuration, "name") ?? "", [level] + (file.map { [$0] } ?? []))
    }
  }

  private func configurationFile(of configuration: ProjectObjects.ObjectID) -> String? {
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

extension ConfiguredSettings {
  /// The platforms of a target by `SUPPORTED_PLATFORMS` or `SDKROOT`; `auto` means all.
  fileprivate var destinations: (Platform, PlatformSet) {
    let text = value(.supportedPlatforms) ?? value(.sdk) ?? ""
    let found = Set(text.split(separator: " ").compactMap { Self.platform(ofSDK: $0) })
    guard let platform = found.first, found.count == 1 else {
      let all = found.reduce(into: PlatformSet()) { $0.formUnion(PlatformSet($1)) }
      return (.auto, all.isEmpty ? .all : all)
    }
    return (platform, PlatformSet(platform))
  }

  private static func platform(ofSDK name: Substring) -> Platform? {
    let names: [(String, Platform)] = [
      ("iphone", .iOS), ("macosx", .macOS), ("appletv", .tvOS), ("watch", .watchOS),
      ("xr", .visionOS),
    ]
    return names.first { name.hasPrefix($0.0) }?.1
  }

  fileprivate func linkage(of type: ProductType) -> Linkage {
    let usual: Linkage =
      switch type {
      case .framework, .dynamicLibrary: .dynamic
      case .staticFramework, .staticLibrary: .static
      default: .none
      }
    guard usual != .none else { return .none }
    let kinds = all.map { Self.linkage($0.lookup(.machOType), usual) }
    return kinds.allSatisfy { $0 == kinds.first } ? kinds.first ?? usual : .unknown
  }

  /// Reads the settings on linking in each configuration.
  ///
  /// Flags of files have the place of the target.
  fileprivate func linking(
    of type: ProductType, at location: SourceRange
  ) -> [XcodeProject.Linking] {
    zip(names, all).map { name, settings in
      let one = ConfiguredSettings(all: [settings], names: [name])
      let flags = settings.levels.compactMap { level in
        let setting = level.setting(.linkerFlags)
        let isEmpty = setting.text == nil && setting.conditional.isEmpty
        return isEmpty ? nil : (text: setting.text, conditional: Set(setting.conditional))
      }
      return XcodeProject.Linking(
        configuration: name, linkage: one.linkage(of: type),
        productName: one.value(.productName, default: settings.names["TARGET_NAME"]),
        diamondDiagnostic: one.value(.diamondDiagnostic),
        mergedBinaryType: one.value(.mergedBinaryType),
        testHost: type == .unitTestBundle ? settings.testHost : .none, flags: flags,
        flagsLocation: settings.levels.lazy.compactMap(\.linkerFlags).first ?? location)
    }
  }

  private static func linkage(_ setting: BuildSettings.Lookup, _ usual: Linkage) -> Linkage {
    switch setting {
    case .value("staticlib"), .value("mh_object"): .static
    case .value("mh_dylib"): .dynamic
    case .unknown: .unknown
    case .unset, .value: usual
    }
  }
}

extension BuildSettings {
  /// The application `App` for
  /// `$(BUILT_PRODUCTS_DIR)/App.app/$(BUNDLE_EXECUTABLE_FOLDER_PATH)/App`.
  fileprivate var testHost: XcodeProject.TestHost {
    // Folders that Xcode chooses do not matter here.
    let folders = [
      "BUILT_PRODUCTS_DIR", "TARGET_BUILD_DIR", "BUNDLE_EXECUTABLE_FOLDER_PATH",
      "BUNDLE_CONTENTS_FOLDER_PATH", "CONTENTS_FOLDER_PATH", "EXECUTABLE_FOLDER_PATH",
    ]
    let defined = Dictionary(uniqueKeysWithValues: folders.map { ($0, "") })
    guard case .value(let path) = lookup(.testHost, defining: defined),
      let app = Path.components(of: path).first(where: { $0.hasSuffix(".app") })
    else { return .none }
    return .product(String(app.dropLast(4)))
  }
}

// Packages.
extension ProjectDecoder {
  /// Reads the packages of the project and returns their numbers by object.
  private mutating func readPackages() -> [ProjectObjects.ObjectID: Int] {
    var numbers: [ProjectObjects.ObjectID: Int] = [:]
    for object in objects.objects(root, "packageReferences") {
      guard let source = packageSource(object) else { continue }
      numbers[object] = result.packages.count
      result.packages.append(.init(source: source, location: objects.range(object)))
    }
    // A folder in the navigator with a manifest is a local package.
    for object in objects.all {
      let isSynchronized = objects.kind(object) == .synchronizedGroup
      guard isSynchronized || objects.kind(object) == .fileReference && mayBeFolder(object),
        case .file(let path) = paths.place(of: object), !Path.leadsOutside(path)
      else { continue }
      for folder in isSynchronized ? packages(below: path) : [path] where isPackage(folder) {
        result.packages.append(.init(source: .local(folder), location: objects.range(object)))
      }
    }
    return numbers
  }

  private func isPackage(_ folder: String) -> Bool {
    tree.kind(of: Path.join(folder, entry: "Package.swift")) == .file
  }

  /// Finds packages in a synchronized folder, if a product without a package needs them.
  private func packages(below folder: String) -> [String] {
    guard hasProductsWithoutPackage else { return [] }
    var packages: [String] = []
    var open = [folder]
    var listed = 0
    while let folder = open.popLast(), listed < Limits.sourceFolders {
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

  private func packageSource(_ object: ProjectObjects.ObjectID) -> XcodeProject.Package.Source? {
    if objects.kind(object) == .localPackage {
      let path = objects.text(object, "relativePath") ?? objects.text(object, "path")
      return path.map { .local(ProjectPaths.join(paths.folder, $0)) }
    }
    guard let url = objects.text(object, "repositoryURL") else { return nil }
    return .remote(url: url, requirement: requirement(of: object))
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
