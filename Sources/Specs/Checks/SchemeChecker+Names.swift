internal import Diagnostics
internal import YAML
internal import Text

// Targets and configurations that schemes refer to.
extension SchemeChecker {
  /// A scheme of the project, or the scheme of a target.
  struct SchemeOwner {
    /// The target, for the scheme of a target.
    var target: NodeID?
    /// The key of the scheme, or the name of the target.
    var name: NodeID
    /// The location of findings about the whole scheme.
    var place: NodeID
  }

  /// Returns the name of a scheme in findings.
  func description(of owner: SchemeOwner) -> String {
    guard let target = owner.target else { return "scheme '\(tree.string(owner.name))'" }
    return "the scheme of target '\(spec.shownName(of: target, key: owner.name))'"
  }

  /// Checks the targets and configurations that a scheme of the project refers to.
  mutating func validateScheme(_ scheme: NodeID, key: NodeID, _ checker: inout SpecChecker) {
    let owner = SchemeOwner(name: key, place: key)
    if let build = tree.value(of: scheme, for: .build) {
      validateBuild(build, owner, &checker)
    }
    var uncovered: Set<BuildConfigurations.Kind> = []
    let actions: [(SpecKey, BuildConfigurations.Kind)] = [
      (.run, .debug), (.test, .debug), (.analyze, .debug), (.profile, .release),
      (.archive, .release),
    ]
    for (key, kind) in actions {
      guard let action = tree.value(of: scheme, for: key), tree.isMapping(action),
        !SchemeEntry.dropAction(action, tests: key == .test ? .targets : nil, in: tree)
      else {
        uncovered.insert(kind)
        continue
      }
      if key == .test { validateTest(action, tests: .targets, owner, &checker) }
      if let config = tree.textNode(of: action, for: .config) {
        validate(
          configuration: config, of: "'\(key.spelling)' of \(description(of: owner))", &checker)
      } else {
        uncovered.insert(kind)
      }
    }
    for kind in [BuildConfigurations.Kind.debug, .release] where uncovered.contains(kind) {
      requireConfiguration(kind, owner, &checker)
    }
    validateDefaultPlans(of: scheme, owner, &checker)
  }

  private mutating func validateBuild(
    _ build: NodeID, _ owner: SchemeOwner, _ checker: inout SpecChecker
  ) {
    guard let targets = tree.value(of: build, for: .targets), tree.isMapping(targets) else {
      return
    }
    let entries = tree.entries(of: targets)
    if entries.isEmpty { checker.refuse(.buildsNothing(description(of: owner)), at: targets) }
    for (key, _) in entries where !tree.hasVariables(key) {
      let text = tree.string(key)
      if let reference = SchemeReference(text) {
        validate(reference, as: "\(description(of: owner)) builds", at: key, &checker)
      } else {
        checker.report(.badReference(description(of: owner), text), at: key)
      }
    }
  }

  /// Checks the lists of a test action, or of the scheme of a target.
  mutating func validateTest(
    _ test: NodeID, tests: SpecKey, _ owner: SchemeOwner, _ checker: inout SpecChecker
  ) {
    for entry in tree.elements(of: test, for: tests) {
      validate(
        SchemeEntry.ofTest(entry, in: tree), as: "\(description(of: owner)) tests", &checker,
        isOwnScheme: tests == .testTargets)
    }
    for entry in tree.elements(of: test, for: .coverageTargets) {
      validate(
        SchemeEntry.ofCoverage(entry, in: tree),
        as: "\(description(of: owner)) measures the coverage of",
        &checker)
    }
  }

  private mutating func validate(
    _ entry: SchemeEntry, as subject: String, _ checker: inout SpecChecker,
    isOwnScheme: Bool = false
  ) {
    switch entry {
    case .reference(let reference, let node):
      validate(reference, as: subject, at: node, &checker, isOwnScheme: isOwnScheme)
    case .crashes(let value, let key): checker.report(.withoutTarget(key.spelling), at: value)
    case .ignored, .invalid: break
    }
  }

  /// Checks a reference to a target.
  ///
  /// For the scheme of a target, XcodeGen searches for tests only among the plain targets of the
  /// project.
  private mutating func validate(
    _ reference: SchemeReference, as subject: String, at node: NodeID, _ checker: inout SpecChecker,
    isOwnScheme: Bool = false
  ) {
    guard !names.isUncertain else { return }
    switch reference {
    case .local(let name):
      if isOwnScheme ? names.targets.contains(name) : names.isTarget(name) { return }
      if names.isTarget(name) { return checker.refuse(.aggregateTest(subject, name), at: node) }
      checker.refuseMissing(
        .unknownTarget(subject, name), at: node,
        help: help(forTarget: name, isPlain: isOwnScheme, &checker))
    case .project(let project, let target):
      if isOwnScheme, !names.targets.contains(target) {
        return checker.refuseMissing(.foreignTest(subject, "\(project)/\(target)"), at: node)
      }
      if let path = names.projects[project] {
        let message = Diagnostic.Message.notInProject(subject, target, project)
        return claims.append(
          Claim(
            project: path, target: target,
            diagnostic: spec.rejection(of: node, message, help: [])))
      }
      checker.refuseMissing(
        .unknownProject(subject, project), at: node,
        help: checker.nearest(to: project, among: { names.projectNames }).map { [.didYouMean($0)] }
          ?? [
            .giveProjectReference
          ])
    case .package(let package, _):
      guard let isLocal = names.packages[package] else {
        return checker.refuseMissing(
          .unknownPackage(subject, package), at: node,
          help: checker.nearest(to: package, among: { names.packageNames }).map {
            [.didYouMean($0)]
          } ?? [])
      }
      if !isLocal { checker.refuse(.remotePackage(subject, package), at: node) }
    }
  }

  /// Suggests a variant of the target, or the nearest name.
  private mutating func help(
    forTarget name: String, isPlain: Bool, _ checker: inout SpecChecker
  ) -> [Diagnostic.Message] {
    let meant =
      names.variant(of: name)
      ?? checker.nearest(to: name, among: { names.targetNames(isPlain: isPlain) })
    return meant.map { [.didYouMean($0)] } ?? []
  }

  private mutating func validate(
    configuration node: NodeID, of action: String, _ checker: inout SpecChecker
  ) {
    let name = tree.string(node)
    guard !tree.hasVariables(node), !checker.settingNames.configurations.hasVariables,
      !checker.settingNames.configurations.contains(name)
    else { return }
    checker.refuseMissing(
      .unknownConfiguration("\(action) uses", name), at: node, help: checker.help(for: name))
  }

  /// Reports a missing configuration of a type, which crashes XcodeGen.
  mutating func requireConfiguration(
    _ kind: BuildConfigurations.Kind, _ owner: SchemeOwner, _ checker: inout SpecChecker
  ) {
    guard !checker.settingNames.configurations.has(kind),
      !checker.settingNames.configurations.hasVariables
    else {
      return
    }
    checker.refuseMissing(
      .needsConfiguration(description(of: owner), kind.rawValue), at: owner.place,
      help: [.giveType(kind.rawValue)])
  }

  private mutating func validateDefaultPlans(
    of scheme: NodeID, _ owner: SchemeOwner, _ checker: inout SpecChecker
  ) {
    guard let test = tree.value(of: scheme, for: .test), tree.isMapping(test),
      !SchemeEntry.dropAction(test, tests: .targets, in: tree)
    else { return }
    let plans = tree.elements(of: test, for: .testPlans)
    let defaults = plans.filter { tree.bool(of: $0, for: .defaultPlan) ?? false }
    guard defaults.count > 1 else { return }
    checker.refuse(.twoDefaultPlans(description(of: owner)), at: defaults[1])
  }
}

extension Diagnostic.Message {
  fileprivate static let giveProjectReference: Self = "add the project to 'projectReferences'"

  fileprivate static func buildsNothing(_ owner: String) -> Self { "\(owner) builds no target" }
  fileprivate static func badReference(_ owner: String, _ text: String) -> Self {
    "\(owner) builds '\(text)', which is neither a target nor PROJECT/TARGET"
  }
  fileprivate static func withoutTarget(_ key: String) -> Self {
    "'\(key)' must be \(key.uppercased())/TARGET; XcodeGen crashes without a target"
  }
  fileprivate static func unknownTarget(_ subject: String, _ name: String) -> Self {
    "\(subject) the target '\(name)', which does not exist"
  }
  fileprivate static func aggregateTest(_ subject: String, _ name: String) -> Self {
    "\(subject) '\(name)', which is an aggregate target"
  }
  fileprivate static func foreignTest(_ subject: String, _ name: String) -> Self {
    "\(subject) '\(name)', but XcodeGen accepts only tests of the same project here"
  }
  fileprivate static func unknownProject(_ subject: String, _ name: String) -> Self {
    "\(subject) a target of the project '\(name)', which is not in 'projectReferences'"
  }
  fileprivate static func notInProject(
    _ subject: String, _ target: String, _ project: String
  ) -> Self {
    "\(subject) the target '\(target)', which the project '\(project)' does not have"
  }
  fileprivate static func unknownPackage(_ subject: String, _ name: String) -> Self {
    "\(subject) a target of the package '\(name)', which does not exist"
  }
  fileprivate static func remotePackage(_ subject: String, _ name: String) -> Self {
    "\(subject) a target of the package '\(name)', which is not a local package"
  }
  fileprivate static func needsConfiguration(_ owner: String, _ kind: String) -> Self {
    "\(owner) needs a configuration of the type '\(kind)', and there is none"
  }
  fileprivate static func giveType(_ kind: String) -> Self {
    "give a configuration this type in 'configs': 'NAME: \(kind)'"
  }
  fileprivate static func twoDefaultPlans(_ owner: String) -> Self {
    "\(owner) has a second default test plan"
  }
}
