internal import Diagnostics
internal import Files
internal import Graph
internal import Paths
internal import YAML

/// A file or a wrapper that XcodeGen puts into a target because of its `sources`.
public struct SourceFile: Hashable, Sendable {
  /// From the tree's root.
  public var path: String
  public var phase: Phase

  /// The build phase that it goes into.
  public enum Phase: String, Hashable, Sendable {
    case sources, headers, resources, frameworks, copyFiles
    /// Copied to where frameworks are.
    case copyFrameworks
    /// None, or one that has nothing to do with code.
    case none
  }

  public init(path: String, phase: Phase) {
    self.path = path
    self.phase = phase
  }
}

/// What a target is made of, and what its module is called.
public struct TargetSources: Hashable, Sendable {
  /// The name that others refer to the target by.
  public var target: String
  /// In order of path, each once; a wrapper, such as an asset catalog, is one file.
  public var files: [SourceFile] = []
  /// Folders whose files are copied as they are, which are not listed.
  public var copiedFolders: [String] = []
  /// What `sources` names, is not `optional` and is not there, from the tree's root.
  public var missing: [String] = []
  /// Whether some of it cannot be listed: paths with variables, links to folders, or too much work.
  public var isIncomplete = false
  /// Whether some of it is not listed since it is behind links to folders, or would be too much work.
  public var exceedsLimits = false
  /// Whether a script, a build rule or a plug-in of the target may write Swift that is compiled with it.
  public var mayGenerateSources = false
  /// Whether it is said to be built for the Mac from code for the phone.
  public var namesMacCatalyst = false
  /// The name that the target's module is imported by; `nil` where it cannot be told.
  public var moduleName: String?
  /// The bridging and prefix headers of its configurations, from the tree's root; whether they exist is not
  /// asked.
  public var settingHeaders: [String] = []
  /// The module maps that its configurations name, likewise.
  public var moduleMaps: [String] = []
  /// Where its settings have headers looked for.
  public var searchPaths = HeaderSearchPaths()
  /// What a block of it names that is no list of dependencies for XcodeGen, but was meant to be.
  public var lostDependencies: Set<String> = []
  /// The property lists that its settings and `info` name, likewise.
  public var propertyLists: [String] = []
  /// What `info` and settings write into such a list: the texts in it.
  public var properties: [String] = []

  public init(target: String, moduleName: String? = nil) {
    self.target = target
    self.moduleName = moduleName
  }

  fileprivate mutating func add(_ headers: (known: [String], hasUnknown: Bool)) {
    settingHeaders = headers.known
    if headers.hasUnknown { isIncomplete = true }
  }
}

// Nothing of this is kept with specifications: only who looks for imports asks.
extension SpecReader {
  /// Reads and resolves the specification at `path` again.
  mutating func resolvedRoot(of path: String, folder: String) -> NodeID? {
    var text: [UInt8] = []
    guard (try? source.read(path, limit: Limits.fileSize, into: &text)) != nil,
      let parsed = try? parse(path, text: text, folder: folder, file: fileID(for: path))
    else { return nil }
    return try? resolve(parsed).root
  }

  /// What the targets of the specification at `path`, which is read anew, are made of, in the order in which
  /// they are written.
  ///
  /// Links to folders are not followed.
  ///
  /// - Parameters:
  ///   - path: Relative to the tree's root.
  ///   - folder: The folder that paths in the specification start from; `.` for the root.
  ///   - targets: The names of those that are wanted; `nil` for all. The files of others are not looked for.
  ///   - isNear: Whether files are wanted that are at a path or below it; targets are left out that have none.
  /// - Returns: Nothing for targets that are not there; what is at fault is not reported again.
  /// - Complexity: Reads the specification and what it includes, and lists the folders of the sources.
  public mutating func targetSources(
    in path: String, folder: String, of targets: Set<String>? = nil,
    near isNear: ((_ path: String) -> Bool)? = nil
  ) -> [TargetSources] {
    let (diagnostics, reported) = (batch.diagnostics, log.reported)
    defer { (batch.diagnostics, log.reported) = (diagnostics, reported) }
    guard let root = resolvedRoot(of: path, folder: folder) else { return [] }
    decoding.flatSettings.removeAll()
    let options = SourceOptions(of: root, in: tree)
    let settings = SettingsReader(allOf: root, folder: folder, in: tree)
    var scripts = BuildScripts(in: folder, source)
    var list = SourceList(folder: folder, options, source)
    var found: [TargetSources] = []
    for (key, node) in tree.entries(of: tree.value(of: root, for: .targets))
    where tree.isMapping(node) {
      let name = tree.text(of: node, for: .name) ?? tree.string(key)
      guard targets?.contains(name) ?? true else { continue }
      let entries = sourceEntries(of: node)
      let headers = headers(of: node, named: name, settings, in: folder)
      if let isNear,
        !entries.contains(where: { isNear(Path.normalized(Path.join(folder, $0.path))) }),
        !headers.known.contains(where: isNear)
      {
        continue
      }
      var target = list.sources(of: name, entries)
      target.add(headers)
      target.mayGenerateSources = mayGenerateSources(of: target, node, root, &scripts)
      describe(&target, node, settings, in: folder)
      found.append(target)
    }
    decoding.flatSettings.removeAll()
    return found
  }

  /// Adds what the settings of a target say of its sources.
  private mutating func describe(
    _ target: inout TargetSources, _ node: NodeID, _ settings: SettingsReader, in folder: String
  ) {
    let name = target.target
    target.moduleName = moduleName(of: node, named: name, settings)
    target.namesMacCatalyst = namesMacCatalyst(node, settings)
    target.moduleMaps =
      files(of: .moduleMapFile, of: node, named: name, settings, in: folder).known
      + files(of: .privateModuleMapFile, of: node, named: name, settings, in: folder).known
    target.propertyLists =
      files(of: .infoPlistFile, of: node, named: name, settings, in: folder).known
    target.searchPaths = headerSearchPaths(of: node, settings, in: folder)
    target.lostDependencies = lostDependencies(of: node)
    addInfo(of: node, in: folder, to: &target)
    addInfoSettings(of: node, to: &target)
  }

  /// Whether the settings or the destinations of a target name Mac Catalyst; what only its platform allows does
  /// not count.
  private mutating func namesMacCatalyst(_ target: NodeID, _ settings: SettingsReader) -> Bool {
    if settings.mayHave(.supportsMacCatalyst) {
      let values = settings.configurations.prefix(LinkSettings.mostConfigurations)
        .compactMap { configuration in
          text(
            of: .supportsMacCatalyst, in: settingLevels(of: target, settings, in: configuration))
        }
      if !values.isEmpty { return values.contains(["YES"]) }
    }
    return tree.elements(of: tree.value(of: target, for: .supportedDestinations)).contains {
      tree.textValue($0).flatMap { PlatformSet(destination: $0) } == .macCatalyst
    }
  }

  private func addInfo(of node: NodeID, in folder: String, to target: inout TargetSources) {
    guard let info = tree.value(of: node, for: .info), tree.isMapping(info) else { return }
    if let path = tree.text(of: info, for: .path), !path.hasVariable {
      target.propertyLists.append(Path.normalized(Path.join(folder, path)))
    }
    var open = tree.value(of: info, for: .properties).map { [$0] } ?? []
    while let node = open.popLast(), target.properties.count < Limits.sourceFolders {
      if let text = tree.textValue(node) { target.properties.append(text) }
      open += tree.elements(of: node) + tree.entries(of: node).map(\.value)
    }
  }

  /// Adds what the settings of a target write into its property list: those whose names say so.
  private func addInfoSettings(of node: NodeID, to target: inout TargetSources) {
    var open = tree.value(of: node, for: .settings).map { [$0] } ?? []
    // Aliases may lead to one mapping in more ways than could be gone.
    var seen: Set<NodeID> = []
    while let mapping = open.popLast() {
      guard seen.insert(mapping).inserted else { continue }
      for (key, value) in tree.entries(of: mapping) {
        if tree.isMapping(value) {
          open.append(value)
        } else if tree.string(key).hasPrefix("INFOPLIST_KEY_") {
          target.properties.append(settingText(value))
        }
      }
    }
  }

  private mutating func headers(
    of target: NodeID, named name: String, _ settings: SettingsReader, in folder: String
  ) -> (known: [String], hasUnknown: Bool) {
    let bridging = files(of: .bridgingHeader, of: target, named: name, settings, in: folder)
    let prefix = files(of: .prefixHeader, of: target, named: name, settings, in: folder)
    return (bridging.known + prefix.known, bridging.hasUnknown || prefix.hasUnknown)
  }

  /// The entries of `sources`; a mapping in place of a list is none for XcodeGen.
  func sourceEntries(of target: NodeID) -> [ListedSource] {
    guard let sources = tree.value(of: target, for: .sources) else { return [] }
    if let text = tree.textValue(sources) { return [ListedSource(path: text)] }
    guard tree.isSequence(sources) else { return [] }
    return tree.elements(of: sources).compactMap { node in
      if let text = tree.textValue(node) { return ListedSource(path: text) }
      guard tree.isMapping(node), let path = tree.text(of: node, for: .path) else { return nil }
      var entry = ListedSource(path: path)
      entry.excludes = texts(in: tree.value(of: node, for: .excludes))
      entry.includes = texts(in: tree.value(of: node, for: .includes))
      entry.type = tree.text(of: node, for: .type).flatMap(ListedSource.Kind.init)
      entry.phase = tree.value(of: node, for: .buildPhase).flatMap { tree.buildPhase($0) }
      entry.isOptional = tree.bool(of: node, for: .optional) ?? false
      return entry
    }
  }

  func texts(in list: NodeID?) -> [String] {
    tree.elements(of: list).compactMap { tree.textValue($0) }
  }
}

/// An entry of `sources`.
struct ListedSource {
  var path: String
  /// Patterns over paths from `path`.
  var excludes: [String] = []
  var includes: [String] = []
  var type: Kind?
  var phase: SourceFile.Phase?
  var isOptional = false

  enum Kind: String {
    case group, file, folder, syncedFolder
  }

  init(path: String) { self.path = path }
}

/// What `options` say of sources.
struct SourceOptions {
  /// By extension: whether what has it is one file, and its build phase.
  var fileTypes: [String: (isFile: Bool, phase: SourceFile.Phase?)] = [:]
  var defaultDirectoryType: ListedSource.Kind?

  init(of root: NodeID, in tree: Tree) {
    guard let options = tree.value(of: root, for: .options) else { return }
    defaultDirectoryType = tree.text(of: options, for: .defaultSourceDirectoryType)
      .flatMap(ListedSource.Kind.init)
    for (key, type) in tree.entries(of: tree.value(of: options, for: .fileTypes))
    where tree.isMapping(type) {
      let phase = tree.value(of: type, for: .buildPhase).flatMap { tree.buildPhase($0) }
      fileTypes[tree.string(key)] = (tree.bool(of: type, for: .file) ?? true, phase)
    }
  }
}

extension Tree {
  /// A build phase as `buildPhase` names it.
  fileprivate func buildPhase(_ node: NodeID) -> SourceFile.Phase? {
    guard let text = textValue(node) else {
      guard let files = value(of: node, for: .copyFiles) else { return nil }
      let isForFrameworks =
        self.text(of: files, for: .destination) == "frameworks"
        && (self.text(of: files, for: .subpath) ?? "").isEmpty
      return isForFrameworks ? .copyFrameworks : .copyFiles
    }
    switch text {
    case "sources", "headers", "resources", "frameworks", "copyFiles":
      return SourceFile.Phase(rawValue: text)
    case "none", "runScript", "carbonResources": return SourceFile.Phase.none
    default: return nil
    }
  }
}
