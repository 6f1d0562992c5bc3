public import Diagnostics
public import Graph

/// Projects and their contents, with one list for each kind of value.
public struct ProjectBatch: Sendable {
  public var names: NameTable
  public var projects = ChunkedArray<Project>()
  public var targets = ChunkedArray<Target>()
  public var dependencies = ChunkedArray<Dependency>()
  public var packages: [PackageReference] = []
  public var projectReferences: [ProjectReference] = []
  public var hostSettings: [HostSetting] = []
  public var linkSettings: [LinkSettings] = []
  public var writtenSettings: [WrittenSetting] = []
  /// The places of the values of the last project's settings, if that is all they depend on.
  public var settingOrigins: [SourceRange]?
  public var diagnostics: [Diagnostic] = []
  /// The places outside the root that declare dependencies, packages and references.
  public var outsideNotes: [Diagnostic.Note] = []
  /// The files that locations in the batch refer to.
  public var sources: SourceMap { files.sources }
  public var files = FileNumbers()

  public init(names: NameTable = NameTable()) { self.names = names }

  /// Releases the memory of dependencies.
  public mutating func removeDependencies() { dependencies = ChunkedArray() }

  /// Releases the memory of targets.
  public mutating func removeTargets() { targets = ChunkedArray() }
}

// Values that do not come from a spec.
extension ProjectBatch {
  public mutating func addFile(_ path: String) -> FileID { files.add(path) }

  public mutating func intern(_ name: String) -> NameID { names.intern(name) }

  /// Appends settings of a target, and returns their rows.
  public mutating func add(_ settings: [SettingFact]) -> RowRange {
    let first = writtenSettings.count
    for fact in settings {
      writtenSettings.append(
        WrittenSetting(
          fact.setting, fact.value.map { intern($0) }, in: fact.configuration.map { intern($0) },
          at: fact.location))
    }
    return RowRange(first..<writtenSettings.count)
  }

  /// Appends the linking settings of a target.
  ///
  /// - Returns: Their index; -1 if they add nothing to the linkage of the target.
  public mutating func add(_ settings: LinkSettings) -> Int32 {
    var settings = settings
    guard let first = settings.values.first else { return -1 }
    if settings.values.allSatisfy({ $0 == first }) { settings.values = [first] }
    let isPlain = settings.values == [LinkSettings.Value(linkage: first.linkage)]
    guard !isPlain || !settings.looseNames.isEmpty else { return -1 }
    linkSettings.append(settings)
    return Int32(linkSettings.count - 1)
  }

  public mutating func report(_ diagnostic: Diagnostic) { diagnostics.append(diagnostic) }

  /// Appends a project, its targets sorted by name with aggregates last.
  ///
  /// - Complexity: O(*n* log *n*) for *n* targets.
  public mutating func append(
    _ project: Project, targets: [(target: Target, dependencies: [Dependency])],
    packages: [PackageReference], references: [ProjectReference]
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
    projects.append(project)
  }
}
