internal import Diagnostics
internal import YAML

// The schemes that targets have of their own.
extension SpecReader {
  mutating func validateTargetSchemes(of root: NodeID, _ names: SchemeNames) {
    for key in [SpecKey.targets, .aggregateTargets] {
      for (name, target) in tree.entries(of: tree.value(of: root, for: key)) {
        guard tree.isMapping(target),
          let (place, scheme) = tree.entries(of: target).first(where: {
            tree.key($0.key) == .scheme
          }),
          tree.isMapping(scheme), !tree.isDropped(scheme, tests: .testTargets)
        else { continue }
        let shown = shownName(of: target, key: tree.textNode(of: target, for: .name) ?? name)
        let owner = SchemeOwner(description: "the scheme of target '\(shown)'", place: place)
        validateConfigurations(of: scheme, owner)
        validateTest(scheme, tests: .testTargets, owner, names)
      }
    }
  }

  private mutating func validateConfigurations(of scheme: NodeID, _ owner: SchemeOwner) {
    let kinds = [BuildConfigurations.Kind.debug, .release]
    let list = tree.elements(of: tree.value(of: scheme, for: .configVariants))
    let variants = list.filter { tree.isText($0) }
    if variants.isEmpty {
      for kind in kinds { requireConfiguration(kind, owner) }
    }
    let configurations = decoding.settingNames.configurations
    guard !configurations.hasVariables else { return }
    for variant in variants where !tree.hasVariables(variant) {
      let name = tree.string(variant)
      guard let kind = kinds.first(where: { !configurations.has($0, of: name) }) else { continue }
      refuseMissing(
        .unknownVariant(owner.description, name, kind.rawValue), at: variant,
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
    let word = kind.prefix(1).uppercased() + kind.dropFirst()
    return "such a configuration is called '\(word) \(variant)' or '\(variant) \(word)'"
  }
}
