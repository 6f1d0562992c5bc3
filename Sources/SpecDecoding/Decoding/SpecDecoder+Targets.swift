internal import Diagnostics
internal import Files
internal import Graph
internal import Projects
internal import SpecChecks
internal import SpecReading
internal import Text
internal import YAML

// Targets and aggregate targets.
extension SpecDecoder {
  /// Returns all targets by name, aggregates last.
  mutating func decodeTargets() -> [Target] {
    var result: [Target] = []
    if let targets = tree.value(of: spec.root, for: .targets) {
      // Misplaced keys are missing in the previous target.
      checker.isIncomplete = spec.traits.isIncomplete || hasMisplacedKeys(targets)
      result = inOrder(decodePlainTargets(targets))
      checker.isIncomplete = spec.traits.isIncomplete
    }
    if let aggregates = tree.value(of: spec.root, for: .aggregateTargets) {
      result += inOrder(decodeAggregates(aggregates))
    }
    checker.noteAbsentSources()
    return result
  }

  private mutating func decodePlainTargets(_ targets: NodeID) -> [Target] {
    var decoded: [Target] = []
    var entries = tree.startOfEntries(of: targets)
    decoded.reserveCapacity(tree.count(from: entries) / 2)
    while let (key, value) = tree.nextEntry(&entries) {
      guard decoded.count < Limits.targets else {
        checker.report(.tooManyTargets, at: key)
        break
      }
      guard tree.isMapping(value) else {
        reportNoMapping(value, key: key, of: targets)
        continue
      }
      let parts = TargetParts(of: value, in: tree)
      guard checker.checkName(tree.ifText(parts.name) ?? key, of: value, key: key) else { continue }
      var target = decodeTarget(value, key: key, parts)
      if target.type == .bundle {
        target.isResourceBundle = !spec.hasCode(parts.sources, in: source)
      }
      if let sources = parts.sources {
        checker.checkExistence(of: sources, parts, target, key: key)
      }
      locator?.locate(&target, parts.sources, key: key)
      decoded.append(target)
    }
    return decoded
  }

  private mutating func decodeAggregates(_ aggregates: NodeID) -> [Target] {
    var decoded: [Target] = []
    var entries = tree.startOfEntries(of: aggregates)
    while let (key, value) = tree.nextEntry(&entries) {
      guard decoded.count < Limits.targets else {
        checker.report(.tooManyTargets, at: key)
        break
      }
      guard tree.isMapping(value) else {
        checker.report(.targetIsNoMapping(tree.string(key)), at: value)
        continue
      }
      let parts = TargetParts(of: value, in: tree)
      guard checker.checkName(tree.ifText(parts.name) ?? key, of: value, key: key) else { continue }
      decoded.append(decodeAggregate(parts, key: key))
    }
    return decoded
  }

  /// Whether a key of a target is at the level of the targets.
  private func hasMisplacedKeys(_ targets: NodeID) -> Bool {
    var entries = tree.startOfEntries(of: targets)
    while let (key, value) = tree.nextEntry(&entries) {
      if !tree.isMapping(value), isKeyOfTarget(key) { return true }
    }
    return false
  }

  private func isKeyOfTarget(_ key: NodeID) -> Bool {
    KeyTable.shared.index(of: tree.keyID(of: key), in: .target) != nil
  }

  private mutating func reportNoMapping(_ value: NodeID, key: NodeID, of targets: NodeID) {
    let name = tree.string(key)
    let before = tree.entries(of: targets).prefix { $0.key != key }
    guard isKeyOfTarget(key), let neighbour = before.last(where: { tree.isMapping($0.value) })
    else { return checker.report(.targetIsNoMapping(name), at: value) }
    checker.report(
      .targetIsNoMapping(name), at: key,
      help: [.indent(name, under: tree.string(neighbour.key))])
  }

  private mutating func decodeTarget(
    _ node: NodeID, key: NodeID, _ parts: TargetParts
  ) -> Target {
    let name = tree.ifText(parts.name) ?? key
    let product = tree.ifText(parts.productName)
    let isVariant = parts.isMultiPlatformTarget ?? false
    let type = decodeType(parts.type, of: node, key: key)
    let (platform, platforms) = decodePlatform(parts, of: node, key: key, isVariant: isVariant)
    if let list = parts.supportedDestinations, !isVariant {
      checker.checkDestinations(list, of: spec.shownName(of: node, key: key), type, platform)
    }
    if let sources = parts.sources { checker.checkSources(sources) }
    if let version = parts.deploymentTarget { checkDeploymentTarget(version, of: parts) }
    if let settings = parts.settings { checker.checkSettings(settings) }
    var target = Target(
      name: texts.string(name, in: tree), location: spec.range(of: key), kind: .plain, type: type,
      platform: platform, platforms: platforms, linkage: .none)
    target.linksTransitively = parts.transitivelyLinkDependencies
    if let product {
      target.details.productName = tree.string(product)
      if isVariant { target.details.unsuffixedName = target.details.productName }
    }
    target.isUntyped = type == .none && lacksType(parts)
    if let legacy = parts.legacy, tree.textNode(of: legacy, for: .toolPath) != nil {
      target.kind = .legacy
    }
    target.embedsPrebuiltByPhase = parts.directlyEmbedCarthageDependencies
    target.linkage = spec.linkage(of: type, parts.settings)
    target.builtLinkage = target.linkage
    target.generatedLinkage = target.linkage
    settings?.read(parts, of: node, into: &target)
    target.dependencies = decodeDependencies(parts, of: node, key: key, platform: platform)
    return target
  }

  /// Whether the type is invalid, or may be in a missing include, template or block.
  private func lacksType(_ parts: TargetParts) -> Bool {
    if tree.ifText(parts.type) != nil { return true }
    return checker.isIncomplete || spec.traits.contains(.missingTemplates) && parts.templates != nil
  }

  private mutating func decodeType(
    _ value: NodeID?, of node: NodeID, key: NodeID
  ) -> ProductType {
    guard let value = tree.ifText(value) else { return .none }
    // A type that is only the prefix of the identifiers is invalid.
    if let type = tree.productType(value), type != .none || tree.isBlank(value) {
      return type
    }
    let text = tree.string(value)
    let nearest =
      text == "resource" || text == "resources"
      ? ProductType.bundle.rawValue : ProductType.allCases.map(\.rawValue).nearest(to: text)
    checker.report(
      .unknownType(text, spec.shownName(of: node, key: key)), at: value,
      help: nearest.map { [.didYouMean($0)] } ?? []
    )
    return .none
  }

  private mutating func decodePlatform(
    _ parts: TargetParts, of node: NodeID, key: NodeID, isVariant: Bool
  ) -> (Platform, PlatformSet) {
    var destinations = parts.supportedDestinations
    if let list = destinations, !tree.isSequence(list) { destinations = nil }
    if isVariant, let destinations {
      checker.report(.listAndDestinations(spec.shownName(of: node, key: key)), at: destinations)
    }
    var platform: Platform?
    if let text = tree.ifText(parts.platform), !tree.isBlank(text) {
      platform = tree.platform(text)
    } else if destinations != nil {
      platform = .auto
    }
    guard let platform else {
      reportPlatform(parts.platform, of: node, key: key)
      return (.auto, .all)
    }
    guard let destinations else { return (platform, PlatformSet(platform)) }
    return (platform, destinationSet(destinations, or: platform))
  }

  private mutating func reportPlatform(_ value: NodeID?, of node: NodeID, key: NodeID) {
    let name = spec.shownName(of: node, key: key)
    guard let value else {
      return checker.reportMissing(.noPlatform(name), at: key, help: [.platforms])
    }
    let text = tree.textValue(value) ?? ""
    let nearest = Platform.allCases.map(\.rawValue).nearest(to: text)
    let help = nearest.map { [Diagnostic.Message.didYouMean($0)] } ?? [.platforms]
    checker.report(.unknownPlatform(text, name), at: value, help: help)
  }

  private func destinationSet(_ list: NodeID, or platform: Platform) -> PlatformSet {
    var set: PlatformSet = []
    for element in tree.elements(of: list) where tree.isText(element) {
      if let platform = BuildPlatform(tree.string(element)) { set.insert(platform) }
    }
    if set.contains(.macCatalyst) { set.insert(.iOS) }
    return set.isEmpty ? PlatformSet(platform) : set
  }

  private mutating func decodeAggregate(_ parts: TargetParts, key: NodeID) -> Target {
    let name = tree.ifText(parts.name) ?? key
    var dependencies: [Dependency] = []
    if let targets = parts.targets {
      for element in tree.elements(of: targets) where tree.isText(element) {
        guard takeRoom(at: targets) else { break }
        dependencies.append(
          Dependency(.target(tree.string(element)), at: spec.range(of: element)))
      }
    }
    if let plugins = parts.buildToolPlugins {
      dependencies += decodePlugins(plugins, areChecked: false)
    }
    if let settings = parts.settings { checker.checkSettings(settings) }
    var target = Target(
      name: tree.string(name), location: spec.range(of: key), kind: .aggregate, type: .none,
      platform: .auto, platforms: .all, linkage: .none)
    target.dependencies = dependencies
    return target
  }

  private mutating func checkDeploymentTarget(_ version: NodeID, of parts: TargetParts) {
    // A list of platforms has already chosen the version of one platform.
    guard tree.isMapping(version) else { return }
    let own = tree.ifText(parts.platform).flatMap {
      tree.entry(of: version, named: tree.string($0))?.value
    }
    let text = own.map { tree.string($0).quotedForYAML }
    checker.warn(
      .versionsByPlatform, at: version,
      help: [text.map { .write("deploymentTarget: \($0)") } ?? .setVersions])
  }
}

// Not methods of the decoder: each call would copy it.
extension ResolvedSpec {
  /// Whether a bundle with some sources has code to compile; true if some sources are unknown.
  fileprivate func hasCode(_ sources: NodeID?, in source: any FileTree) -> Bool {
    // Most bundles list resources alone, which need not be looked up.
    let entries = sources.map { self.entries(of: $0) } ?? []
    let compiled = entries.filter { $0.phase ?? .sources == .sources && $0.type != .folder }
    guard !compiled.isEmpty else { return false }
    var list = SourceList(folder: folder, SourceOptions(of: self), source)
    let listed = list.sources(of: "", compiled)
    if listed.isIncomplete { return true }
    // A missing file may be generated.
    let paths = listed.files.filter { $0.phase == .sources }.map(\.path) + listed.missing
    return paths.contains { path in
      SourceList.fileExtension(path).map(Self.codeEndings.contains) ?? false
    }
  }

  private static let codeEndings: Set = ["swift", "m", "mm", "c", "cc", "cpp", "cxx", "s", "S"]

  /// Returns the linkage that XcodeGen assumes, from the type and the base settings of the target.
  fileprivate func linkage(of type: ProductType, _ settings: NodeID?) -> Linkage {
    switch type {
    case .staticFramework, .staticLibrary: return .static
    case .dynamicLibrary: return .dynamic
    case .framework, .xcFramework:
      guard let settings, tree.keys.contains(SettingKey.machOTypeID),
        let base = isStructured(settings) ? tree.value(of: settings, for: .base) : settings,
        let value = tree.value(of: base, for: SettingKey.machOTypeID)
      else { return .dynamic }
      return tree.isText(value) && tree.text(of: value, is: "staticlib") ? .static : .dynamic
    default: return .none
    }
  }
}

extension Diagnostic.Message {
  fileprivate static let tooManyTargets: Self = "more than \(Limits.targets) targets"
  fileprivate static let platforms: Self =
    "platforms are auto, iOS, tvOS, macOS, watchOS and visionOS"

  fileprivate static let versionsByPlatform: Self =
    "'deploymentTarget' has no effect: only a target with a list of platforms takes one version for each"
  fileprivate static let setVersions: Self =
    "write settings instead, such as 'IPHONEOS_DEPLOYMENT_TARGET' and 'MACOSX_DEPLOYMENT_TARGET'"

  fileprivate static func targetIsNoMapping(_ name: String) -> Self {
    "target '\(name)' must be a mapping"
  }
  fileprivate static func indent(_ key: String, under target: String) -> Self {
    "it is at the level of the targets: move '\(key)' one level in, under '\(target)'"
  }
  fileprivate static func unknownType(_ type: String, _ target: String) -> Self {
    "target '\(target)' has the unknown type '\(type)'"
  }
  fileprivate static func unknownPlatform(_ platform: String, _ target: String) -> Self {
    "target '\(target)' has the unknown platform '\(platform)'"
  }
  fileprivate static func noPlatform(_ target: String) -> Self {
    "target '\(target)' has no 'platform'"
  }
  fileprivate static func listAndDestinations(_ target: String) -> Self {
    "target '\(target)' has both a list of platforms and 'supportedDestinations'"
  }
}
