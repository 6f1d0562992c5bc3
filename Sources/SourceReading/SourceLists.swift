public import Architecture
internal import Diagnostics
public import Files
internal import Graph
internal import Imports
internal import LockFiles
internal import Packages
internal import Paths
internal import Projects
public import SpecDecoding
internal import SpecReading
internal import Text
public import WorkspaceReading
internal import XcodeProjects

struct ProjectFacts: Sendable {
  let kind: Project.Kind
  let path: String
  let folder: String
  let gaps: FlagSet<Project.Gap>
}

/// Lists the sources of targets.
///
/// Specs whose sources were not kept when they were read are read for them on demand: few runs ask
/// for the sources of few targets.
public struct SourceLists: Sendable {
  let checkout: Checkout
  /// What is asked about projects after the graph is built.
  let specs: [ProjectFacts]
  private let reader: SpecReader
  private let kept: [String: SpecSources]
  public let packages: PackageTable
  private let configuration: Configuration
  let xcodeTargets: [String: [String: XcodeProject.Sources]]
  let absentSettings: [String: Set<String>]
  /// The framework names of all pods in lock files.
  public let podNames: Set<String>

  public init(
    _ search: SpecSearch, _ read: borrowing ReadProjects, _ podNames: Set<String>,
    _ configuration: Configuration
  ) {
    checkout = search.checkout
    reader = search.reader
    kept = read.notes.sources
    specs = read.projects.map {
      ProjectFacts(kind: $0.kind, path: $0.path, folder: $0.folder, gaps: $0.gaps)
    }
    self.configuration = configuration
    packages = search.packages
    xcodeTargets = search.xcode.targets
    absentSettings = search.xcode.absentSettings
    self.podNames = podNames
  }

  public var tree: any FileTree { checkout.tree }

  /// `nil` if the spec does not exist or cannot be read.
  func specSources(_ number: Int) -> SpecSources? {
    guard specs.indices.contains(number), specs[number].kind == .spec else { return nil }
    if let kept = kept[specs[number].path] { return kept }
    var reader = reader
    return reader.sources(of: specs[number].path, in: specs[number].folder)
  }

  /// Whether a .gitignore file covers a path.
  public func mayIgnore(_ path: String) -> Bool {
    checkout.isIgnored(path, ignoresCase: false)
  }

  /// Returns the sources of the targets of a spec, an Xcode project or a manifest, which follow the
  /// specs, by name.
  ///
  /// - Complexity: Reads the spec again and lists the folders of sources.
  func sources(ofSpec number: Int) -> [String: ModuleSources] {
    guard number < specs.count else { return packageSources(ofManifest: number - specs.count) }
    let spec = specs[number]
    if spec.kind == .xcode { return xcodeSources(of: spec) }
    var result: [String: ModuleSources] = [:]
    var sources = specSources(number)
    for target in sources?.targetSources() ?? [] {
      result[target.target] = withoutExcluded(self.sources(of: target))
    }
    return result
  }

  private func sources(of target: TargetSources) -> ModuleSources {
    var sources = ModuleSources()
    sources.moduleName = target.moduleName
    sources.namesMacCatalyst = target.namesMacCatalyst
    sources.isGenerated = target.mayGenerateSources
    sources.isIncomplete = target.isIncomplete || !target.missing.isEmpty
    sources.exceedsLimits = target.exceedsLimits
    for file in target.files { add(file, to: &sources) }
    sources.texts += target.copiedFolders.flatMap { texts(inFolder: $0) }
    sources.properties = target.properties
    if target.hasModuleMap { sources.hasModuleMap = true }
    sources.hasSettingHeader = !target.settingHeaders.isEmpty
    sources.lostDependencies = target.lostDependencies
    for path in target.propertyLists where !sources.texts.contains(path) && isInside(path) {
      sources.texts.append(path)
    }
    let headers = target.settingHeaders.filter { !sources.code.contains($0) }
    if !headers.isEmpty {
      let known = headers.filter(isInside)
      if known.count < headers.count { sources.isIncomplete = true }
      sources.code = (sources.code + known).sorted { $0.precedes($1) }
    }
    return sources
  }

  /// Returns the sources without those that rules.yml excludes, whose imports are then unknown.
  func withoutExcluded(_ sources: ModuleSources) -> ModuleSources {
    guard !configuration.exclude.isEmpty else { return sources }
    // The pattern that excludes each folder, if any.
    var patterns: [String: Int?] = [:]
    func isKept(_ path: String) -> Bool {
      let folder = Path.folder(of: path)
      let pattern = patterns[folder] ?? configuration.exclusion(anyOf: folder)
      patterns[folder] = .some(pattern)
      return pattern == nil
    }
    var rest = sources
    rest.code.removeAll { !isKept($0) }
    rest.texts.removeAll { !isKept($0) }
    rest.exclusions = Set(patterns.values.compactMap(\.self))
    if !rest.exclusions.isEmpty { rest.isIncomplete = true }
    return rest
  }

  func isInside(_ path: String) -> Bool {
    !Path.leadsOutside(path) && tree.kind(of: path) == .file
  }

  func add(_ file: SourceFile, to sources: inout ModuleSources) {
    if SourceLanguage(path: file.path) != nil {
      if file.phase == .sources || file.phase == .headers { sources.code.append(file.path) }
    } else if ModuleSources.isModuleMap(file.path) {
      sources.hasModuleMap = true
    } else {
      sources.texts += texts(in: file.path)
    }
  }

  /// A bundle or data model consists of several.
  private func texts(in resource: String) -> [String] {
    if ModuleSources.isText(resource) { return [resource] }
    if resource.hasSuffix(".bundle") { return texts(inFolder: resource) }
    guard resource.hasSuffix(".xcdatamodeld") else { return [] }
    return ((try? tree.entries(of: resource)) ?? []).map(\.name)
      .filter { $0.hasSuffix(".xcdatamodel") }
      .map { Path.join(resource, entry: $0) + "/contents" }
  }

  private func texts(inFolder folder: String) -> [String] {
    files(below: folder) { _ in true }.filter(ModuleSources.isText).sorted { $0.precedes($1) }
  }

  /// Returns the files below a folder and the folders that are not to be opened; does not follow
  /// links to folders.
  func files(
    below folder: String, except excluded: Set<String> = [], opening isOpened: (String) -> Bool
  ) -> [String] {
    var found: [String] = []
    var open = [folder]
    var listed = 0
    while let folder = open.popLast(), listed < Limits.sourceFolders {
      listed += 1
      for entry in (try? tree.entries(of: folder)) ?? [] {
        let path = Path.join(folder, entry: entry.name)
        if excluded.contains(path) { continue }
        if entry.kind == .folder, isOpened(entry.name) {
          open.append(path)
        } else {
          found.append(path)
        }
      }
    }
    return found
  }

  private func packageSources(ofManifest number: Int) -> [String: ModuleSources] {
    var result: [String: ModuleSources] = [:]
    let package = packages.packages[number]
    guard let manifest = package.manifest else { return result }
    let folders = PackageFolderTable(of: manifest, in: package.folder, tree)
    for target in manifest.targets where target.kind.isModule {
      let listed = folders.sources(of: target)
      var sources = ModuleSources()
      sources.moduleName = target.name.moduleIdentifier
      sources.isGenerated = listed.mayGenerateSources
      sources.isIncomplete = listed.isIncomplete
      sources.exceedsLimits = listed.exceedsLimits
      sources.code = listed.files.filter { SourceLanguage(path: $0) != nil }
      sources.hasModuleMap = listed.files.contains { ModuleSources.isModuleMap($0) }
      sources.texts = listed.resources.flatMap { texts(in: $0) }
      result[target.name] = withoutExcluded(sources)
    }
    return result
  }

  /// Whether targets of a spec may declare dependencies that could not be read, because an include
  /// or template is missing.
  public func mayLackDependencies(_ spec: Int) -> Bool {
    specs.indices.contains(spec) && !specs[spec].gaps.isDisjoint(with: [.parts, .inherited])
  }

  /// Returns the module names of the pods in the Podfile of a folder; none if there is no Podfile.
  public func pods(in folder: String) -> Set<String> {
    Podfile.names(in: (try? tree.content(of: Path.join(folder, entry: "Podfile"))) ?? [])
  }

  func files(read spec: Int) -> Set<String> {
    var sources = specSources(spec)
    return sources?.files() ?? []
  }

  /// Returns the tests of the schemes of a spec.
  public func schemeTests(ofSpec number: Int) -> [(name: String, tests: SchemeTests)] {
    specSources(number)?.schemeTests() ?? []
  }

  /// Returns the changed files that affect each target of a spec or an Xcode project, or only what
  /// it compiles; `nil` for a manifest.
  public func touchedTargets(
    ofSpec number: Int, by changes: ChangedPaths, compiledAlone: Bool = false
  ) -> TouchedTargets? {
    guard specs.indices.contains(number) else { return nil }
    if specs[number].kind == .xcode { return touchedTargets(of: specs[number], by: changes) }
    var sources = specSources(number)
    return sources?.touchedTargets(by: changes, compiledAlone: compiledAlone) ?? TouchedTargets()
  }
}
