internal import Diagnostics
public import Files
internal import Graph
internal import Paths
internal import Projects
internal import SpecChecks
public import SpecReading
internal import YAML

/// The sources, scripts and schemes of one spec, which batches do not contain.
public struct SpecSources: Sendable {
  public let spec: ResolvedSpec
  let source: any FileTree
  var settings: SettingsReader
  /// The paths of the files that the spec includes, existing or not.
  let included: [String]

  init(_ spec: ResolvedSpec, including included: [String], in source: any FileTree) {
    self.spec = spec
    self.source = source
    self.included = included
    settings = SettingsReader(spec, ConfigurationFiles(), in: source)
  }

  var tree: Tree { _read { yield spec.tree } }

  /// Returns the sources of the targets, in the order of declaration.
  ///
  /// Links to folders are not followed.
  ///
  /// - Parameter targets: The names of the wanted targets; `nil` for all. The files of others are
  ///   not looked up.
  /// - Returns: Nothing for targets that do not exist.
  /// - Complexity: Lists the folders of the sources.
  public mutating func targetSources(of targets: Set<String>? = nil) -> [TargetSources] {
    var scripts = BuildScripts(in: spec.folder, source)
    var list = SourceList(folder: spec.folder, SourceOptions(of: spec), source)
    var found: [TargetSources] = []
    for (name, node) in spec.targets() where tree.isMapping(node) {
      guard targets?.contains(name) ?? true else { continue }
      let entries = spec.sourceEntries(of: node)
      let settings = settings.settings(Self.keys, of: node, named: name)
      let headers = settings.files([.bridgingHeader, .prefixHeader], in: spec.folder)
      var target = list.sources(of: name, entries)
      target.settingHeaders = headers.known
      if headers.hasUnknown { target.isIncomplete = true }
      target.mayGenerateSources = mayGenerateSources(of: target, node, &scripts)
      describe(&target, node, settings)
      found.append(target)
    }
    return found
  }

  /// Returns the nearest of `roots`, folders above the spec, from which all sources of its targets
  /// exist.
  ///
  /// - Returns: `nil` if some sources exist as they are.
  public func root(among roots: [String]) -> String? {
    let entries = spec.targets().flatMap { spec.sourceEntries(of: $0.node) }
      .filter { !$0.isOptional && !$0.path.hasVariable }
    func exists(_ entry: ListedSource, from folder: String) -> Bool {
      source.hasSources(at: Path.join(folder, entry.path))
    }
    guard !entries.contains(where: { exists($0, from: spec.folder) }) else { return nil }
    return roots.filter { root in
      entries.allSatisfy { exists($0, from: root.isEmpty ? "." : root) }
    }.max { $0.utf8.count < $1.utf8.count }
  }

  static let keys: [SettingKey] = [
    .bridgingHeader, .infoPropertyList, .moduleMap, .moduleName, .prefixHeader, .privateModuleMap,
    .productName, .supportsMacCatalyst,
  ]

  /// Adds the facts from the settings of a target.
  private func describe(
    _ target: inout TargetSources, _ node: NodeID, _ settings: TargetSettings
  ) {
    target.moduleName = settings.moduleName
    target.namesMacCatalyst = namesMacCatalyst(node, settings)
    target.hasModuleMap =
      !settings.files([.moduleMap, .privateModuleMap], in: spec.folder).known.isEmpty
    target.propertyLists = settings.files([.infoPropertyList], in: spec.folder).known
    target.lostDependencies = lostDependencies(of: node)
    target.copiedFrameworks = copiedFrameworks(of: node)
    let info = tree.value(of: node, for: .info)
    if let path = info.flatMap({ tree.text(of: $0, for: .path) }), !path.hasVariable {
      target.propertyLists.append(Path.normalized(Path.join(spec.folder, path)))
    }
    let properties = texts(below: info.flatMap { tree.value(of: $0, for: .properties) })
    // Xcode writes these settings into the property list.
    let settings = texts(below: tree.value(of: node, for: .settings))
      .filter { $0.key.hasPrefix("INFOPLIST_KEY_") }
    target.properties = (properties + settings).map(\.text)
  }

  /// Whether the settings or the destinations of a target name Mac Catalyst.
  private func namesMacCatalyst(_ target: NodeID, _ settings: TargetSettings) -> Bool {
    let values = settings.values(.supportsMacCatalyst)
    if !values.isEmpty { return values.contains("YES") }
    return tree.elements(of: target, for: .supportedDestinations).contains {
      tree.textValue($0) == "macCatalyst"
    }
  }

  /// Returns the texts in a value, each with the innermost key around it, without the values of some
  /// keys.
  func texts(
    below node: NodeID?, except skipped: [SpecKey] = []
  ) -> [(key: String, text: String)] {
    var found: [(key: String, text: String)] = []
    // Aliases can repeat values exponentially.
    var seen: Set<NodeID> = []
    var open = node.map { [("", $0)] } ?? []
    while let (key, node) = open.popLast() {
      guard seen.insert(node).inserted else { continue }
      if let text = tree.textValue(node) { found.append((key, text)) }
      open += tree.elements(of: node).map { (key, $0) }
      for (name, value) in tree.entries(of: node)
      where !(tree.key(name).map(skipped.contains) ?? false) {
        open.append((tree.string(name), value))
      }
    }
    return found
  }
}

extension SpecSources {
  /// Returns the names in blocks of a target that look like dependencies and that XcodeGen does not
  /// read: under a misspelt key, or nested too deep.
  ///
  /// Another finding reports the key.
  func lostDependencies(of target: NodeID) -> Set<String> {
    let blocks = tree.entries(of: target).map { key, value -> NodeID? in
      if tree.isMapping(value) { return tree.value(of: value, for: .dependencies) }
      let isKnown = KeyTable.shared.index(of: tree.keyID(of: key), in: .target) != nil
      return isKnown ? nil : value
    }
    let kinds = ["target", "framework", "carthage", "sdk", "package", "product", "products"]
    let names = blocks.flatMap { texts(below: $0) }.filter { kinds.contains($0.key) }.map(\.text)
    return Set(names.map { Path.splitExtension(Path.lastComponent($0)).stem })
  }
}

// Files that scripts read and copy.
extension SpecSources {
  /// The keys of a target that contain scripts.
  static let scripts: [SpecKey] = [
    .preBuildScripts, .prebuildScripts, .postCompileScripts, .postBuildScripts, .postbuildScripts,
  ]

  /// Returns the inputs of `carthage copy-frameworks` in the scripts of a target.
  private func copiedFrameworks(of target: NodeID) -> [String] {
    Self.scripts.flatMap { tree.elements(of: target, for: $0) }
      .filter { copiesFrameworks($0) }
      .flatMap { script in
        spec.texts(in: tree.value(of: script, for: .inputFiles))
          + spec.texts(in: tree.value(of: script, for: .inputFileLists)).flatMap {
            source.lines(ofFile: $0, in: spec.folder)
          }
      }
  }

  private func copiesFrameworks(_ script: NodeID) -> Bool {
    if let text = tree.text(of: script, for: .script) { return text.contains("copy-frameworks") }
    guard let path = tree.text(of: script, for: .path) else { return false }
    return source.lines(ofFile: path, in: spec.folder).contains { $0.contains("copy-frameworks") }
  }
}

extension FileTree {
  /// Returns the lines of a file list or a script of a target, without comments and empty lines.
  ///
  /// - Returns: Nothing if the file is unreadable or outside the root.
  public func lines(ofFile path: String, in folder: String) -> [String] {
    let file = Path.join(folder, path.withoutSourceRoot)
    var text: [UInt8] = []
    guard !Path.leadsOutside(file),
      (try? read(file, limit: Limits.fileSize, into: &text)) != nil
    else { return [] }
    return text.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
      .filter { !$0.hasPrefix("#") && !$0.isEmpty }
  }
}
