internal import Diagnostics
internal import Projects
internal import YAML

/// Returns the pins of a `Package.resolved` of any version by normalized URL; `nil` for another
/// file.
func packagePins(_ text: [UInt8]) -> [String: [String]]? {
  guard let (tree, root) = JSONParser.mapping(text) else { return nil }
  // In the first version, the list is one level deeper.
  let object = tree.entry(of: root, named: "object")?.value
  let holder = object.flatMap { tree.isMapping($0) ? $0 : nil } ?? root
  guard let list = tree.entry(of: holder, named: "pins")?.value, tree.isSequence(list) else {
    return nil
  }
  var pins: [String: [String]] = [:]
  for pin in tree.elements(of: list) where tree.isMapping(pin) {
    let place =
      tree.entry(of: pin, named: "location") ?? tree.entry(of: pin, named: "repositoryURL")
    guard let url = place.flatMap({ tree.textValue($0.value) }) else { return nil }
    let state = tree.entry(of: pin, named: "state")?.value
    let values = ["revision", "version", "branch"].map { key in
      state.flatMap { tree.isMapping($0) ? tree.entry(of: $0, named: key) : nil }
        .map { tree.string($0.value) } ?? ""
    }
    pins[normalized(url: url)] = values
  }
  return pins
}
