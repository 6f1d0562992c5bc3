public import Diagnostics
public import Graph
internal import Paths
internal import Text

/// The build settings of a target in all configurations.
public struct TargetSettings: Sendable {
  /// The settings of each configuration; those of one if all have the same.
  let all: [BuildSettings]
  private let names: [String]
  private let target: String?

  /// Looks up settings of a target at the levels in each configuration, or in one for all.
  ///
  /// `others` looks up a setting that modlint does not read otherwise.
  public init(
    _ keys: [SettingKey], of target: String?, project: String?, at levels: [[SettingLevel]],
    in names: [String],
    others: (_ name: String, _ table: Int, _ configuration: String) -> SettingValue
  ) {
    var all: [BuildSettings] = []
    for (number, name) in names.enumerated() {
      if let first = all.first, levels.allSatisfy(first.areSame) { break }
      all.append(
        BuildSettings(keys, at: levels[levels.count == 1 ? 0 : number], of: (target, project)) {
          others($0, $1, name)
        })
    }
    self.all = all
    self.names = names
    self.target = target
  }

  /// Returns the value that all configurations agree on, or `unknown` if they differ.
  ///
  /// A configuration that does not set it has the value `standard`.
  func lookup(_ key: SettingKey, default standard: String? = nil) -> BuildSettings.Lookup {
    var result = BuildSettings.Lookup.unset
    for number in all.indices {
      var value = all[number].lookup(key)
      if value == .unset, let standard { value = .value(standard) }
      if number > 0, value != result { return .unknown }
      result = value
    }
    return result
  }

  /// Whether a configuration file is missing that may contain any setting.
  public var lacksFile: Bool { all.contains { $0.levels.contains(where: \.lacksFile) } }

  public func isSet(_ key: SettingKey) -> Bool { lookup(key) != .unset }

  /// Returns the known values of a setting.
  public func values(_ key: SettingKey) -> [String] { all.compactMap { $0.lookup(key).text } }

  public func value(_ key: SettingKey, default standard: String? = nil) -> String? {
    lookup(key, default: standard).text
  }

  /// Returns a fact about a setting that all configurations agree on, else one for each that sets
  /// it; `location` is the place of settings without one of their own.
  public func facts(
    _ setting: JudgedSetting, _ key: SettingKey, at location: SourceRange
  ) -> [SettingFact] {
    let agree = lookup(key) != .unknown || all.allSatisfy { $0.lookup(key) == .unknown }
    var facts: [SettingFact] = []
    for (name, settings) in zip(names, agree ? all.prefix(1) : all[...]) {
      let value = settings.lookup(key)
      if value == .unset { continue }
      let place = settings.place(of: key) ?? location
      facts.append(SettingFact(setting, value.text, in: agree ? nil : name, at: place))
    }
    return facts
  }
}

// Names and files.
extension TargetSettings {
  /// The name by which the module is imported; `nil` if configurations disagree, or if it depends
  /// on unknown settings.
  public var moduleName: String? {
    let names = all.map { settings in
      let set = [settings.lookup(.moduleName), settings.lookup(.productName)]
      let value = set.first { $0 != .unset && $0.text != "" }
      return value == nil ? target : value?.text
    }
    guard let name = names.first ?? nil, names.allSatisfy({ $0 == name }) else { return nil }
    return name.hasVariable || name.isEmpty ? nil : name.moduleIdentifier
  }

  /// Returns the files in some settings, as paths from the root of the tree, and whether the paths
  /// of others are unknown.
  public func files(
    _ keys: [SettingKey], in folder: String
  ) -> (known: [String], hasUnknown: Bool) {
    var files: Set<String> = []
    var hasUnknown = false
    for value in keys.flatMap({ key in all.map { $0.lookup(key) } }) where value != .unset {
      guard let path = value.text?.withoutSourceRoot, !path.hasVariable else {
        hasUnknown = true
        continue
      }
      guard !path.isEmpty else { continue }
      files.insert(Path.normalized(Path.isAbsolute(path) ? path : Path.join(folder, path)))
    }
    return (files.sorted { $0.precedes($1) }, hasUnknown)
  }
}

// Linking.
extension TargetSettings {
  /// The linkage that Xcode builds; unknown if configurations disagree.
  public func linkage(of type: ProductType) -> Linkage {
    let kinds = Set(all.map { $0.linkage(of: type) })
    return kinds.count == 1 ? kinds.first ?? .unknown : .unknown
  }

  /// Sets the facts about a target that follow from the settings for linking.
  ///
  /// `defaultConfiguration` replaces those that the project lacks, and `unsetHost` is the host of
  /// tests in configurations without `TEST_HOST`.
  public func readLinking(
    into target: inout Target, defaultConfiguration: String, unsetHost: Target.TestHost
  ) {
    var linking = LinkSettings(
      configurations: names,
      defaultConfiguration: names.firstIndex(of: defaultConfiguration) ?? 0, values: [])
    let products = all.map { settings in
      let name = settings.lookup(.productName)
      return name == .unset ? target.name : name.text.flatMap { $0.isEmpty ? nil : $0 }
    }
    let isOneProduct = Set(products).count == 1
    for (number, settings) in all.enumerated() {
      var value = LinkSettings.Value(linkage: settings.linkage(of: target.type))
      // Xcode reads any other text as true.
      let isDiagnosed = settings.lookup(.diamondDiagnostic).text ?? "NO"
      value.allowsPackageCopies = !["", "NO", "no", "false", "0"].contains(isDiagnosed)
      value.mergesLibraries = settings.lookup(.mergedBinaryType).text == "automatic"
      if !isOneProduct { value.productName = products[number] }
      if target.type == .unitTestBundle { value.testHost = settings.testHost ?? unsetHost }
      linking.values.append(value)
      if target.type.mayHaveLinkStep { linking.addFlags(in: settings, of: target) }
    }
    target.builtLinkage = linkage(of: target.type)
    if let settings = linking.simplified { target.details.linkSettings = settings }
  }
}

extension LinkSettings {
  fileprivate mutating func addFlags(in settings: BuildSettings, of target: Target) {
    let usual = settings.place(of: .linkerFlags) ?? target.location
    let last = values.count - 1
    for level in settings.levels {
      guard let flags = level[.linkerFlags] else { continue }
      let place = flags.place ?? level.place ?? usual
      for text in flags.conditional {
        // A condition may or may not be true, so these are no links.
        let arguments = LinkerArguments(text, at: place)
        if arguments.allowsMissingSymbols { values[last].allowsMissingSymbols = true }
        looseNames.formUnion(arguments.named + arguments.linked.map(\.name))
      }
      guard let text = flags.text else { continue }
      let arguments = LinkerArguments(text, at: place)
      if arguments.allowsMissingSymbols { values[last].allowsMissingSymbols = true }
      if arguments.loadsWholeArchives { values[last].loadsWholeArchives = true }
      looseNames.formUnion(arguments.named)
      values[last].flags += arguments.linked
      guard arguments.inherits else { return }
    }
  }
}

extension BuildSettings {
  /// The application `App` for `$(BUILT_PRODUCTS_DIR)/App.app/App`; `nil` if it is not set.
  fileprivate var testHost: Target.TestHost? {
    let value = lookup(.testHost)
    if value == .unset { return nil }
    let app = value.text.flatMap { Path.components(of: $0).first { $0.hasSuffix(".app") } }
    guard let app, !app.hasVariable else { return .noneOrUnknown }
    return .product(String(app.dropLast(4)))
  }
}

extension ProductType {
  fileprivate var mayHaveLinkStep: Bool {
    isExecutable || isFramework || isLibrary || self == .bundle || self == .xcFramework
  }
}
