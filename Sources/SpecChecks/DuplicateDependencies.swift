internal import Diagnostics
internal import Graph
internal import Paths
internal import Projects
public import SpecReading
public import YAML

/// A declared dependency with its name or path, compared with the others of its target.
public typealias DeclaredDependency = (kind: DependencyKind, name: String, node: NodeID)

extension SpecChecker {
  /// Reports each dependency of a target that has the same keys and values as an earlier one.
  public mutating func reportDuplicates(
    among declared: [DeclaredDependency], of target: NodeID, key targetKey: NodeID
  ) {
    guard Self.mayHaveDuplicates(declared) else { return }
    // There is one finding for each name, regardless of the number of repetitions.
    var places: [String: Int] = [:]
    var repeated: [(first: NodeID, again: [DeclaredDependency])] = []
    var seen: [[String: String]: NodeID] = [:]
    for dependency in declared {
      let attributes = tree.attributes(of: dependency.node)
      guard let first = seen[attributes] else {
        seen[attributes] = dependency.node
        continue
      }
      let key = Self.key(of: dependency)
      let place = places[key] ?? repeated.count
      if place == repeated.count { repeated.append((first, [])) }
      places[key] = place
      repeated[place].again.append(dependency)
    }
    for (first, again) in repeated {
      report(again, of: spec.shownName(of: target, key: targetKey), first)
    }
  }

  /// Whether two dependencies have the same name; comparing the few of a target by pairs is faster
  /// than a table.
  private static func mayHaveDuplicates(_ declared: [DeclaredDependency]) -> Bool {
    guard declared.count <= 24 else {
      var seen: Set<String> = []
      return declared.contains { !seen.insert(key(of: $0)).inserted }
    }
    for index in declared.indices {
      let dependency = declared[index]
      for other in declared.startIndex..<index
      where declared[other].name == dependency.name && declared[other].kind == dependency.kind {
        return true
      }
    }
    return false
  }

  /// Returns the text that no dependency of another kind or name has.
  private static func key(of dependency: DeclaredDependency) -> String {
    "\(dependency.kind.rawValue) \(dependency.name)"
  }

  private mutating func report(
    _ again: [DeclaredDependency], of target: String, _ first: NodeID
  ) {
    guard let dependency = again.first else { return }
    let written = dependency.name
    let file = Path.lastComponent(written)
    let isName = dependency.kind == .target || dependency.kind == .package
    let name = isName ? written : Path.splitExtension(file).stem
    let outside = spec.outsideNote(of: dependency.node)
    let removed = again.map(\.node).filter { spec.outsideNote(of: $0) == nil }
    log.add(
      Diagnostic(
        .duplicateDependency, .error, .again(target, written), at: spec.range(of: dependency.node),
        notes: [outside ?? .init(.firstOne, at: spec.range(of: first))],
        help: [.dropOne],
        fix: outside == nil ? .init(safe: removed.map { .remove(spec.range(of: $0)) }) : nil,
        subject: .init(from: target, to: name)))
  }
}

extension Tree {
  /// Returns the keys of a dependency with their values as texts, in any order.
  ///
  /// For XcodeGen, a value that is missing equals its default as well; it reports these itself.
  fileprivate func attributes(of mapping: NodeID) -> [String: String] {
    Dictionary(entries(of: mapping).map { (string($0.key), text(of: $0.value)) }) { first, _ in
      first
    }
  }

  private func text(of value: NodeID) -> String {
    if isSequence(value) { return elements(of: value).map(text(of:)).joined(separator: "\n") }
    if isMapping(value) {
      return attributes(of: value).map { "\($0): \($1)\n" }.sorted().joined()
    }
    return boolValue(value).map { "\($0)" }
      ?? (isText(value) ? "'\(string(value))'" : isScalar(value) ? string(value) : "")
  }
}

extension Diagnostic.Message {
  fileprivate static let dropOne: Self = "drop one of the two"

  fileprivate static func again(_ target: String, _ reference: String) -> Self {
    "'\(target)' has the dependency '\(reference)' twice"
  }
}
