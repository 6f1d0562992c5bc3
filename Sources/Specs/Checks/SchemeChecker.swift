internal import Diagnostics
internal import YAML
internal import Text

/// Checks the schemes of a spec and of its targets.
struct SchemeChecker {
  let spec: ResolvedSpec
  /// The names that schemes can refer to.
  let names: SchemeNames
  /// References to targets of other projects.
  var claims: [Claim] = []

  /// A target that another project must have.
  struct Claim {
    var project: String
    var target: String
    var diagnostic: Diagnostic
  }

  var tree: Tree { _read { yield spec.tree } }

  /// Creates a checker; returns `nil` if the spec has no schemes.
  init?(_ spec: borrowing ResolvedSpec) {
    guard spec.schemes != nil || spec.tree.has(.scheme) else { return nil }
    // The scheme of a target refers to others only in its tests, and most such schemes are empty.
    let refersToOthers =
      spec.schemes != nil || spec.tree.has(.testTargets) || spec.tree.has(.coverageTargets)
    names =
      refersToOthers
      ? SchemeNames(of: spec.root, folder: spec.folder, in: spec.tree) : SchemeNames()
    self.spec = copy spec
  }

  /// Checks all schemes; the targets that they refer to must be decoded.
  mutating func check(_ checker: inout SpecChecker) {
    if let table = spec.schemes {
      let schemes = tree.entries(of: table)
      // A scheme that is not a mapping prevents templates in all others, and has its own finding.
      let areTemplated = schemes.allSatisfy { tree.isMapping($0.value) }
      for (key, scheme) in schemes
      where areTemplated || tree.value(of: scheme, for: .templates) == nil {
        checkScheme(scheme, key: key, &checker)
      }
    }
    if tree.has(.scheme) { validateTargetSchemes(of: spec.root, &checker) }
  }

  private mutating func checkScheme(_ scheme: NodeID, key: NodeID, _ checker: inout SpecChecker) {
    guard tree.isMapping(scheme) else {
      return checker.report(.schemeIsNoMapping(tree.string(key)), at: scheme)
    }
    checkBuild(of: scheme, key: key, &checker)
    checkFrameCapture(of: scheme, &checker)
    validateScheme(scheme, key: key, &checker)
  }

  private mutating func checkBuild(of scheme: NodeID, key: NodeID, _ checker: inout SpecChecker) {
    let name = tree.string(key)
    guard let build = tree.value(of: scheme, for: .build) else {
      return checker.reportMissing(.schemeWithoutBuild(name), at: key, help: [.giveBuild])
    }
    guard tree.isMapping(build) else {
      return checker.report(.buildIsNoMapping(name), at: build, help: [.giveBuild])
    }
    guard let targets = tree.value(of: build, for: .targets) else {
      return checker.reportMissing(.buildWithoutTargets(name), at: build, help: [.giveBuild])
    }
    if !tree.isMapping(targets) {
      checker.report(.targetsAreNoMapping(name), at: targets, help: [.giveBuild])
    }
    for part in [SpecKey.preActions, .postActions] {
      guard let scripts = tree.value(of: build, for: part) else { continue }
      for script in tree.elements(of: scripts) where tree.isMapping(script) {
        if tree.text(of: script, for: .script) == nil {
          checker.reportMissing(.withoutScript(part.spelling, name), at: script)
        }
      }
    }
  }

  /// Reports an unknown mode, which crashes XcodeGen.
  private mutating func checkFrameCapture(of scheme: NodeID, _ checker: inout SpecChecker) {
    guard let run = tree.value(of: scheme, for: .run),
      let value = tree.value(of: run, for: .enableGPUFrameCaptureMode),
      let text = tree.textValue(value), !tree.hasVariables(value)
    else { return }
    let modes = KeyShape.Words.frameCaptureModes.words
    guard !modes.contains(text) else { return }
    checker.report(
      .unknownMode(text), at: value,
      help: modes.nearest(to: text).map { [.didYouMean($0)] } ?? [.modes])
  }
}

extension Diagnostic.Message {
  fileprivate static let giveBuild: Self =
    "say what to build: 'build: { targets: { NAME: all } }'"
  fileprivate static let modes: Self = "modes are autoEnabled, metal, openGL and disabled"

  fileprivate static func schemeIsNoMapping(_ name: String) -> Self {
    "scheme '\(name)' must be a mapping"
  }
  fileprivate static func schemeWithoutBuild(_ name: String) -> Self {
    "scheme '\(name)' has no 'build'"
  }
  fileprivate static func buildIsNoMapping(_ name: String) -> Self {
    "'build' of scheme '\(name)' must be a mapping"
  }
  fileprivate static func buildWithoutTargets(_ name: String) -> Self {
    "'build' of scheme '\(name)' has no 'targets'"
  }
  fileprivate static func targetsAreNoMapping(_ name: String) -> Self {
    "'targets' that scheme '\(name)' builds must be a mapping"
  }
  fileprivate static func withoutScript(_ part: String, _ name: String) -> Self {
    "an entry of '\(part)' of scheme '\(name)' has no 'script'"
  }
  fileprivate static func unknownMode(_ mode: String) -> Self {
    "XcodeGen crashes on the unknown mode '\(mode)'"
  }
}
