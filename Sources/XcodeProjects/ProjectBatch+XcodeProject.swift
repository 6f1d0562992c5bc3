internal import Diagnostics
internal import Graph
internal import Paths
public import Projects

// An Xcode project as targets whose links and embeds are all declared.
extension ProjectBatch {
  /// Appends a project.
  ///
  /// - Parameters:
  ///   - project: The project.
  ///   - others: All projects that were read, by path.
  ///   - folders: The folders that Xcode workspaces list next to projects.
  public mutating func append(
    _ project: XcodeProject, others: [String: XcodeProject], folders: [String]
  ) {
    var conversion = ProjectConversion(project: project, others: others, folders: folders)
    conversion.append(to: &self)
  }
}

private struct ProjectConversion {
  let project: XcodeProject
  let others: [String: XcodeProject]
  let folders: [String]
  /// The key of each package in dependencies, by package index.
  var packageKeys: [NameID] = []
  /// The keys of other projects in dependencies, by path.
  var projectKeys: [String: String] = [:]
  /// The targets of other projects by name and by product, by path of the project.
  var numbers: [String: [String: Int]] = [:]

  mutating func append(to batch: inout ProjectBatch) {
    let packages = packages(&batch)
    let references = project.projects.map { other in
      let key = projectKeys[other.path] ?? "\(projectKeys.count)"
      projectKeys[other.path] = key
      return ProjectReference(
        key: batch.intern(key), path: batch.intern(other.path), at: other.location)
    }
    let converted = Project(
      .xcode, path: project.path, folder: project.folder, file: project.location.file,
      name: batch.intern(project.name), nameRange: project.location)
    let targets = project.targets.map { (target($0, &batch), dependencies(of: $0, &batch)) }
    batch.append(converted, targets: targets, packages: packages, references: references)
  }

  private mutating func packages(_ batch: inout ProjectBatch) -> [PackageReference] {
    var packages: [PackageReference] = []
    for package in project.packages {
      switch package.source {
      case .local(let path):
        packages.append(
          PackageReference(
            key: batch.intern(path), identity: batch.intern(path), isLocal: true,
            at: package.location))
      case .remote(let url, let requirement):
        let last = Path.lastComponent(url)
        packages.append(
          PackageReference(
            key: batch.intern(last.hasSuffix(".git") ? String(last.dropLast(4)) : last),
            identity: batch.intern(normalized(url: url)), isLocal: false,
            requirement: requirement.map { batch.intern($0) }, at: package.location))
      }
    }
    packageKeys = packages.map(\.key)
    for folder in folders {
      packages.append(
        PackageReference(
          key: batch.intern(folder), identity: batch.intern(folder), isLocal: true,
          at: project.location))
    }
    return packages
  }

  private func target(
    _ target: XcodeProject.Target, _ batch: inout ProjectBatch
  ) -> Target {
    var result = Target(
      name: batch.intern(target.name), location: target.location, kind: target.kind,
      type: target.type, platform: target.platform, platforms: target.platforms,
      linkage: target.linkage, testHost: .noneOrUnknown)
    if let product = target.productName {
      result.builtProductName = batch.intern(product)
    } else {
      result.hasUnknownProductName = true
    }
    result.isResourceBundle = target.isResourceBundle
    result.runsScripts = !target.sources.scripts.isEmpty
    result.settingRows = batch.add(target.settings)
    result.linkSettings = linkSettings(of: target, &batch)
    result.sourceFolder = target.sourceFolder.map { batch.intern($0) }
    let host = target.linking.testHosts.lazy.compactMap(\.self).first
    result.testHost = testHost(host, &batch)
    if host != nil {
      batch.hostSettings.append(HostSetting(target: target.location, location: target.location))
    }
    return result
  }

  private func linkSettings(of target: XcodeProject.Target, _ batch: inout ProjectBatch) -> Int32 {
    let linking = target.linking
    var values = linking.values
    for number in values.indices {
      if Set(linking.testHosts).count > 1 {
        values[number].testHost = testHost(linking.testHosts[number], &batch)
      }
      if Set(linking.productNames.compactMap(\.self)).count > 1 {
        values[number].productName = linking.productNames[number].map { batch.intern($0) }
      }
    }
    return batch.add(
      LinkSettings(
        configurations: linking.configurations,
        defaultConfiguration: linking.configurations.firstIndex(of: project.defaultConfiguration)
          ?? 0, values: values, looseNames: linking.looseNames))
  }

  private func testHost(_ name: String?, _ batch: inout ProjectBatch) -> Target.TestHost {
    name.map { .product(batch.intern($0), orDefault: false) } ?? .noneOrUnknown
  }

  /// Returns the dependencies of a target, with dependencies on one target merged.
  private mutating func dependencies(
    of target: XcodeProject.Target, _ batch: inout ProjectBatch
  ) -> [Dependency] {
    var result: [Dependency] = []
    var places: [NameID: Int] = [:]
    for dependency in target.dependencies {
      guard let converted = self.dependency(dependency, of: target, &batch) else { continue }
      guard converted.kind == .target, let known = places[converted.reference] else {
        if converted.kind == .target { places[converted.reference] = result.count }
        result.append(converted)
        continue
      }
      result[known].flags.merge(converted.flags)
    }
    return result
  }

  private mutating func dependency(
    _ dependency: XcodeProject.Dependency, of target: XcodeProject.Target,
    _ batch: inout ProjectBatch
  ) -> Dependency? {
    var flags = dependency.flags.union([.linkDeclared, .embedDeclared])
    if !isLoaded(dependency.destination) { flags.subtract([.copied, .copiedElsewhere]) }
    func make(
      _ kind: Dependency.Kind, _ reference: String, product: String? = nil
    ) -> Dependency {
      Dependency(
        kind, batch.intern(reference), at: dependency.location,
        product: product.map { batch.intern($0) }, flags: flags, platforms: dependency.platforms)
    }
    switch dependency.destination {
    case .target(let number): return make(.target, project.targets[number].name)
    case .foreign(let path, let id, let name):
      guard let other = others[path] else { return make(.framework, path + "/" + name) }
      guard let number = number(of: id, name, in: other), let key = projectKeys[path] else {
        return nil
      }
      return make(.target, key + "/" + other.targets[number].name)
    case .product(let name) where name.isOfPods: return make(.framework, "Pods/" + name)
    case .product(let name):
      flags.insert(.implicit)
      return make(.framework, name)
    case .system(let name): return make(.sdk, name)
    case .file(let path):
      return make(.framework, Path.relative(path, to: project.folder))
    case .package(let number, let product):
      // A product without a package may be vended by any package of the workspace.
      return make(
        .package, number.map { batch.names.string(packageKeys[$0]) } ?? "", product: product)
    }
  }

  /// Whether the loader looks for the product in the folder of frameworks.
  private func isLoaded(_ destination: XcodeProject.Destination) -> Bool {
    switch destination {
    case .target(let number): project.targets[number].linkage == .dynamic
    case .foreign(_, _, let name), .product(let name):
      name.hasSuffix(".framework") || name.hasSuffix(".dylib")
    case .file(let path): path.hasSuffix(".framework")
    case .system, .package: false
    }
  }

  /// Returns the index of a target of another project by the id of it or its product, else by the
  /// name of it or its product.
  private mutating func number(of id: String, _ name: String, in other: XcodeProject) -> Int? {
    if let number = other.targetNumbers[id] { return number }
    if numbers[other.path] == nil {
      let targets = other.targets.enumerated()
      numbers[other.path] = Dictionary(
        targets.map { ($1.name, $0) }
          + targets.compactMap { number, target in target.productName.map { ($0, number) } }
      ) { first, _ in first }
    }
    return numbers[other.path]?[name] ?? numbers[other.path]?[Path.splitExtension(name).stem]
  }
}

extension String {
  /// Whether CocoaPods builds it: `Pods_App.framework`, `libPods-App.a` and `libPods.a`.
  fileprivate var isOfPods: Bool {
    hasPrefix("Pods_") && hasSuffix(".framework") || hasPrefix("libPods-") && hasSuffix(".a")
      || self == "libPods.a"
  }
}
