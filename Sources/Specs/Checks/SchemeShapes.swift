internal import Diagnostics
internal import YAML
internal import Text

// What XcodeGen insists on in schemes, although it decides nothing here.
extension SpecReader {
  /// Checks the schemes of the project and of its targets, once all that they name is read.
  mutating func checkSchemes(of root: NodeID, folder: String) {
    let table = tree.value(of: root, for: .schemes)
    guard table != nil || tree.has(.scheme) else { return }
    // A target's own scheme names others only in what it tests, and most are empty.
    let namesOthers = table != nil || tree.has(.testTargets) || tree.has(.coverageTargets)
    let names = namesOthers ? SchemeNames(of: root, folder: folder, in: tree) : SchemeNames()
    if let table {
      let resolved = tree.resolvingTemplates(ofSchemes: table, in: root)
      let schemes = tree.entries(of: resolved)
      // One that is not a mapping keeps all others from their templates, and is reported itself.
      let areTemplated = schemes.allSatisfy { tree.isMapping($0.value) }
      for (key, scheme) in schemes
      where areTemplated || tree.value(of: scheme, for: .templates) == nil {
        checkScheme(scheme, key: key, names)
      }
    }
    if tree.has(.scheme) { validateTargetSchemes(of: root, names) }
  }

  private mutating func checkScheme(_ scheme: NodeID, key: NodeID, _ names: SchemeNames) {
    guard tree.isMapping(scheme) else {
      return report(.schemeIsNoMapping(tree.string(key)), at: scheme)
    }
    checkBuild(of: scheme, key: key)
    checkFrameCapture(of: scheme)
    validateScheme(scheme, key: key, names)
  }

  private mutating func checkBuild(of scheme: NodeID, key: NodeID) {
    let name = tree.string(key)
    guard let build = tree.value(of: scheme, for: .build) else {
      return reportMissing(.schemeWithoutBuild(name), at: key, help: [.giveBuild])
    }
    guard tree.isMapping(build) else {
      return report(.buildIsNoMapping(name), at: build, help: [.giveBuild])
    }
    guard let targets = tree.value(of: build, for: .targets) else {
      return reportMissing(.buildWithoutTargets(name), at: build, help: [.giveBuild])
    }
    if !tree.isMapping(targets) {
      report(.targetsAreNoMapping(name), at: targets, help: [.giveBuild])
    }
    for part in [SpecKey.preActions, .postActions] {
      guard let scripts = tree.value(of: build, for: part) else { continue }
      for script in tree.elements(of: scripts) where tree.isMapping(script) {
        if tree.text(of: script, for: .script) == nil {
          reportMissing(.withoutScript(part.spelling, name), at: script)
        }
      }
    }
  }

  /// XcodeGen crashes on a mode that it does not know.
  private mutating func checkFrameCapture(of scheme: NodeID) {
    guard let run = tree.value(of: scheme, for: .run),
      let value = tree.value(of: run, for: .enableGPUFrameCaptureMode),
      let text = tree.textValue(value), !tree.hasVariables(value)
    else { return }
    let modes = KeyShape.Words.frameCaptureModes.words
    guard !modes.contains(text) else { return }
    report(
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
