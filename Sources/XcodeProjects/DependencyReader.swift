internal import Diagnostics
internal import Graph
internal import Paths
internal import Text

/// Reads the links, embeds and build order of a target from its build phases and dependencies.
struct DependencyReader {
  private let objects: ProjectObjects
  private let paths: ProjectPaths
  private let root: ProjectObjects.ObjectID
  /// The numbers of the targets by their objects, and by those of their products.
  private let targets: [ProjectObjects.ObjectID: Int]
  private let products: [ProjectObjects.ObjectID: Int]
  private let packages: [ProjectObjects.ObjectID: Int]
  private let isStaticLibrary: Bool
  private let exceptions: FolderExceptions
  /// Returns the lines of a file list.
  private let lines: (_ path: String) -> [String]
  private(set) var dependencies: [XcodeProject.Dependency] = []
  private var places: [XcodeProject.Destination: Int] = [:]

  init(
    _ objects: ProjectObjects, _ paths: ProjectPaths, root: ProjectObjects.ObjectID,
    targets: [ProjectObjects.ObjectID: Int], products: [ProjectObjects.ObjectID: Int],
    packages: [ProjectObjects.ObjectID: Int], isStaticLibrary: Bool, exceptions: FolderExceptions,
    lines: @escaping (_ path: String) -> [String]
  ) {
    self.objects = objects
    self.paths = paths
    self.root = root
    self.targets = targets
    self.products = products
    self.packages = packages
    self.isStaticLibrary = isStaticLibrary
    self.exceptions = exceptions
    self.lines = lines
  }

  mutating func read(_ target: ProjectObjects.ObjectID, phases: [ProjectObjects.ObjectID]) {
    for phase in phases {
      switch objects.kind(phase) {
      case .frameworks: readFrameworks(phase)
      case .copyFiles: readCopies(phase)
      case .resources: readResources(phase)
      case .script: readScript(phase)
      default: break
      }
    }
    for dependency in objects.objects(target, "dependencies") { readOrder(dependency) }
    for product in objects.objects(target, "packageProductDependencies") {
      // Products of phases are repeated here without details.
      guard let destination = package(product) else { continue }
      add(destination, at: objects.range(product), platforms: .all) { _ in }
    }
  }

  private mutating func readFrameworks(_ phase: ProjectObjects.ObjectID) {
    for file in objects.objects(phase, "files") {
      guard let destination = destination(ofBuildFile: file) else { continue }
      let isWeak = attributes(of: file).contains("Weak")
      // A static library links nothing; its phase only orders the build.
      let isLinked = !isStaticLibrary
      add(destination, at: objects.range(file), platforms: platforms(of: file)) {
        $0.isLinked = $0.isLinked || isLinked
        $0.isWeak = $0.isWeak || isWeak
      }
    }
  }

  private mutating func readCopies(_ phase: ProjectObjects.ObjectID) {
    // Xcode 26 writes `dstSubfolder = Frameworks` instead of `dstSubfolderSpec = 10`.
    let folder = objects.text(phase, "dstSubfolder") ?? objects.text(phase, "dstSubfolderSpec")
    // An absolute path is outside of the product.
    guard folder != "0", folder != "AbsolutePath" else { return }
    let path = objects.text(phase, "dstPath") ?? ""
    let isElsewhere =
      folder != "10" && folder != "Frameworks" && path != "$(FRAMEWORKS_FOLDER_PATH)"
      && Path.lastComponent(path) != "Frameworks"
    for file in objects.objects(phase, "files") {
      guard let destination = destination(ofBuildFile: file) else { continue }
      add(destination, at: objects.range(file), platforms: platforms(of: file)) {
        $0.isEmbedded = true
        $0.isCopiedElsewhere = isElsewhere
      }
    }
    for path in exceptions.files(of: phase) {
      add(.file(path), at: objects.range(phase), platforms: .all) {
        $0.isEmbedded = true
        $0.isCopiedElsewhere = isElsewhere
      }
    }
  }

  /// Reads copies of bundles that other targets build.
  ///
  /// Other resources are no modules.
  private mutating func readResources(_ phase: ProjectObjects.ObjectID) {
    for file in objects.objects(phase, "files") {
      guard let destination = destination(ofBuildFile: file), destination.isBuilt else { continue }
      add(destination, at: objects.range(file), platforms: platforms(of: file)) {
        $0.isEmbedded = true
      }
    }
  }

  /// Reads the inputs of scripts that copy frameworks, such as `carthage copy-frameworks`.
  private mutating func readScript(_ phase: ProjectObjects.ObjectID) {
    guard let script = objects.node(phase, "shellScript"),
      objects.tree.rawText(script).containsBytes(of: "copy-frameworks")
    else { return }
    let listed = objects.texts(phase, "inputFileListPaths").compactMap(paths.expanded)
      .flatMap(lines)
    for input in objects.texts(phase, "inputPaths") + listed where input.hasSuffix(".framework") {
      guard let path = paths.expanded(input) else { continue }
      add(.file(path), at: objects.range(phase), platforms: .all) { $0.isEmbedded = true }
    }
  }

  /// Reads a dependency on a target of this project, of another project, or of a package.
  private mutating func readOrder(_ dependency: ProjectObjects.ObjectID) {
    let destination: XcodeProject.Destination?
    if let target = objects.object(dependency, "target") {
      destination = targets[target].map { .target($0) }
    } else if let product = objects.object(dependency, "productRef") {
      destination = package(product)
    } else if let proxy = objects.object(dependency, "targetProxy") {
      destination = remote(proxy, name: objects.text(proxy, "remoteInfo") ?? "")
    } else {
      destination = nil
    }
    guard let destination else { return }
    let range = objects.range(dependency)
    add(destination, at: range, platforms: platforms(of: dependency), isOrder: true) { _ in }
  }

  /// Adds a dependency, or merges it into the one with the same destination.
  private mutating func add(
    _ destination: XcodeProject.Destination, at location: SourceRange, platforms: PlatformSet,
    isOrder: Bool = false, _ change: (inout XcodeProject.Dependency) -> Void
  ) {
    if let known = places[destination] {
      if !isOrder { dependencies[known].platforms.formUnion(platforms) }
      return change(&dependencies[known])
    }
    var dependency = XcodeProject.Dependency(
      destination: destination, location: location, platforms: platforms)
    change(&dependency)
    places[destination] = dependencies.count
    dependencies.append(dependency)
  }
}

// Destinations.
extension DependencyReader {
  private func destination(
    ofBuildFile file: ProjectObjects.ObjectID
  ) -> XcodeProject.Destination? {
    if let product = objects.object(file, "productRef") { return package(product) }
    guard let reference = objects.object(file, "fileRef") else { return nil }
    if let target = products[reference] { return .target(target) }
    if objects.kind(reference) == .referenceProxy {
      guard let proxy = objects.object(reference, "remoteRef") else { return nil }
      return remote(proxy, name: objects.text(reference, "path") ?? "")
    }
    switch paths.place(of: reference) {
    case .file(let path): return .file(path)
    case .product(let path): return path.isEmpty ? nil : .product(path)
    case .system(let path): return path.isEmpty ? nil : .system(Path.lastComponent(path))
    case .unknown: return nil
    }
  }

  private func remote(
    _ proxy: ProjectObjects.ObjectID, name: String
  ) -> XcodeProject.Destination? {
    guard let portal = objects.object(proxy, "containerPortal") else { return nil }
    guard portal != root else {
      let target = objects.node(proxy, "remoteGlobalIDString").flatMap(objects.object(named:))
      return target.flatMap { targets[$0] }.map { .target($0) }
    }
    guard case .file(let project) = paths.place(of: portal) else { return nil }
    return .foreign(
      project: project, id: objects.text(proxy, "remoteGlobalIDString") ?? "", name: name)
  }

  private func package(_ product: ProjectObjects.ObjectID) -> XcodeProject.Destination? {
    guard let name = objects.text(product, "productName") else { return nil }
    let package = objects.object(product, "package").flatMap { packages[$0] }
    // The name of a plug-in has a prefix.
    return .package(package, product: name.hasPrefix("plugin:") ? String(name.dropFirst(7)) : name)
  }

  private func attributes(of file: ProjectObjects.ObjectID) -> [String] {
    guard let settings = objects.node(file, "settings"),
      let list = objects.tree.value("ATTRIBUTES", of: settings), objects.tree.kind(list) == .list
    else { return [] }
    return objects.tree.children(of: list).compactMap(objects.tree.text)
  }

  private func platforms(of object: ProjectObjects.ObjectID) -> PlatformSet {
    let filters = objects.texts(object, "platformFilters") + objects.texts(object, "platformFilter")
    guard !filters.isEmpty else { return .all }
    return filters.reduce(into: []) { $0.formUnion(Self.filters[$1] ?? []) }
  }

  private static let filters: [String: PlatformSet] = [
    "ios": .iOS, "maccatalyst": .macCatalyst, "macos": .macOS, "tvos": .tvOS,
    "watchos": .watchOS, "xros": .visionOS,
  ]
}

extension XcodeProject.Destination {
  /// Whether a target builds it.
  fileprivate var isBuilt: Bool {
    switch self {
    case .target, .foreign, .product: true
    case .system, .file, .package: false
    }
  }
}
