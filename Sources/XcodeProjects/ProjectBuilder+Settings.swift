internal import Diagnostics
internal import Graph
internal import Paths
internal import Projects

extension ProjectBuilder {
  func settings(of target: FoundTarget) -> ConfiguredSettings {
    let own = target.levels.isEmpty ? [("", [])] : target.levels
    var all: [BuildSettings] = []
    var isUniform = true
    for configuration in own {
      let shared = levels.first { $0.name == configuration.name } ?? levels.first
      let levels = configuration.levels + (shared?.levels ?? [])
      if let first = all.first, first.areSame(at: levels) {
        all.append(first)
      } else {
        isUniform = all.isEmpty
        all.append(
          BuildSettings(
            levels: levels, of: target.name, project: result.project.name, tree: source))
      }
    }
    return ConfiguredSettings(all: isUniform ? Array(all.prefix(1)) : all, names: own.map(\.name))
  }

  mutating func levels(_ table: SettingTable, over file: String?) -> [SettingLevel] {
    guard let file else { return [.table(table)] }
    let found = configurationFiles.settings(of: file)
    result.missingFiles.formUnion(found.missing)
    return [.table(table)] + found.levels
  }

  /// Reads the module name and the files that settings refer to.
  func readSources(
    _ settings: ConfiguredSettings, targetName: String, into sources: inout XcodeProject.Sources
  ) {
    sources.moduleName =
      settings.lookup(.moduleName) == .unset
      ? settings.value(.productName, default: targetName) : settings.value(.moduleName)
    for key in [SettingKey.bridgingHeader, .prefixHeader, .infoPropertyList] {
      for configuration in settings.all {
        let value = configuration.lookup(key)
        guard case .value(let path) = value, let path = ProjectPaths.expanded(path, in: folder)
        else {
          if value == .unknown { sources.isIncomplete = true }
          if configuration.lacksFile { sources.lacksSettings = true }
          continue
        }
        if path != folder, !sources.settingFiles.contains(path) {
          sources.settingFiles.append(path)
        }
      }
    }
    sources.settingFiles.sort { $0.precedes($1) }
  }
}

extension ConfiguredSettings {
  /// The platforms of a target by `SUPPORTED_PLATFORMS` or `SDKROOT`; `auto` means all.
  var destinations: (Platform, PlatformSet) {
    let names = (value(.supportedPlatforms) ?? value(.sdk) ?? "").split(separator: " ")
    let found = names.compactMap { name in
      Self.platforms.first { name.hasPrefix($0.prefix) }?.platform
    }
    let all = PlatformSet(found.map { PlatformSet($0) })
    guard let first = found.first, all == PlatformSet(first) else {
      return (.auto, all.isEmpty ? .all : all)
    }
    return (first, all)
  }

  private static let platforms: [(prefix: String, platform: Platform)] = [
    ("iphone", .iOS), ("macosx", .macOS), ("appletv", .tvOS), ("watch", .watchOS),
    ("xr", .visionOS),
  ]

  func linkage(of type: ProductType) -> Linkage {
    let kinds = Set(all.map { $0.linkage(of: type) })
    return kinds.count == 1 ? kinds.first ?? .unknown : .unknown
  }

  /// Flags of files have the location of the target.
  func readLinking(into target: inout Target, defaultConfiguration: String) {
    var linking = LinkSettings(
      configurations: names,
      defaultConfiguration: names.firstIndex(of: defaultConfiguration) ?? 0, values: [])
    for settings in all {
      var value = LinkSettings.Value(
        linkage: settings.linkage(of: target.type),
        diamondDiagnostic: settings.value(.diamondDiagnostic),
        mergedBinaryType: settings.value(.mergedBinaryType))
      let place = settings.linkerFlags.lazy.compactMap(\.location).first ?? target.location
      for level in settings.linkerFlags {
        value.addConditionalFlags(level.conditional, &linking.looseNames)
        guard let text = level.text else { continue }
        guard value.addFlags([text], &linking.looseNames, at: { place }) else { break }
      }
      linking.values.append(value)
    }
    let names = all.map { settings in
      let name = settings.lookup(.productName)
      return name == .unset ? target.name : name.text
    }
    let hosts = target.type == .unitTestBundle ? all.map(\.testHost) : []
    for number in linking.values.indices {
      if Set(hosts).count > 1 { linking.values[number].testHost = .init(hosts[number]) }
      if Set(names.compactMap(\.self)).count > 1 {
        linking.values[number].productName = names[number]
      }
    }
    if let settings = linking.simplified { target.details.linkSettings = settings }
    guard target.type == .unitTestBundle else { return }
    let host = hosts.lazy.compactMap(\.self).first
    target.details.testHost = .init(host)
    if host != nil { target.details.hostSetting = target.location }
  }
}

extension Target.TestHost {
  fileprivate init(_ application: String?) {
    self = application.map { .product($0, orDefault: false) } ?? .noneOrUnknown
  }
}

extension BuildSettings {
  fileprivate var lacksFile: Bool {
    levels.contains { if case .missingFile = $0 { true } else { false } }
  }

  fileprivate func linkage(of type: ProductType) -> Linkage {
    let usual: Linkage =
      switch type {
      case .framework, .dynamicLibrary: .dynamic
      case .staticFramework, .staticLibrary: .static
      default: .none
      }
    guard usual != .none else { return .none }
    return switch lookup(.machOType) {
    case .value("staticlib"), .value("mh_object"): .static
    case .value("mh_dylib"): .dynamic
    case .unknown: .unknown
    case .unset, .value: usual
    }
  }

  /// The application `App` for
  /// `$(BUILT_PRODUCTS_DIR)/App.app/$(BUNDLE_EXECUTABLE_FOLDER_PATH)/App`.
  fileprivate var testHost: String? {
    value(.testHost)
      .flatMap { Path.components(of: $0).first { $0.hasSuffix(".app") } }
      .map { String($0.dropLast(4)) }
  }
}
