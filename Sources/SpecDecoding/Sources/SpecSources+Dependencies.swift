internal import Paths
internal import SpecReading
internal import YAML

extension SpecSources {
  /// Returns the names in blocks of a target that look like dependencies and that XcodeGen does not
  /// read: under a misspelt key, or nested too deep.
  ///
  /// Another finding reports the key.
  func lostDependencies(of target: NodeID) -> Set<String> {
    var names: Set<String> = []
    for (key, value) in tree.entries(of: target) {
      if tree.isMapping(value) {
        addNames(in: tree.value(of: value, for: .dependencies), to: &names)
      } else if KeyTable.shared.index(of: tree.keyID(of: key), in: .target) == nil {
        addNames(in: value, to: &names)
      }
    }
    return names
  }

  private func addNames(in block: NodeID?, to names: inout Set<String>) {
    let kinds: [SpecKey] = [.target, .framework, .carthage, .sdk, .package, .product]
    for entry in tree.elements(of: block) where tree.isMapping(entry) {
      for kind in kinds {
        guard let name = tree.text(of: entry, for: kind) else { continue }
        names.insert(Path.splitExtension(Path.lastComponent(name)).stem)
      }
      for product in tree.elements(of: entry, for: .products) {
        if let name = tree.textValue(product) { names.insert(name) }
      }
    }
  }
}
