internal import YAML

/// An entry of a list of targets in a scheme, as XcodeGen decodes it.
enum SchemeEntry {
  /// A reference, with its node.
  case reference(SchemeReference, NodeID)
  /// XcodeGen ignores the entry.
  case ignored
  /// XcodeGen drops the whole mapping that contains the list.
  case invalid
  /// XcodeGen crashes on `project: Name` or `package: Name` without a target; the case has the
  /// value.
  case crashes(NodeID, SpecKey)
}

// The parts of schemes as XcodeGen decodes them.
extension SchemeEntry {
  /// Returns an entry of `targets` of a scheme's test or of `testTargets`.
  static func ofTest(_ entry: NodeID, in tree: Tree) -> Self {
    guard !tree.hasVariables(entry) else { return .ignored }
    if tree.isText(entry) { return ofText(entry, in: tree) }
    guard tree.isMapping(entry) else { return .ignored }
    if let name = tree.textNode(of: entry, for: .name) { return ofText(name, in: tree) }
    if let local = tree.textNode(of: entry, for: .local) {
      return .reference(.local(tree.string(local)), local)
    }
    if let remote = remote(entry, in: tree) { return remote }
    guard let inner = tree.value(of: entry, for: .target), tree.isMapping(inner) else {
      return .invalid
    }
    return reference(of: inner, in: tree) ?? .invalid
  }

  /// Returns an entry of `coverageTargets`.
  static func ofCoverage(_ entry: NodeID, in tree: Tree) -> Self {
    guard !tree.hasVariables(entry) else { return .ignored }
    if tree.isText(entry) { return ofText(entry, in: tree) }
    guard tree.isMapping(entry) else { return .ignored }
    return reference(of: entry, in: tree) ?? .ignored
  }

  private static func ofText(_ text: NodeID, in tree: Tree) -> Self {
    SchemeReference(tree.string(text)).map { .reference($0, text) } ?? .invalid
  }

  private static func reference(of mapping: NodeID, in tree: Tree) -> Self? {
    if let remote = remote(mapping, in: tree) { return remote }
    return tree.textNode(of: mapping, for: .local).map { .reference(.local(tree.string($0)), $0) }
  }

  /// Returns the entry for `project: Project/Target` or `package: Package/Target`.
  private static func remote(_ mapping: NodeID, in tree: Tree) -> Self? {
    for key in [SpecKey.project, .package] {
      guard let value = tree.textNode(of: mapping, for: key) else { continue }
      let parts = tree.string(value).split(separator: "/")
      guard parts.count >= 2 else { return .crashes(value, key) }
      let (name, target) = (String(parts[0]), String(parts[1]))
      return .reference(
        key == .package ? .package(name, target: target) : .project(name, target: target), value)
    }
    return nil
  }

  /// Whether XcodeGen drops an action of a scheme, or the scheme of a target, because of one of its
  /// lists.
  ///
  /// `tests` is the key of the list of test targets, if the action has one.
  static func dropAction(_ action: NodeID, tests: SpecKey?, in tree: Tree) -> Bool {
    if let tests {
      let entries = tree.elements(of: action, for: tests).map { ofTest($0, in: tree) }
      let covered = tree.elements(of: action, for: .coverageTargets).map {
        ofCoverage($0, in: tree)
      }
      if (entries + covered).contains(where: { if case .invalid = $0 { true } else { false } }) {
        return true
      }
      let plans = tree.elements(of: action, for: .testPlans)
      if plans.contains(where: { tree.text(of: $0, for: .path) == nil }) { return true }
    }
    return tree.elements(of: action, for: .environmentVariables).contains { variable in
      tree.text(of: variable, for: .variable) == nil || tree.value(of: variable, for: .value) == nil
    }
  }
}
