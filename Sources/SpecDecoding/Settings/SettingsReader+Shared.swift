internal import Diagnostics
internal import Graph
internal import Projects
internal import SpecReading
internal import YAML

/// The settings that all targets of a spec share.
struct SharedSettings: Sendable {
  /// The levels in each configuration, or in one for all.
  var levels: [[SettingLevel]] = [[]]
  /// Whether a level has a setting for linking.
  var affectLinking = false
  var facts: [SettingFact] = []

  /// The settings of earlier specs, by the places of all that they depend on.
  typealias Known = [(origins: [SourceRange], settings: SharedSettings)]
}

// The settings that all targets share.
extension SettingsReader {
  /// Returns the levels that all targets share, of which the last is that of the options, and their
  /// facts.
  mutating func sharedSettings() -> SharedSettings {
    if let shared { return shared }
    // Most specs of a repository include the same options and groups.
    let origins = originsOfShared()
    let same = known.first { $0.origins == origins }
    let settings = same?.settings ?? readShared()
    if let origins, same == nil, known.count < Self.mostKnown { known.append((origins, settings)) }
    shared = settings
    return settings
  }

  private static let mostKnown = 100

  private mutating func readShared() -> SharedSettings {
    var shared = SharedSettings()
    let settings = tree.value(of: spec.root, for: .settings)
    let own = levels(settings, tree.value(of: spec.root, for: .configFiles), table: Self.ofProject)
    let options = optionLevel
    shared.levels = own.map { $0 + [options] }
    shared.affectLinking = shared.levels.joined().contains { level in
      level.settings.contains { SettingKey.linking.contains($0.key) }
    }
    let found = lookUp(SettingKey.judged.map(\.key), of: nil, named: nil, at: shared.levels)
    shared.facts = SettingKey.judged.flatMap {
      found.facts($0.setting, $0.key, at: spec.range(of: spec.root))
    }
    if let prefix = spec.option(.bundleIdPrefix), tree.isText(prefix) {
      shared.facts.append(
        SettingFact(.bundleIdentifierPrefix, tree.string(prefix), at: spec.range(of: prefix)))
    }
    return shared
  }

  /// The level of the deployment targets in `options`, which all others precede.
  private var optionLevel: SettingLevel {
    var level = SettingLevel()
    let versions = spec.option(.deploymentTarget)
    for (platform, version) in tree.entries(of: versions) where tree.isText(platform) {
      if let platform = tree.platform(platform) { add(version, of: platform, to: &level) }
    }
    return level
  }

  /// Returns the places of all values that the shared settings depend on; `nil` if they depend on
  /// more than options and groups.
  private func originsOfShared() -> [SourceRange]? {
    var origins: [SourceRange] = []
    origins.reserveCapacity(32)
    if let options = tree.value(of: spec.root, for: .options) {
      for key in [SpecKey.bundleIdPrefix, .deploymentTarget] {
        if let value = tree.value(of: options, for: key) { add(value, to: &origins) }
      }
    }
    guard !tree.has(.configFiles) else { return nil }
    guard let settings = tree.value(of: spec.root, for: .settings) else { return origins }
    guard tree.value(of: spec.root, for: .configs) == nil, spec.isStructured(settings),
      tree.value(of: settings, for: .base) == nil, tree.value(of: settings, for: .configs) == nil,
      let names = tree.value(of: settings, for: .groups), let groups
    else { return nil }
    for name in tree.elements(of: names) where tree.isText(name) {
      guard let group = tree.entry(of: groups, named: name)?.value else { continue }
      let hasOthers = [SpecKey.groups, .presets].contains { tree.value(of: group, for: $0) != nil }
      guard !hasOthers else { return nil }
      add(group, to: &origins)
    }
    return origins
  }

  private func add(_ value: NodeID, to origins: inout [SourceRange]) {
    origins.append(spec.range(of: value))
    // The place of a collection in a file determines what it contains.
    guard tree.isGathered(value) else { return }
    for child in tree.elements(of: value) { add(child, to: &origins) }
    for (key, child) in tree.entries(of: value) {
      origins.append(spec.range(of: key))
      add(child, to: &origins)
    }
  }
}

extension [[SettingLevel]] {
  /// The levels in a configuration, of which one may stand for all.
  func inConfiguration(_ number: Int) -> [SettingLevel] { self[count == 1 ? 0 : number] }
}
