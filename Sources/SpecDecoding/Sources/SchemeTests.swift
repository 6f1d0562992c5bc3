internal import Diagnostics
internal import Paths
internal import Projects
internal import SpecReading
internal import Text
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
    guard let test, tree.isMapping(test) else { return }
    for entry in tree.elements(of: test, for: list)
    where tree.bool(of: entry, for: .skipped) != true {
      if let name = Self.target(entry, in: tree) { targets.insert(name) }
    }
    let plans = tree.elements(of: test, for: .testPlans).filter(tree.isMapping)
    let chosen = plans.first { tree.bool(of: $0, for: .defaultPlan) == true }
    plan = (chosen ?? plans.first).flatMap { tree.text(of: $0, for: .path) }
      .map { Path.normalized(Path.join(folder, $0)) }
  }

  /// Returns the target in an entry of a list of tests: one of this project, of another one or of a
  /// package; `nil` if XcodeGen ignores the entry.
  private static func target(_ entry: NodeID, in tree: Tree) -> String? {
    guard !tree.hasVariables(entry) else { return nil }
    if let text = tree.isText(entry) ? entry : tree.textNode(of: entry, for: .name) {
      let parts = tree.string(text).split(separator: "/")
      return parts.count <= 2 ? parts.last.map(String.init) : nil
    }
    for place in [entry, tree.value(of: entry, for: .target)].compactMap(\.self) {
      if let local = tree.text(of: place, for: .local) { return local }
      let remote = tree.text(of: place, for: .project) ?? tree.text(of: place, for: .package)
      guard let parts = remote?.split(separator: "/") else { continue }
      return parts.count >= 2 ? String(parts[1]) : nil
    }
    return nil
  }
}

extension SchemeTests {
  /// Reads the tests of a shared scheme of Xcode, in `folder`, up to the first error.
  public init(sharedScheme text: [UInt8], in folder: String) {
    self.init()
    var tokenizer = XMLTokenizer(text)
    var (isInTests, isSkipped, hasDefault) = (false, true, false)
    while let next = (try? tokenizer.next()).flatMap(\.self) {
      guard case .start(let name, let attributes, _) = next.token else {
        if case .end(let name) = next.token {
          if name == "TestAction" { isInTests = false }
          if name == "TestableReference" { isSkipped = true }
        }
        continue
      }
      func value(_ key: String) -> String? { attributes.first { $0.name == key }?.value }
      switch name {
      case "TestAction": isInTests = true
      case "TestableReference": isSkipped = value("skipped") == "YES"
      case "BuildableReference" where isInTests && !isSkipped:
        if let target = value("BlueprintName") { targets.insert(target) }
      case "TestPlanReference" where isInTests && !hasDefault:
        guard let reference = value("reference"), reference.hasPrefix("container:") else {
          continue
        }
        hasDefault = value("default") == "YES"
        if plan == nil || hasDefault {
          plan = Path.normalized(Path.join(folder, String(reference.dropFirst(10))))
        }
      default: break
      }
    }
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
