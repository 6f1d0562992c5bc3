internal import Diagnostics
internal import Files
internal import Graph
internal import Paths
internal import Projects
internal import Text

/// The sources, copied files, links and dependencies of a target.
struct TargetContents {
  var sources = XcodeProject.Sources()
  private(set) var dependencies: [XcodeProject.Dependency] = []
  private var places: [XcodeProject.Destination: Int] = [:]
  /// The files and groups in its phases.
  fileprivate var references: Set<ProjectObjects.ObjectID> = []
  fileprivate var lists: Set<String> = []

  /// Adds a dependency, or merges it into the one with the same destination.
  mutating func add(
    _ destination: XcodeProject.Destination, _ flags: Dependency.Flags, at location: SourceRange,
    platforms: PlatformSet = .all, isOrder: Bool = false
  ) {
    guard let known = places[destination] else {
      places[destination] = dependencies.count
      dependencies.append(
        XcodeProject.Dependency(
          destination: destination, location: location, flags: flags, platforms: platforms))
      return
    }
    dependencies[known].flags.merge(flags)
    if !isOrder { dependencies[known].platforms.formUnion(platforms) }
  }
}

extension Dependency.Flags {
  /// Adds the flags of another entry for the same product, of which any copy in the frameworks
  /// counts.
  mutating func merge(_ other: Self) {
    let isPlaced = [self, other].contains { $0.contains(.copied) && !$0.contains(.copiedElsewhere) }
    formUnion(other)
    if isPlaced { remove(.copiedElsewhere) }
  }
}

extension ProjectDecoder {
  /// Reads the build phases and dependencies of a target.
  mutating func contents(of target: FoundTarget, isStaticLibrary: Bool) -> TargetContents {
    var contents = TargetContents()
    for phase in target.phases {
      let files = objects.objects(phase, "files").filter { claimed.insert($0).inserted }
      switch objects.kind(phase) {
      case .sources, .headers: contents.sources.code += paths(of: files, phase, &contents)
      case .resources:
        contents.sources.resources += paths(of: files, phase, &contents)
        readProducts(files, .embed, &contents)
      case .frameworks:
        // A static library links nothing; its phase only orders the build.
        readLinks(files, isStaticLibrary ? [] : .link, &contents)
      case .copyFiles: readCopies(files, phase, &contents)
      case .script: readScript(phase, &contents)
      default: break
      }
    }
    readOrder(of: target.object, &contents)
    contents.sources.folders = exceptions.folders(
      of: target.object, phases: target.phases, objects, paths)
    return contents
  }

  /// Returns the files of a phase, in and outside of synchronized folders.
  private mutating func paths(
    of files: [ObjectID], _ phase: ObjectID, _ contents: inout TargetContents
  ) -> [String] {
    var found: [String] = []
    for file in files where room > 0 {
      guard let reference = objects.object(file, "fileRef"),
        contents.references.insert(reference).inserted
      else { continue }
      let isGroup = objects.kind(reference) == .variantGroup
      let children = isGroup ? objects.objects(reference, "children") : []
      for file in children.isEmpty ? [reference] : children {
        switch paths.place(of: file) {
        case .file(let path) where !Path.leadsOutside(path): found.append(path)
        case .product: break
        case .file, .system, .unknown: contents.sources.isIncomplete = true
        }
      }
      room -= children.count
    }
    found += exceptions.files(of: phase)
    for path in found { room -= path.utf8.count }
    if room <= 0 { contents.sources.isIncomplete = true }
    return found
  }

  private func readLinks(
    _ files: [ObjectID], _ flags: Dependency.Flags, _ contents: inout TargetContents
  ) {
    for file in files {
      guard let destination = destination(ofBuildFile: file) else { continue }
      let isWeak = attributes(of: file).contains("Weak")
      contents.add(
        destination, isWeak ? flags.union(.weak) : flags, at: objects.range(file),
        platforms: platforms(of: file))
    }
  }

  /// Reads the copied products; other files are data.
  private func readProducts(
    _ files: [ObjectID], _ flags: Dependency.Flags, _ contents: inout TargetContents
  ) {
    let takesFiles = flags.contains(.copied)
    for file in files {
      guard let destination = destination(ofBuildFile: file),
        destination.isBuilt || takesFiles && destination.isLibrary
      else { continue }
      contents.add(destination, flags, at: objects.range(file), platforms: platforms(of: file))
    }
  }

  private func readCopies(
    _ files: [ObjectID], _ phase: ObjectID, _ contents: inout TargetContents
  ) {
    // Xcode 26 writes `dstSubfolder = Frameworks` instead of `dstSubfolderSpec = 10`.
    let folder = objects.text(phase, "dstSubfolder") ?? objects.text(phase, "dstSubfolderSpec")
    // An absolute path is outside of the product.
    guard folder != "0", folder != "AbsolutePath" else { return }
    let path = objects.text(phase, "dstPath") ?? ""
    let isElsewhere =
      folder != "10" && folder != "Frameworks" && !path.isVariable("FRAMEWORKS_FOLDER_PATH")
      && Path.lastComponent(path) != "Frameworks"
    let flags: Dependency.Flags =
      isElsewhere ? [.embed, .copied, .copiedElsewhere] : [.embed, .copied]
    readProducts(files, flags, &contents)
    for path in exceptions.files(of: phase) {
      let destination = XcodeProject.Destination.file(path)
      if destination.isLibrary { contents.add(destination, flags, at: objects.range(phase)) }
    }
  }

  /// Reads a script, and the inputs of one that copies frameworks, such as
  /// `carthage copy-frameworks`.
  private mutating func readScript(_ phase: ObjectID, _ contents: inout TargetContents) {
    contents.sources.outputs += objects.texts(phase, "outputPaths")
    contents.sources.outputs += objects.texts(phase, "outputFileListPaths")
    guard let script = objects.text(phase, "shellScript") else { return }
    contents.sources.scripts.append(script)
    guard script.containsBytes(of: "copy-frameworks") else { return }
    let listed = objects.texts(phase, "inputFileListPaths").compactMap(paths.expanded)
      .filter { contents.lists.insert($0).inserted }.flatMap { lines(ofList: $0) }
    for input in objects.texts(phase, "inputPaths") + listed where input.hasSuffix(".framework") {
      guard let path = paths.expanded(input) else { continue }
      contents.add(.file(path), .embed, at: objects.range(phase))
    }
  }

  /// Returns the lines of a file list without comments; empty if it cannot be read.
  private mutating func lines(ofList path: String) -> [String] {
    guard room > 0, !Path.leadsOutside(path), tree.resolvesInside(path) else { return [] }
    var text: [UInt8] = []
    do throws(FileError) { try tree.read(path, limit: Limits.fileSize, into: &text) } catch {}
    room -= text.count
    return text.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
      .filter { $0.first != UInt8(ascii: "#") }.map { String(decoding: $0, as: UTF8.self) }
  }

  /// Reads the dependencies of a target that order the build.
  private mutating func readOrder(of target: ObjectID, _ contents: inout TargetContents) {
    let dependencies = objects.objects(target, "dependencies")
      .filter { claimed.insert($0).inserted }
    for dependency in dependencies { readOrder(dependency, &contents) }
    for product in objects.objects(target, "packageProductDependencies") {
      // Products of phases are repeated here without details.
      guard let destination = package(product) else { continue }
      contents.add(destination, [], at: objects.range(product))
    }
    contents.sources.hasBuildRules =
      !objects.objects(target, "buildRules").isEmpty
      || dependencies.contains { dependency in
        objects.object(dependency, "productRef").flatMap { objects.text($0, "productName") }?
          .hasPrefix("plugin:") ?? false
      }
  }

  /// Reads a dependency on a target of this project, of another project, or of a package.
  private func readOrder(_ dependency: ObjectID, _ contents: inout TargetContents) {
    let destination: XcodeProject.Destination?
    if let target = objects.object(dependency, "target") {
      destination = numbers[target].map { .target($0) }
    } else if let product = objects.object(dependency, "productRef") {
      destination = package(product)
    } else if let proxy = objects.object(dependency, "targetProxy") {
      destination = remote(proxy, name: objects.text(proxy, "remoteInfo") ?? "")
    } else {
      destination = nil
    }
    guard let destination else { return }
    let range = objects.range(dependency)
    contents.add(destination, [], at: range, platforms: platforms(of: dependency), isOrder: true)
  }
}

// Destinations.
extension ProjectDecoder {
  private func destination(
    ofBuildFile file: ObjectID
  ) -> XcodeProject.Destination? {
    if let product = objects.object(file, "productRef") { return package(product) }
    guard let reference = objects.object(file, "fileRef") else { return nil }
    if let target = numbers[reference] { return .target(target) }
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
    _ proxy: ObjectID, name: String
  ) -> XcodeProject.Destination? {
    guard let portal = objects.object(proxy, "containerPortal") else { return nil }
    guard portal != root else {
      let target = objects.node(proxy, "remoteGlobalIDString").flatMap(objects.object(named:))
      return target.flatMap { numbers[$0] }.map { .target($0) }
    }
    guard case .file(let project) = paths.place(of: portal) else { return nil }
    return .foreign(
      project: project, id: objects.text(proxy, "remoteGlobalIDString") ?? "", name: name)
  }

  private func package(_ product: ObjectID) -> XcodeProject.Destination? {
    guard let name = objects.text(product, "productName") else { return nil }
    let package = objects.object(product, "package").flatMap { packages[$0] }
    // The names of plug-ins have a prefix.
    return .package(package, product: name.hasPrefix("plugin:") ? String(name.dropFirst(7)) : name)
  }

  private func attributes(of file: ObjectID) -> [String] {
    guard let settings = objects.node(file, "settings"),
      let list = objects.tree.value("ATTRIBUTES", of: settings), objects.tree.kind(list) == .list
    else { return [] }
    return objects.tree.children(of: list).compactMap(objects.tree.text)
  }

  private func platforms(of object: ObjectID) -> PlatformSet {
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
  /// Whether a target builds it, rather than a script.
  fileprivate var isBuilt: Bool {
    switch self {
    case .target, .foreign: true
    case .product(let path): path.isProduct
    case .system, .file, .package: false
    }
  }

  /// Whether it is code or a bundle that is built elsewhere.
  fileprivate var isLibrary: Bool {
    switch self {
    case .target, .foreign, .product: false
    case .package: true
    case .system(let path), .file(let path): path.isProduct
    }
  }
}

extension String {
  fileprivate var isProduct: Bool {
    Path.splitExtension(self).extension.flatMap(ProductType.FileExtension.init(rawValue:)) != nil
  }
}
