public import Diagnostics
public import Graph
internal import YAML

/// What the build settings of one target say of linking, in each configuration of its project.
public struct LinkSettings: Sendable {
  /// The names of the project's configurations, in order.
  public var configurations: [String]
  /// The place in `configurations` of the one that stands for those which the project does not have.
  public var defaultConfiguration: Int
  /// What holds in each configuration; a single value where all agree.
  public var values: [Value]
  /// What is linked under conditions that nobody knows, or in ways that make no link of the graph: a source that
  /// imports it may do so.
  public var looseNames: Set<String> = []

  /// What holds in one configuration.
  public struct Value: Hashable, Sendable {
    public var linkage: Linkage
    public var flags: [LinkerFlag] = []
    /// Whether symbols may be missing until the image is loaded, so that it may leave out what it links.
    public var allowsMissingSymbols = false
    /// Whether Xcode has been set to accept copies of package products.
    public var allowsPackageCopies = false
    /// What a unit-test bundle's `TEST_HOST` says where configurations disagree.
    public var testHost = Target.TestHost.unset
    /// `PRODUCT_NAME` where configurations disagree, if it has no variables.
    public var productName: NameID?
  }

  public init(
    configurations: [String], defaultConfiguration: Int, values: [Value],
    looseNames: Set<String> = []
  ) {
    self.configurations = configurations
    self.defaultConfiguration = defaultConfiguration
    self.values = values
    self.looseNames = looseNames
  }

  /// Beyond so many configurations, which no project has, the others are not looked at.
  static let mostConfigurations = 32
}

/// An option of `OTHER_LDFLAGS` that links something.
public struct LinkerFlag: Hashable, Sendable {
  /// The name without `lib` and extension.
  public var name: String
  public var form: Form
  public var isWeak: Bool
  /// The setting.
  public var location: SourceRange

  public enum Form: Hashable, Sendable {
    case framework
    /// An archive or a dynamic library.
    case library
    case archive
  }
}

extension SpecReader {
  /// Fills in how Xcode builds the target, and notes what its settings link.
  mutating func readLinkSettings(
    of node: NodeID, into target: inout Target, _ settings: SettingsReader
  ) {
    let mayHaveHost = target.type == .unitTestBundle && settings.mayHave(.testHost)
    guard target.kind == .plain,
      mayHaveHost || settings.mayHave(.productNameSetting)
        || SettingsReader.linkKeys.contains(where: { settings.mayHave($0) })
    else { return }
    var values: [LinkSettings.Value] = []
    var looseNames: Set<String> = []
    let configurations = Array(settings.configurations.prefix(LinkSettings.mostConfigurations))
    for configuration in configurations {
      let levels = settingLevels(of: node, settings, in: configuration)
      var value = LinkSettings.Value(linkage: builtLinkage(of: target, levels))
      if target.type.mayHaveLinkStep { readLinkerFlags(levels, into: &value, &looseNames) }
      value.allowsPackageCopies =
        text(of: .disableDiamondDiagnostic, in: levels)?.first
        .map(LinkSettings.Value.isOn) ?? false
      values.append(value)
    }
    readProductNames(of: node, target, settings, into: &values)
    if mayHaveHost { readTestHosts(of: node, settings, into: &values) }
    let linkages = Set(values.map(\.linkage))
    target.builtLinkage = linkages.count == 1 ? values[0].linkage : .unknown
    target.linkSettings = batch.add(
      LinkSettings(
        configurations: configurations,
        defaultConfiguration: configurations.firstIndex(of: settings.defaultConfiguration) ?? 0,
        values: values, looseNames: looseNames))
  }

  /// Fills in what the product is called in each configuration, if that is not the same in all.
  private mutating func readProductNames(
    of node: NodeID, _ target: Target, _ settings: SettingsReader,
    into values: inout [LinkSettings.Value]
  ) {
    guard settings.mayHave(.productNameSetting) else { return }
    let targetName = batch.names.string(target.name)
    let names = settings.configurations.prefix(values.count).map { configuration in
      switch setting(.productNameSetting, of: node, settings, in: configuration) {
      case .value(let name): name.replacingVariable("TARGET_NAME", with: targetName)
      case .unset, .unknown: targetName
      }
    }
    guard names.contains(where: { $0 != names[0] }) else { return }
    for (number, name) in names.enumerated() where !name.hasVariable && !name.isEmpty {
      values[number].productName = batch.names.intern(name)
    }
  }

  /// A value with variables, or one that some condition changes, cannot be known.
  private func builtLinkage(of target: Target, _ levels: [SettingLevel]) -> Linkage {
    var conditional: [String] = []
    var value: String?
    for level in levels {
      conditional += texts(ofConditional: .conditionalMachOType, in: level)
      value = text(of: .machOType, in: level)?.joined(separator: " ")
      if value != nil { break }
    }
    guard target.type.isFramework || target.type.isLibrary || target.type == .xcFramework else {
      return target.linkage
    }
    func linkage(_ value: String?) -> Linkage {
      switch value {
      case nil:
        target.type == .staticFramework || target.type == .staticLibrary ? .static : .dynamic
      case "staticlib", "mh_object": .static
      case "mh_dylib": .dynamic
      default: .unknown
      }
    }
    let built = linkage(value)
    return conditional.allSatisfy { linkage($0) == built } ? built : .unknown
  }

  private mutating func readLinkerFlags(
    _ levels: [SettingLevel], into value: inout LinkSettings.Value,
    _ looseNames: inout Set<String>
  ) {
    for level in levels {
      for text in texts(ofConditional: .conditionalLinkerFlags, in: level) {
        value.addConditionalFlags([text], &looseNames)
      }
      guard let texts = text(of: .otherLinkerFlags, in: level) else { continue }
      let inherits = value.addFlags(texts, &looseNames) {
        place(of: .otherLinkerFlags, in: level)
      }
      guard inherits else { return }
    }
  }
}

extension LinkSettings.Value {
  /// - Parameters:
  ///   - linkage: How the target is built.
  ///   - diamondDiagnostic: The value of `DISABLE_DIAMOND_PROBLEM_DIAGNOSTIC`.
  public init(linkage: Linkage, diamondDiagnostic: String?) {
    self.linkage = linkage
    allowsPackageCopies = diamondDiagnostic.map(Self.isOn) ?? false
  }

  /// Whether Xcode takes the text of a Boolean setting for true.
  static func isOn(_ text: String) -> Bool { !["", "NO", "no", "false", "0"].contains(text) }

  /// Adds what one level of `OTHER_LDFLAGS` links; the place of the setting is asked for if that is anything.
  ///
  /// - Returns: Whether it has `$(inherited)`, so that the next level counts as well.
  public mutating func addFlags(
    _ texts: [String], _ looseNames: inout Set<String>, at place: () -> SourceRange?
  ) -> Bool {
    let arguments = LinkerArguments(texts)
    if arguments.allowsMissingSymbols { allowsMissingSymbols = true }
    looseNames.formUnion(arguments.named)
    if !arguments.linked.isEmpty, let place = place() {
      flags += arguments.linked.map { flag in
        LinkerFlag(name: flag.name, form: flag.form, isWeak: flag.isWeak, location: place)
      }
    }
    return arguments.inherits
  }

  /// Adds what it links under a condition: whether that holds is not known, and neither is what the image leaves
  /// out then.
  public mutating func addConditionalFlags(_ texts: [String], _ looseNames: inout Set<String>) {
    let arguments = LinkerArguments(texts)
    if arguments.allowsMissingSymbols { allowsMissingSymbols = true }
    looseNames.formUnion(arguments.linked.map(\.name) + arguments.named)
  }
}

extension SettingsReader {
  /// The settings that decide what is linked.
  fileprivate static let linkKeys: [SpecKey] = [
    .machOType, .conditionalMachOType, .otherLinkerFlags, .conditionalLinkerFlags,
    .disableDiamondDiagnostic,
  ]
}

extension ProductType {
  /// Whether a build of it may run the linker.
  fileprivate var mayHaveLinkStep: Bool {
    isExecutable || isFramework || isLibrary || self == .bundle || self == .xcFramework
  }
}
