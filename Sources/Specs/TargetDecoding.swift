internal import Diagnostics
internal import Graph
internal import YAML

// Targets and aggregate targets.
extension SpecReader {
  /// Appends all targets in order of name.
  mutating func decodeTargets(of root: NodeID, folder: String) -> Range<Int> {
    var found: [Target] = []
    let settings = SettingsReader(root: root, folder: folder, in: tree)
    let entries = targetEntries(.targets, of: root)
    let wasLacking = lacksParts
    if entries.contains(where: { isStray($0.key, $0.value) }) { lacksParts = true }
    defer { lacksParts = wasLacking }
    for (index, (key, value)) in entries.enumerated() {
      guard found.count < Limits.targets else {
        report(.tooManyTargets, at: key)
        break
      }
      guard tree.isMapping(value) else {
        let neighbour = entries[..<index].last { tree.isMapping($0.value) }
        let help = isStray(key, value) ? neighbour.map { tree.string($0.key) } : nil
        report(
          .targetIsNoMapping(tree.string(key)), at: help == nil ? value : key,
          help: help.map { [.indent(tree.string(key), under: $0)] } ?? [])
        continue
      }
      guard isShort(nameNode(of: value, key: key)) else { continue }
      found.append(decodeTarget(value, key: key, settings))
    }
    var aggregates: [Target] = []
    for (key, value) in tree.entries(of: tree.value(of: root, for: .aggregateTargets)) {
      guard aggregates.count < Limits.targets else {
        report(.tooManyTargets, at: key)
        break
      }
      guard tree.isMapping(value) else {
        report(.targetIsNoMapping(tree.string(key)), at: value)
        continue
      }
      guard isShort(nameNode(of: value, key: key)) else { continue }
      aggregates.append(decodeAggregate(value, key: key))
    }
    let first = batch.targets.count
    batch.targets += sortedByName(found) + sortedByName(aggregates)
    return first..<batch.targets.count
  }

  /// Whether a key of a target stands beside the targets.
  private func isStray(_ key: NodeID, _ value: NodeID) -> Bool {
    !tree.isMapping(value) && KeyTable.shared.knows(tree.word(of: key), in: .target)
  }

  private func targetEntries(
    _ key: SpecKey, of root: NodeID
  ) -> [(key: NodeID, value: NodeID)] {
    tree.entries(of: tree.value(of: root, for: key))
  }

  /// In order of name; of several with one name, which XcodeGen crashes on, the first, with a report
  /// for each other one.
  private mutating func sortedByName(_ targets: [Target]) -> [Target] {
    let sorted = targets.sorted {
      let (a, b) = (batch.names.bytes(of: $0.name), batch.names.bytes(of: $1.name))
      if $0.name == $1.name { return $0.location < $1.location }
      return a.lexicographicallyPrecedes(b)
    }
    var result: [Target] = []
    for target in sorted {
      if let first = result.last, first.name == target.name {
        add(
          Diagnostic(
            "invalid-spec", .error, .sameName(batch.names.string(target.name)),
            at: target.location, notes: [.init(.firstOne, at: first.location)]))
      } else {
        result.append(target)
      }
    }
    return result
  }

  private mutating func decodeTarget(
    _ node: NodeID, key: NodeID, _ settings: SettingsReader
  ) -> Target {
    let name = nameNode(of: node, key: key)
    let product = tree.value(of: node, for: .productName).flatMap { tree.isText($0) ? $0 : nil }
    let isVariant = tree.bool(of: node, for: .isMultiPlatformTarget) ?? false
    let type = decodeType(of: node, key: key)
    let (platform, platforms) = decodePlatform(of: node, key: key, isVariant: isVariant)
    checkTargetShapes(node, key: key)
    var target = Target(
      name: intern(name), unsuffixedName: isVariant ? product.map { intern($0) } : nil,
      productName: intern(product ?? name), location: range(of: key), kind: .plain,
      type: type, platform: platform, platforms: platforms, linkage: .none, builtLinkage: .none,
      testHost: .unset, dependencies: 0..<0,
      linksTransitively: tree.bool(of: node, for: .transitivelyLinkDependencies))
    if let legacy = tree.value(of: node, for: .legacy), tree.text(of: legacy, for: .toolPath) != nil
    {
      target.kind = .legacy
    }
    target.embedsCarthageDirectly = tree.bool(of: node, for: .directlyEmbedCarthageDependencies)
    target.linkage = linkage(of: node, type: type)
    readBuildSettings(of: node, into: &target, settings)
    target.dependencies = decodeDependencies(of: node, key: key, platform: platform)
    return target
  }

  private func nameNode(of target: NodeID, key: NodeID) -> NodeID {
    tree.value(of: target, for: .name).flatMap { tree.isText($0) ? $0 : nil } ?? key
  }

  /// Reports a name that is too long for one.
  mutating func isShort(_ name: NodeID) -> Bool {
    if tree.bytes(name).count <= Limits.nameLength { return true }
    report(.nameTooLong, at: name)
    return false
  }

  /// The key as it is written, without the platform of a variant.
  func shownName(of target: NodeID, key: NodeID) -> String {
    let isVariant = tree.bool(of: target, for: .isMultiPlatformTarget) ?? false
    let written = isVariant ? tree.text(of: target, for: .productName) : nil
    return written ?? tree.string(key)
  }

  private mutating func decodeType(of node: NodeID, key: NodeID) -> ProductType {
    guard let value = tree.value(of: node, for: .type), let text = tree.textValue(value) else {
      return .none
    }
    // The bare prefix of the identifiers is none of them.
    if let type = ProductType(spec: text), type != .none || text.isEmpty { return type }
    let nearest = ProductType.allCases.map(\.rawValue).nearest(to: text)
    report(
      .unknownType(text, shownName(of: node, key: key)), at: value,
      help: nearest.map { [.didYouMean($0)] } ?? []
    )
    return .none
  }

  private mutating func decodePlatform(
    of node: NodeID, key: NodeID, isVariant: Bool
  ) -> (Platform, PlatformSet) {
    let destinations = tree.value(of: node, for: .supportedDestinations)
      .flatMap { tree.isSequence($0) ? $0 : nil }
    if isVariant, let destinations {
      report(.listAndDestinations(shownName(of: node, key: key)), at: destinations)
    }
    let value = tree.value(of: node, for: .platform)
    var text = value.flatMap { tree.textValue($0) } ?? ""
    if text.isEmpty, destinations != nil { text = "auto" }
    guard let platform = Platform(rawValue: text) else {
      let name = shownName(of: node, key: key)
      if let value {
        let nearest = Platform.allCases.map(\.rawValue).nearest(to: text)
        let help = nearest.map { [Diagnostic.Message.didYouMean($0)] } ?? [.platforms]
        report(.unknownPlatform(text, name), at: value, help: help)
      } else {
        reportMissing(.noPlatform(name), at: key, help: [.platforms])
      }
      return (.auto, .all)
    }
    guard let destinations else { return (platform, PlatformSet(platform)) }
    return (platform, destinationSet(destinations, or: platform))
  }

  private func destinationSet(_ list: NodeID, or platform: Platform) -> PlatformSet {
    var set: PlatformSet = []
    for element in tree.elements(of: list) where tree.isText(element) {
      set.formUnion(PlatformSet(destination: tree.string(element)) ?? [])
    }
    if set.contains(.macCatalyst) { set.insert(.iOS) }
    return set.isEmpty ? PlatformSet(platform) : set
  }

  private mutating func decodeAggregate(_ node: NodeID, key: NodeID) -> Target {
    let name = nameNode(of: node, key: key)
    let first = batch.dependencies.count
    if let targets = tree.value(of: node, for: .targets) {
      for element in tree.elements(of: targets) where tree.isText(element) {
        guard hasRoom(at: targets) else { break }
        batch.dependencies.append(
          Dependency(kind: .target, reference: intern(element), location: range(of: element)))
      }
    }
    decodePlugins(of: node)
    if let settings = tree.value(of: node, for: .settings) { checkConfigs(of: settings) }
    return Target(
      name: intern(name), productName: intern(name), location: range(of: key),
      kind: .aggregate, type: .none, platform: .auto, platforms: .all, linkage: .none,
      builtLinkage: .none, testHost: .unset, dependencies: first..<batch.dependencies.count)
  }
}

// Shapes that XcodeGen insists on although they decide nothing here.
extension SpecReader {
  private mutating func checkTargetShapes(_ node: NodeID, key: NodeID) {
    for part in [SpecKey.info, .entitlements] {
      guard let value = tree.value(of: node, for: part) else { continue }
      if tree.textNode(of: value, for: .path) == nil {
        reportMissing(.plistWithoutPath(part.spelling, shownName(of: node, key: key)), at: value)
      }
    }
    if let sources = tree.value(of: node, for: .sources) {
      var elements = tree.startOfElements(of: sources)
      while let source = tree.nextElement(&elements) {
        guard tree.isMapping(source), tree.textNode(of: source, for: .path) == nil else { continue }
        report(.sourceWithoutPath, at: source)
      }
    }
    if let version = tree.value(of: node, for: .deploymentTarget) {
      switch tree.type(of: version) {
      case .text where !SemanticVersion.isValid(tree.string(version)):
        report(.badDeploymentTarget(tree.string(version)), at: version)
      case .float(let number) where !SemanticVersion.isValid("\(number)"):
        report(.badDeploymentTarget(tree.string(version)), at: version)
      default: break
      }
    }
    if let settings = tree.value(of: node, for: .settings) { checkConfigs(of: settings) }
  }
}

extension Diagnostic.Message {
  fileprivate static let nameTooLong: Self = "a name of more than \(Limits.nameLength) bytes"
  fileprivate static let tooManyTargets: Self = "more than \(Limits.targets) targets"
  static let firstOne: Self = "the first one is here"
  fileprivate static let platforms: Self =
    "platforms are auto, iOS, tvOS, macOS, watchOS and visionOS"
  fileprivate static let sourceWithoutPath: Self = "an entry of 'sources' has no 'path'"

  fileprivate static func targetIsNoMapping(_ name: String) -> Self {
    "target '\(name)' must be a mapping"
  }
  fileprivate static func indent(_ key: String, under target: String) -> Self {
    "it stands beside the targets: move '\(key)' one level in, under '\(target)'"
  }
  fileprivate static func sameName(_ name: String) -> Self {
    "a second target is named '\(name)'"
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
  fileprivate static func plistWithoutPath(_ part: String, _ target: String) -> Self {
    "'\(part)' of target '\(target)' has no 'path'"
  }
  fileprivate static func badDeploymentTarget(_ text: String) -> Self {
    "deployment target '\(text)' is no version"
  }

  static func didYouMean(_ word: String) -> Self { "did you mean '\(word)'?" }
}
