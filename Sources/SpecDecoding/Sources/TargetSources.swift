internal import Diagnostics
internal import Files
internal import Graph
internal import Paths
internal import Projects
internal import SpecReading
internal import YAML

/// A file or a wrapper that `sources` of a target contain.
public struct SourceFile: Hashable, Sendable {
  /// The path relative to the root.
  public var path: String
  public var phase: Phase

  /// The build phase of a source.
  public enum Phase: String, Hashable, Sendable {
    case sources, headers, resources, frameworks, copyFiles
    /// Copied to the folder of frameworks.
    case copyFrameworks
    /// None, or a phase without code.
    case none
  }

  public init(path: String, phase: Phase) {
    self.path = path
    self.phase = phase
  }
}

/// The sources of a target, and the name of its module.
public struct TargetSources: Hashable, Sendable {
  /// The name of the target in references.
  public var target: String
  /// The files by path, each once; a wrapper, such as an asset catalog, is one file.
  public var files: [SourceFile] = []
  /// Folders whose files are copied without changes and not listed.
  public var copiedFolders: [String] = []
  /// The entries of `sources` that are not `optional` and do not exist, relative to the root.
  public var missing: [String] = []
  /// Whether some sources cannot be listed: paths with variables, links to folders, or too much
  /// work.
  public var isIncomplete = false
  /// Whether some sources are not listed because of links to folders or too much work.
  public var exceedsLimits = false
  /// Whether a script, a build rule or a plug-in of the target may write Swift that is compiled
  /// with it.
  public var mayGenerateSources = false
  /// Whether it is built for Mac Catalyst.
  public var namesMacCatalyst = false
  /// The name of the module; `nil` if it is unknown.
  public var moduleName: String?
  /// The bridging and prefix headers of its configurations, relative to the root, existing or not.
  public var settingHeaders: [String] = []
  /// Whether its settings name a module map, which may give the module another name.
  public var hasModuleMap = false
  /// The names in blocks that look like dependencies and that XcodeGen does not read.
  public var lostDependencies: Set<String> = []
  /// The property lists in its settings and `info`, relative to the root, existing or not.
  public var propertyLists: [String] = []
  /// The texts that `info` and settings write into property lists.
  public var properties: [String] = []
  /// The inputs of scripts that run `carthage copy-frameworks`.
  public var copiedFrameworks: [String] = []

  public init(target: String, moduleName: String? = nil) {
    self.target = target
    self.moduleName = moduleName
  }
}

/// An entry of `sources`.
struct ListedSource {
  var path: String
  /// Patterns relative to `path`.
  var excludes: [String] = []
  var includes: [String] = []
  var type: Kind?
  var phase: SourceFile.Phase?
  var isOptional = false

  public enum Kind: String {
    case group, file, folder, syncedFolder
  }

  init(path: String) { self.path = path }
}

extension ResolvedSpec {
  /// Returns the entries of `sources` of a target.
  func sourceEntries(of target: NodeID) -> [ListedSource] {
    tree.value(of: target, for: .sources).map { entries(of: $0) } ?? []
  }

  /// Returns the entries of the value of `sources`; XcodeGen ignores a mapping in place of a list.
  func entries(of sources: NodeID) -> [ListedSource] {
    if let text = tree.textValue(sources) { return [ListedSource(path: text)] }
    guard tree.isSequence(sources) else { return [] }
    return tree.elements(of: sources).compactMap { node in
      if let text = tree.textValue(node) { return ListedSource(path: text) }
      guard tree.isMapping(node), let path = tree.text(of: node, for: .path) else { return nil }
      var entry = ListedSource(path: path)
      entry.excludes = texts(in: tree.value(of: node, for: .excludes))
      entry.includes = texts(in: tree.value(of: node, for: .includes))
      entry.type = tree.text(of: node, for: .type).flatMap(ListedSource.Kind.init)
      entry.phase = tree.value(of: node, for: .buildPhase).flatMap {
        SourceFile.Phase.named(by: $0, in: tree)
      }
      entry.isOptional = tree.bool(of: node, for: .optional) ?? false
      return entry
    }
  }
}

/// The `options` for sources.
struct SourceOptions {
  /// The properties of file types by extension: whether a folder is one file, and the build phase.
  var fileTypes: [String: (isFile: Bool, phase: SourceFile.Phase?)] = [:]
  var defaultDirectoryType: ListedSource.Kind?

  /// Returns the phase of files with an extension.
  func phase(ofEnding ending: String?) -> SourceFile.Phase {
    guard let ending else { return .none }
    guard let own = fileTypes[ending] else { return FileTypes.phase(of: ending) }
    return own.phase ?? FileTypes.phase(ofUnknown: ending)
  }

  /// Whether a folder with an extension is one file.
  func isWrapper(_ ending: String?) -> Bool {
    ending.flatMap { fileTypes[$0]?.isFile } ?? FileTypes.isWrapper(ending)
  }
}

extension SourceOptions {
  init(of spec: ResolvedSpec) {
    self.init()
    let tree = spec.tree
    guard let options = tree.value(of: spec.root, for: .options) else { return }
    defaultDirectoryType = tree.text(of: options, for: .defaultSourceDirectoryType)
      .flatMap(ListedSource.Kind.init)
    for (key, type) in tree.entries(of: options, for: .fileTypes)
    where tree.isMapping(type) {
      let phase = tree.value(of: type, for: .buildPhase).flatMap {
        SourceFile.Phase.named(by: $0, in: tree)
      }
      fileTypes[tree.string(key)] = (tree.bool(of: type, for: .file) ?? true, phase)
    }
  }
}

extension SourceFile.Phase {
  /// Returns the build phase that `buildPhase` names.
  static func named(by node: NodeID, in tree: Tree) -> Self? {
    guard let text = tree.textValue(node) else {
      guard let files = tree.value(of: node, for: .copyFiles) else { return nil }
      let isForFrameworks =
        tree.text(of: files, for: .destination) == "frameworks"
        && (tree.text(of: files, for: .subpath) ?? "").isEmpty
      return isForFrameworks ? .copyFrameworks : .copyFiles
    }
    switch text {
    case "sources", "headers", "resources", "frameworks", "copyFiles":
      return Self(rawValue: text)
    case "none", "runScript", "carbonResources": return Self.none
    default: return nil
    }
  }
}
