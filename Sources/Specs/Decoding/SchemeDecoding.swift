internal import YAML

/// An entry of a list of targets in a scheme, as XcodeGen decodes it.
enum SchemeEntry {
  /// A reference, and its node.
  case reference(SchemeReference, NodeID)
  /// XcodeGen ignores the entry.
  case ignored
  /// XcodeGen drops the whole mapping that contains the list.
  case invalid
  /// `project: Name` or `package: Name` without a target crashes XcodeGen: the value.
  case crashes(NodeID, SpecKey)
}

// The parts of schemes as XcodeGen decodes them.
extension Tree {
  /// An entry of `targets` of a scheme's test or of `testTargets`.
  func schemeEntry(ofTest entry: NodeID) -> SchemeEntry {
    guard !hasVariables(entry) else { return .ignored }
    if isText(entry) { return entryOfText(entry) }
    guard isMapping(entry) else { return .ignored }
    if let name = textNode(of: entry, for: .name) { return entryOfText(name) }
    if let local = textNode(of: entry, for: .local) {
      return .reference(.local(string(local)), local)
    }
    if let remote = remoteEntry(entry) { return remote }
    guard let inner = value(of: entry, for: .target), isMapping(inner) else { return .invalid }
    return reference(in: inner) ?? .invalid
  }

  /// An entry of `coverageTargets`.
  func schemeEntry(ofCoverage entry: NodeID) -> SchemeEntry {
    guard !hasVariables(entry) else { return .ignored }
    if isText(entry) { return entryOfText(entry) }
    guard isMapping(entry) else { return .ignored }
    return reference(in: entry) ?? .ignored
  }

  private func entryOfText(_ text: NodeID) -> SchemeEntry {
    SchemeReference(string(text)).map { .reference($0, text) } ?? .invalid
  }

  private func reference(in mapping: NodeID) -> SchemeEntry? {
    if let remote = remoteEntry(mapping) { return remote }
    return textNode(of: mapping, for: .local).map { .reference(.local(string($0)), $0) }
  }

  /// `project: Project/Target` or `package: Package/Target`.
  private func remoteEntry(_ mapping: NodeID) -> SchemeEntry? {
    for key in [SpecKey.project, .package] {
      guard let value = textNode(of: mapping, for: key) else { continue }
      let parts = string(value).split(separator: "/")
      guard parts.count >= 2 else { return .crashes(value, key) }
      let (name, target) = (String(parts[0]), String(parts[1]))
      return .reference(
        key == .package ? .package(name, target: target) : .project(name, target: target), value)
    }
    return nil
  }

  /// Whether XcodeGen drops an action of a scheme, or a target's own scheme, for one of its lists.
  ///
  /// - Parameters:
  ///   - action: The mapping of the action.
  ///   - tests: The key of the list of test targets, if it has one.
  /// - Returns: Whether it does.
  func isDropped(_ action: NodeID, tests: SpecKey?) -> Bool {
    if let tests {
      let entries = elements(of: value(of: action, for: tests)).map { schemeEntry(ofTest: $0) }
      let covered = elements(of: value(of: action, for: .coverageTargets))
        .map { schemeEntry(ofCoverage: $0) }
      if (entries + covered).contains(where: { if case .invalid = $0 { true } else { false } }) {
        return true
      }
      let plans = elements(of: value(of: action, for: .testPlans))
      if plans.contains(where: { text(of: $0, for: .path) == nil }) { return true }
    }
    return elements(of: value(of: action, for: .environmentVariables)).contains { variable in
      text(of: variable, for: .variable) == nil || value(of: variable, for: .value) == nil
    }
  }
}
