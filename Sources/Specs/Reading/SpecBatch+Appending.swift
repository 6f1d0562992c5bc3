public import Diagnostics
public import Graph

// Records of projects that are not specs.
extension SpecBatch {
  public mutating func addFile(_ path: String) -> FileID { files.add(path) }

  public mutating func intern(_ name: String) -> NameID { names.intern(name) }

  /// Appends settings of a target, and returns their rows.
  public mutating func add(_ settings: [SettingFact]) -> RowRange {
    let first = self.settings.written.count
    for fact in settings {
      self.settings.written.append(
        WrittenSetting(
          fact.setting, fact.value.map { intern($0) }, in: fact.configuration.map { intern($0) },
          at: fact.location))
    }
    return RowRange(first..<self.settings.written.count)
  }

  /// Appends what the settings of a target say of linking.
  ///
  /// - Returns: Its place; -1 where they say nothing that the linkage of the target does not.
  public mutating func add(_ settings: LinkSettings) -> Int32 {
    var settings = settings
    guard let first = settings.values.first else { return -1 }
    if settings.values.allSatisfy({ $0 == first }) { settings.values = [first] }
    let isPlain = settings.values == [LinkSettings.Value(linkage: first.linkage)]
    guard !isPlain || !settings.looseNames.isEmpty else { return -1 }
    self.settings.links.append(settings)
    return Int32(self.settings.links.count - 1)
  }

  public mutating func report(_ diagnostic: Diagnostic) { findings.diagnostics.append(diagnostic) }

  /// Appends a project, its targets in order of name and aggregates last.
  ///
  /// - Complexity: O(*n* log *n*) for *n* targets.
  public mutating func append(
    _ project: Spec, targets: [(target: Target, dependencies: [Dependency])],
    packages: [Package], references: [ProjectReference]
  ) {
    var project = project
    let first = (targets: self.targets.count, packages: self.packages.count)
    let sorted = targets.sorted { a, b in
      let isLast = (a.target.kind == .aggregate, b.target.kind == .aggregate)
      return isLast.0 == isLast.1 ? names.precedes(a.target.name, b.target.name) : isLast.1
    }
    for (target, declared) in sorted {
      var target = target
      let start = dependencies.count
      for dependency in declared { dependencies.append(dependency) }
      target.dependencies = start..<dependencies.count
      self.targets.append(target)
    }
    self.packages += packages
    project.targets = first.targets..<self.targets.count
    project.packages = first.packages..<self.packages.count
    project.projectReferences =
      projectReferences.count..<projectReferences.count + references.count
    projectReferences += references
    specs.append(project)
  }
}

extension Spec {
  /// The Xcode project at `path`, which is that of its `project.pbxproj`.
  public init(
    xcodeProject path: String, folder: String, file: FileID, name: NameID, nameRange: SourceRange
  ) {
    self.init(path: path, folder: folder, file: file, name: name, nameRange: nameRange)
    kind = .xcode
  }
}

extension Target {
  public init(
    name: NameID, location: SourceRange, kind: Kind, type: ProductType, platform: Platform,
    platforms: PlatformSet, linkage: Linkage
  ) {
    self.init(
      name: name, productName: name, location: location, kind: kind, type: type,
      platform: platform, platforms: platforms, linkage: linkage, builtLinkage: linkage,
      testHost: .noneOrUnknown)
    generatedLinkage = linkage
  }
}

extension Dependency {
  public init(
    _ kind: Kind, _ reference: NameID, at location: SourceRange, product: NameID? = nil,
    flags: Flags, platforms: PlatformSet
  ) {
    self.init(
      reference: reference, location: location, product: product, kind: kind, flags: flags,
      platforms: platforms)
  }
}

extension Package {
  /// A package whose `identity` is its normalized URL, or the path of a local one from the tree's root.
  public init(
    key: NameID, identity: NameID, isLocal: Bool, requirement: NameID? = nil,
    at location: SourceRange
  ) {
    self.init(
      key: key, identity: identity, isLocal: isLocal, requirement: requirement,
      location: location, outside: nil)
  }
}

extension ProjectReference {
  public init(key: NameID, path: NameID, at location: SourceRange) {
    self.init(key: key, path: path, location: location, outside: nil)
  }
}
