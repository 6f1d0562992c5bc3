internal import Diagnostics
internal import YAML

// Schemes of targets.
extension SchemeChecker {
  mutating func validateTargetSchemes(of root: NodeID, _ checker: inout SpecChecker) {
    for key in [SpecKey.targets, .aggregateTargets] {
      guard let targets = tree.value(of: root, for: key) else { continue }
      var entries = tree.startOfEntries(of: targets)
      while let (name, target) = tree.nextEntry(&entries) {
        guard let (place, scheme) = schemeEntry(of: target), tree.isMapping(scheme),
          !SchemeEntry.dropAction(scheme, tests: .testTargets, in: tree)
        else { continue }
        let owner = SchemeOwner(
          target: target, name: tree.textNode(of: target, for: .name) ?? name, place: place)
        validateConfigurations(of: scheme, owner, &checker)
        validateTest(scheme, tests: .testTargets, owner, &checker)
      }
    }
  }

  private func schemeEntry(of target: NodeID) -> (key: NodeID, value: NodeID)? {
    guard tree.value(of: target, for: .scheme) != nil else { return nil }
    var entries = tree.startOfEntries(of: target)
    while let entry = tree.nextEntry(&entries) {
      if tree.key(entry.key) == .scheme { return entry }
    }
    return nil
  }

  private mutating func validateConfigurations(
    of scheme: NodeID, _ owner: SchemeOwner, _ checker: inout SpecChecker
  ) {
    let kinds = [BuildConfigurations.Kind.debug, .release]
    let list = tree.elements(of: scheme, for: .configVariants)
    let variants = list.filter { tree.isText($0) }
    if variants.isEmpty {
      for kind in kinds { requireConfiguration(kind, owner, &checker) }
    }
    guard !variants.isEmpty, !checker.settingNames.configurations.hasVariables else { return }
    let configurations = checker.settingNames.configurations
    for variant in variants where !tree.hasVariables(variant) {
      let name = tree.string(variant)
      guard let kind = kinds.first(where: { !configurations.has($0, of: name) }) else { continue }
      checker.refuseMissing(
        .unknownVariant(description(of: owner), name, kind.rawValue), at: variant,
        help: [.nameVariant(name, kind.rawValue)])
    }
  }
}

extension Diagnostic.Message {
  fileprivate static func unknownVariant(
    _ owner: String, _ variant: String, _ kind: String
  ) -> Self {
    "\(owner) has the variant '\(variant)', for which there is no configuration of the type '\(kind)'"
  }
  fileprivate static func nameVariant(_ variant: String, _ kind: String) -> Self {
    let name = kind.prefix(1).uppercased() + kind.dropFirst()
    return "such a configuration is called '\(name) \(variant)' or '\(variant) \(name)'"
  }
}
