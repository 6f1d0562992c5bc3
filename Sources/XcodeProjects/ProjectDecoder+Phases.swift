internal import Diagnostics
internal import Graph
internal import Paths
internal import Projects

extension ProjectDecoder {
  mutating func contents(of target: ProjectBuilder.FoundTarget) -> TargetContents {
    var contents = TargetContents()
    var references: Set<ObjectID> = []
    for phase in target.phases {
      builder.read(self.phase(phase, &references), of: target.type, into: &contents)
    }
    readOrder(of: target.id, &contents)
    return contents
  }

  /// `references` are the files and groups in earlier phases.
  private mutating func phase(
    _ object: ObjectID, _ references: inout Set<ObjectID>
  ) -> BuildPhase {
    let files = claim(objects.objects(object, "files"))
    var phase = BuildPhase(id: object, kind: kind(ofPhase: object), location: objects.range(object))
    switch phase.kind {
    case .code, .resources:
      for file in files { readFile(file, &phase, &references) }
    case .frameworks, .copy:
      for file in files { add(file, destination(ofBuildFile: file), to: &phase) }
    case .script, .other: break
    }
    return phase
  }

  private func kind(ofPhase phase: ObjectID) -> BuildPhase.Kind {
    switch objects.kind(phase) {
    case .sources, .headers: return .code
    case .resources: return .resources
    case .frameworks: return .frameworks
    case .copyFiles:
      // Xcode 26 writes `dstSubfolder = Frameworks` instead of `dstSubfolderSpec = 10`.
      let folder = objects.text(phase, "dstSubfolder") ?? objects.text(phase, "dstSubfolderSpec")
      // An absolute path is outside of the product.
      guard folder != "0", folder != "AbsolutePath" else { return .other }
      return .copy(
        toFrameworks: folder == "10" || folder == "Frameworks",
        path: objects.text(phase, "dstPath") ?? "")
    case .script:
      return .script(
        text: objects.text(phase, "shellScript"), inputs: objects.texts(phase, "inputPaths"),
        inputLists: objects.texts(phase, "inputFileListPaths"),
        outputs: objects.texts(phase, "outputPaths")
          + objects.texts(phase, "outputFileListPaths"))
    default: return .other
    }
  }

  /// Reads a source or resource, which may have a file for each language.
  private mutating func readFile(
    _ file: ObjectID, _ phase: inout BuildPhase, _ references: inout Set<ObjectID>
  ) {
    guard let reference = objects.object(file, "fileRef") else { return }
    let isNew = references.insert(reference).inserted
    let isGroup = objects.kind(reference) == .variantGroup
    let children = isGroup ? objects.objects(reference, "children") : []
    builder.room -= children.count
    for member in children.isEmpty ? [reference] : children {
      let destination = destination(ofFile: member)
      if case .file(let path) = destination {
        builder.room -= path.utf8.count
        guard isNew, builder.room > 0 else { continue }
      }
      add(file, destination, to: &phase)
    }
  }

  private func add(
    _ file: ObjectID, _ destination: XcodeProject.Destination?, to phase: inout BuildPhase
  ) {
    guard let destination = phase.take(destination) else { return }
    let settings = objects.node(file, "settings")
    let isWeak = settings.map { objects.tree.texts("ATTRIBUTES", of: $0).contains("Weak") } ?? false
    phase.files.append(
      XcodeProject.Dependency(
        destination: destination, location: objects.range(file), flags: isWeak ? [.weak] : [],
        platforms: platforms(of: file)))
  }

  private mutating func readOrder(of target: ObjectID, _ contents: inout TargetContents) {
    let dependencies = claim(objects.objects(target, "dependencies"))
    for dependency in dependencies { readOrder(dependency, &contents) }
    for product in objects.objects(target, "packageProductDependencies") {
      // Products of phases are repeated here without details.
      guard let destination = package(product) else { continue }
      contents.dependencies.append(
        XcodeProject.Dependency(destination: destination, location: objects.range(product)))
    }
    contents.sources.hasBuildRules =
      !objects.objects(target, "buildRules").isEmpty
      || dependencies.contains { dependency in
        objects.object(dependency, "productRef").flatMap { objects.text($0, "productName") }?
          .hasPrefix("plugin:") ?? false
      }
  }

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
    contents.dependencies.append(
      XcodeProject.Dependency(
        destination: destination, location: objects.range(dependency),
        platforms: platforms(of: dependency), isOrder: true))
  }
}

// Destinations.
extension ProjectDecoder {
  private func destination(ofBuildFile file: ObjectID) -> XcodeProject.Destination? {
    if let product = objects.object(file, "productRef") { return package(product) }
    return objects.object(file, "fileRef").flatMap(destination(ofFile:))
  }

  private func destination(ofFile reference: ObjectID) -> XcodeProject.Destination? {
    if let target = numbers[reference] { return .target(target) }
    if objects.kind(reference) == .referenceProxy {
      guard let proxy = objects.object(reference, "remoteRef") else { return nil }
      return remote(proxy, name: objects.text(reference, "path") ?? "")
    }
    return XcodeProject.Destination(paths.place(of: reference))
  }

  private func remote(_ proxy: ObjectID, name: String) -> XcodeProject.Destination? {
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

  private func platforms(of object: ObjectID) -> PlatformSet {
    PlatformSet(
      filters: objects.texts(object, "platformFilters") + objects.texts(object, "platformFilter"))
  }
}
