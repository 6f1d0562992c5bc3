internal import SpecReading
internal import YAML

/// An entry of a list of targets in a scheme, as XcodeGen decodes it.
enum SchemeEntry: Equatable {
  /// A target of this project, of another one or of a package.
  case target(String)
  case ignored
  /// XcodeGen drops the whole mapping that contains the list.
  case invalid

  /// Returns an entry of `targets` of a scheme's test or of `testTargets`.
  static func ofTest(_ entry: NodeID, in tree: Tree) -> Self {
    guard !tree.hasVariables(entry) else { return .ignored }
    if tree.isText(entry) { return ofText(entry, in: tree) }
    guard tree.isMapping(entry) else { return .ignored }
    if let name = tree.textNode(of: entry, for: .name) { return ofText(name, in: tree) }
    if let local = tree.text(of: entry, for: .local) { return .target(local) }
    if let remote = remote(entry, in: tree) { return remote }
    guard let inner = tree.value(of: entry, for: .target), tree.isMapping(inner) else {
      return .invalid
    }
    return reference(of: inner, in: tree) ?? .invalid
  }

  /// Returns an entry of `coverageTargets`.
  private static func ofCoverage(_ entry: NodeID, in tree: Tree) -> Self {
    guard !tree.hasVariables(entry) else { return .ignored }
    if tree.isText(entry) { return ofText(entry, in: tree) }
    guard tree.isMapping(entry) else { return .ignored }
    return reference(of: entry, in: tree) ?? .ignored
  }

  /// Returns the entry for `Target` or `Project/Target`, ignoring empty parts.
  private static func ofText(_ text: NodeID, in tree: Tree) -> Self {
    let parts = tree.string(text).split(separator: "/")
    guard let target = parts.last, parts.count <= 2 else { return .invalid }
    return .target(String(target))
  }

  private static func reference(of mapping: NodeID, in tree: Tree) -> Self? {
    remote(mapping, in: tree) ?? tree.text(of: mapping, for: .local).map { .target($0) }
  }

  /// Returns the entry for `project: Project/Target` or `package: Package/Target`.
  private static func remote(_ mapping: NodeID, in tree: Tree) -> Self? {
    let keys: [SpecKey] = [.project, .package]
    guard let text = keys.lazy.compactMap({ tree.text(of: mapping, for: $0) }).first else {
      return nil
    }
    let parts = text.split(separator: "/")
    return parts.count >= 2 ? .target(String(parts[1])) : .ignored
  }

  /// Whether XcodeGen drops an action of a scheme, or the scheme of a target, because of one of its
  /// lists; `tests` is the key of the list of test targets.
  static func dropAction(_ action: NodeID, tests: SpecKey, in tree: Tree) -> Bool {
    let isInvalid =
      tree.elements(of: action, for: tests).contains { ofTest($0, in: tree) == .invalid }
      || tree.elements(of: action, for: .coverageTargets).contains {
        ofCoverage($0, in: tree) == .invalid
      }
      || tree.elements(of: action, for: .testPlans).contains {
        tree.text(of: $0, for: .path) == nil
      }
    if isInvalid { return true }
    return tree.elements(of: action, for: .environmentVariables).contains { variable in
      tree.text(of: variable, for: .variable) == nil || tree.value(of: variable, for: .value) == nil
    }
  }
}
