internal import Graph
internal import Projects
internal import YAML

extension Tree {
  /// Replaces each target whose `platform` is a list of texts by one target for each platform, if
  /// all targets are mappings.
  ///
  /// It runs before and after templates, since the values of `${platform}` and `${target_name}`
  /// depend on whether the target or a template contains the list.
  mutating func expandingPlatforms(of root: NodeID) -> NodeID {
    guard let targets = value(of: root, for: .targets) else { return root }
    var hasLists = false
    var cursor = startOfEntries(of: targets)
    while let (_, target) = nextEntry(&cursor) {
      guard isMapping(target) else { return root }
      if platformList(of: target) != nil { hasLists = true }
    }
    guard hasLists else { return root }
    var expanded: [(key: NodeID, value: NodeID)] = []
    for (key, target) in entries(of: targets) {
      guard let list = platformList(of: target) else {
        expanded.append((key, target))
        continue
      }
      for platform in elements(of: list) where !isTooLarge {
        expanded.append(variant(of: target, named: key, for: platform))
      }
    }
    return setting([(.targets, addMapping(expanded, like: targets))], in: root)
  }

  private func platformList(of target: NodeID) -> NodeID? {
    guard let list = value(of: target, for: .platform), isSequence(list),
      elements(of: list).allSatisfy({ isText($0) })
    else { return nil }
    return list
  }

  private mutating func variant(
    of target: NodeID, named key: NodeID, for platform: NodeID
  ) -> (key: NodeID, value: NodeID) {
    let marker = addText(Array("true".utf8), like: target)
    unquote(marker)
    var variant = setting([(.isMultiPlatformTarget, marker)], in: target)
    variant = expanding(["platform": string(platform)], in: variant)
    let suffix = text(of: variant, for: .platformSuffix) ?? "_" + string(platform)
    let prefix = text(of: variant, for: .platformPrefix) ?? ""
    let newKey = Array(prefix.utf8) + bytes(key) + Array(suffix.utf8)
    let name = addText(Array(bytes(key)), like: key)
    variant = setting(
      [
        (.platform, addText(Array(bytes(platform)), like: platform)), (.productName, name),
        (.settings, settingProductName(name, in: variant)),
      ], in: variant)
    if let versions = value(of: variant, for: .deploymentTarget), isMapping(versions) {
      let own = entry(of: versions, named: string(platform))?.value
      variant = setting([(.deploymentTarget, own)], in: variant)
    }
    return (addKey(newKey, like: key, in: KeyTable.shared.knownKeys), variant)
  }

  /// Returns the settings of a target, with `PRODUCT_NAME` added if they do not set it.
  private mutating func settingProductName(_ name: NodeID, in target: NodeID) -> NodeID {
    let settings =
      value(of: target, for: .settings)
      .flatMap { isMapping($0) ? $0 : nil } ?? addMapping([], like: name)
    let shapes: [SpecKey] = [.configs, .groups, .base]
    guard shapes.contains(where: { value(of: settings, for: $0) != nil }) else {
      return settingProductName(name, inFlat: settings)
    }
    var base =
      value(of: settings, for: .base)
      .flatMap { isMapping($0) ? $0 : nil } ?? addMapping([], like: name)
    base = settingProductName(name, inFlat: base)
    return setting([(.base, base)], in: settings)
  }

  private mutating func settingProductName(
    _ name: NodeID, inFlat settings: NodeID
  ) -> NodeID {
    let key = SettingKey.productName
    guard value(of: settings, for: key.id) == nil else { return settings }
    let newKey = addKey(Array(key.rawValue.utf8), like: name, in: KeyTable.shared.knownKeys)
    return addMapping(entries(of: settings) + [(newKey, name)], like: settings)
  }

  /// Returns a mapping with changed values; `nil` removes a key.
  mutating func setting(_ changes: [(key: SpecKey, value: NodeID?)], in mapping: NodeID) -> NodeID {
    var result = entries(of: mapping)
    for (key, value) in changes {
      let place = result.firstIndex { keyID(of: $0.key) == key.id }
      switch (place, value) {
      case (let place?, let value?): result[place].value = value
      case (let place?, nil): result.remove(at: place)
      case (nil, let value?):
        let newKey = addKey(Array(key.spelling.utf8), like: value, in: KeyTable.shared.knownKeys)
        result.append((newKey, value))
      case (nil, nil): break
      }
    }
    return addMapping(result, like: mapping)
  }
}
