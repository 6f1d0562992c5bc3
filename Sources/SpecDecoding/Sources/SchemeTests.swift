internal import Diagnostics
internal import Paths
internal import Projects
internal import SpecReading
internal import YAML

/// The tests of a scheme.
public struct SchemeTests: Hashable, Sendable {
  /// The test targets that the scheme itself lists and does not skip, by name.
  public var targets: Set<String>
  /// The path of the default test plan; if there is one, only its targets are tested.
  public var plan: String?

  public init(targets: Set<String> = [], plan: String? = nil) {
    self.targets = targets
    self.plan = plan
  }
}

extension SpecSources {
  /// Returns the names and tests of all schemes: those of the project and those of targets.
  public func schemeTests() -> [(name: String, tests: SchemeTests)] {
    var found: [(name: String, tests: SchemeTests)] = []
    for (key, scheme) in tree.entries(of: spec.schemes) where tree.isMapping(scheme) {
      let test = tree.value(of: scheme, for: .test)
      found.append(
        (tree.string(key), SchemeTests(of: test, list: .targets, in: spec.folder, of: tree)))
    }
    for (name, target) in spec.targets() where tree.isMapping(target) {
      guard let scheme = tree.value(of: target, for: .scheme), tree.isMapping(scheme) else {
        continue
      }
      let tests = SchemeTests(of: scheme, list: .testTargets, in: spec.folder, of: tree)
      let variants = tree.elements(of: scheme, for: .configVariants)
      let names = variants.isEmpty ? [name] : variants.map { "\(name) \(tree.string($0))" }
      found += names.map { ($0, tests) }
    }
    return found
  }
}

extension SchemeTests {
  /// Reads the tests of an action of a scheme; the list of tests has the key `list`.
  fileprivate init(of test: NodeID?, list: SpecKey, in folder: String, of tree: Tree) {
    self.init()
    guard let test, tree.isMapping(test), !SchemeEntry.dropAction(test, tests: list, in: tree)
    else {
      return
    }
    for entry in tree.elements(of: test, for: list) {
      guard tree.bool(of: entry, for: .skipped) != true,
        case .target(let name) = SchemeEntry.ofTest(entry, in: tree)
      else { continue }
      targets.insert(name)
    }
    let plans = tree.elements(of: test, for: .testPlans).filter(tree.isMapping)
    let chosen = plans.first { tree.bool(of: $0, for: .defaultPlan) == true }
    plan = (chosen ?? plans.first).flatMap { tree.text(of: $0, for: .path) }
      .map { Path.normalized(Path.join(folder, $0)) }
  }
}

/// Returns the names of the enabled targets of a test plan (`.xctestplan`); `nil` for other files.
public func testPlanTargets(_ text: [UInt8]) -> Set<String>? {
  guard let (tree, root) = JSONParser.mapping(text),
    let list = tree.value(of: root, for: "testTargets"), tree.isSequence(list)
  else { return nil }
  var names: Set<String> = []
  for entry in tree.elements(of: list) where tree.isMapping(entry) {
    let enabled = tree.entry(of: entry, named: "enabled").flatMap { tree.boolValue($0.value) }
    guard enabled != false, let target = tree.value(of: entry, for: "target"),
      let name = tree.value(of: target, for: "name").flatMap(tree.textValue)
    else { continue }
    names.insert(name)
  }
  return names
}

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
