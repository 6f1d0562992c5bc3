internal import Diagnostics
internal import Files
internal import Graph
internal import Paths
internal import Projects

extension ProjectBuilder {
  private static let keys = SettingKey.all.filter {
    ![.moduleMap, .privateModuleMap, .supportsMacCatalyst].contains($0)
  }

  func settings(of target: FoundTarget) -> TargetSettings {
    let own: [ConfiguredLevels] = target.levels.isEmpty ? [("", [])] : target.levels
    let all = own.map { name, own in
      let shared = levels.first { $0.name == name } ?? levels.first
      return own + (shared?.levels ?? [])
    }
    return TargetSettings(
      Self.keys, of: target.name, project: result.project.name, at: all, in: own.map { $0.name }
    ) { name, table, configuration in
      SettingTable(source, table, in: dividesTables ? configuration : nil).value(of: name)
    }
  }

  /// Returns the level of a configuration file.
  mutating func level(ofFile path: String) -> SettingLevel {
    let (tree, isIgnored) = (tree, isIgnored)
    // A file that git ignores is another one on each machine.
    func isThere(_ path: String) -> Bool { tree.kind(of: path) == .file && !isIgnored(path) }
    let (file, level) = configurationFiles.file(at: path) { path in
      isThere(path) ? try? tree.content(of: path) : nil
    }
    let missing = file.missing.map(Path.normalized).filter { !isOfPods($0) }
    result.missingFiles.formUnion(missing)
    if !isThere(path), !isOfPods(path) { result.missingFiles.insert(path) }
    var found = level
    // A type's default holds if git ignores the file.
    found.lacksFile = file.isIncomplete || missing.contains { !isIgnored($0) }
    return found
  }

  /// Whether CocoaPods writes a file, which contains no setting that rules depend on.
  private func isOfPods(_ path: String) -> Bool { Path.components(of: path).contains("Pods") }

  /// Reads the module name and the files that settings refer to.
  func readSources(_ settings: TargetSettings, into sources: inout XcodeProject.Sources) {
    sources.moduleName = settings.moduleName
    let files = settings.files([.bridgingHeader, .prefixHeader, .infoPropertyList], in: folder)
    sources.settingFiles = files.known
    if files.hasUnknown { sources.isIncomplete = true }
    sources.lacksSettings = settings.lacksFile
  }
}

extension TargetSettings {
  /// The platforms of a target by `SUPPORTED_PLATFORMS` or `SDKROOT`; `auto` means all.
  var destinations: (Platform, PlatformSet) {
    let names = (value(.supportedPlatforms) ?? value(.sdk) ?? "").split(separator: " ")
    let found = names.compactMap { name in
      Self.platforms.first { name.hasPrefix($0.prefix) }?.platform
    }
    let all = found.reduce(into: PlatformSet()) { $0.formUnion(PlatformSet($1)) }
    guard let first = found.first, all == PlatformSet(first) else {
      return (.auto, all.isEmpty ? .all : all)
    }
    return (first, all)
  }

  private static let platforms: [(prefix: String, platform: Platform)] = [
    ("iphone", .iOS), ("macosx", .macOS), ("appletv", .tvOS), ("watch", .watchOS),
    ("xr", .visionOS),
  ]
}
