internal import Diagnostics
internal import Graph
internal import Paths
internal import Projects

extension ProjectBuilder {
  func settings(of target: FoundTarget) -> ConfiguredSettings {
    var names = [
      "TARGET_NAME": target.name, "TARGETNAME": target.name, "PROJECT_NAME": result.project.name,
    ]
    // Paths keep it, whatever folder it is.
    for root in ProjectPaths.roots { names[root] = "$(\(root))" }
    let own = target.levels.isEmpty ? [("", [])] : target.levels
    let all = own.map { configuration in
      let shared = levels.first { $0.name == configuration.name } ?? levels.first
      return BuildSettings(
        levels: configuration.levels + (shared?.levels ?? []), names: names, tree: source)
    }
    return ConfiguredSettings(all: all, names: own.map(\.name))
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
    let text = value(.supportedPlatforms) ?? value(.sdk) ?? ""
    var found: Platform?
    var all = PlatformSet()
    for name in text.utf8.split(separator: UInt8(ascii: " ")) {
      guard let platform = Self.platforms.first(where: { name.starts(with: $0.prefix.utf8) })
      else { continue }
      found = found ?? platform.1
      all.formUnion(PlatformSet(platform.1))
    }
    guard let found, all == PlatformSet(found) else { return (.auto, all.isEmpty ? .all : all) }
    return (found, all)
  }

  private static let platforms: [(prefix: String, Platform)] = [
    ("iphone", .iOS), ("macosx", .macOS), ("appletv", .tvOS), ("watch", .watchOS),
    ("xr", .visionOS),
  ]

  func linkage(of type: ProductType) -> Linkage {
    let usual: Linkage =
      switch type {
      case .framework, .dynamicLibrary: .dynamic
      case .staticFramework, .staticLibrary: .static
      default: .none
      }
    guard usual != .none else { return .none }
    let kinds = all.map { Self.linkage($0.lookup(.machOType), usual) }
    return kinds.allSatisfy { $0 == kinds.first } ? kinds.first ?? usual : .unknown
  }

  /// Flags of files have the location of the target.
  func readLinking(into target: inout Target, defaultConfiguration: String) {
    var linking = LinkSettings(
      configurations: names,
      defaultConfiguration: names.firstIndex(of: defaultConfiguration) ?? 0, values: [])
    var productNames: [String?] = []
    for settings in all {
      let one = ConfiguredSettings(all: [settings], names: [])
      var value = LinkSettings.Value(
        linkage: one.linkage(of: target.type), diamondDiagnostic: one.value(.diamondDiagnostic),
        mergedBinaryType: one.value(.mergedBinaryType))
      let place = settings.linkerFlags ?? target.location
      for level in settings.levels {
        let flags = settings.values(.linkerFlags, in: level)
        value.addConditionalFlags(Set(flags.conditional).sorted(), &linking.looseNames)
        guard let text = flags.text else { continue }
        guard value.addFlags([text], &linking.looseNames, at: { place }) else { break }
      }
      linking.values.append(value)
      productNames.append(one.value(.productName, default: settings.names["TARGET_NAME"]))
    }
    let hosts = target.type == .unitTestBundle ? all.map(\.testHost) : []
    for number in linking.values.indices {
      if Set(hosts).count > 1 { linking.values[number].testHost = .init(hosts[number]) }
      if Set(productNames.compactMap(\.self)).count > 1 {
        linking.values[number].productName = productNames[number]
      }
    }
    if let settings = linking.simplified { target.details.linkSettings = settings }
    guard target.type == .unitTestBundle else { return }
    let host = hosts.lazy.compactMap(\.self).first
    target.details.testHost = .init(host)
    if host != nil { target.details.hostSetting = target.location }
  }

  private static func linkage(_ setting: BuildSettings.Lookup, _ usual: Linkage) -> Linkage {
    switch setting {
    case .value("staticlib"), .value("mh_object"): .static
    case .value("mh_dylib"): .dynamic
    case .unknown: .unknown
    case .unset, .value: usual
    }
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

  /// The location of `OTHER_LDFLAGS` in the project.
  fileprivate var linkerFlags: SourceRange? {
    levels.lazy.compactMap { if case .table(let table) = $0 { table.linkerFlags } else { nil } }
      .first
  }

  /// The application `App` for
  /// `$(BUILT_PRODUCTS_DIR)/App.app/$(BUNDLE_EXECUTABLE_FOLDER_PATH)/App`.
  fileprivate var testHost: String? {
    // Folders chosen by Xcode do not matter here.
    let folders = [
      "BUILT_PRODUCTS_DIR", "TARGET_BUILD_DIR", "BUNDLE_EXECUTABLE_FOLDER_PATH",
      "BUNDLE_CONTENTS_FOLDER_PATH", "CONTENTS_FOLDER_PATH", "EXECUTABLE_FOLDER_PATH",
    ]
    let defined = Dictionary(uniqueKeysWithValues: folders.map { ($0, "") })
    guard case .value(let path) = lookup(.testHost, defining: defined),
      let app = Path.components(of: path).first(where: { $0.hasSuffix(".app") })
    else { return nil }
    return String(app.dropLast(4))
  }
}
