internal import Diagnostics
internal import Files
internal import Projects
internal import Text
internal import YAML

/// Checks a resolved spec for values that XcodeGen rejects or ignores.
///
/// XcodeGen stops at the first error. The checker reports all errors, and the decoder reads all
/// valid values.
struct SpecChecker {
  let spec: ResolvedSpec
  var log = FindingLog()
  /// The names that settings can refer to.
  var settingNames: SettingNames
  /// Whether XcodeGen rejects the spec.
  private(set) var isRejected: Bool
  /// Whether values may be missing because of an error with its own finding.
  var isIncomplete: Bool
  private var nearestSearches = 0
  var sources: SourceChecker

  init(_ spec: ResolvedSpec, in source: any FileTree) {
    self.spec = spec
    settingNames = SettingNames(.none)
    isRejected = spec.traits.contains(.brokenIncludes)
    isIncomplete = spec.traits.isIncomplete
    sources = SourceChecker(spec, in: source)
  }

  var tree: Tree { _read { yield spec.tree } }

  /// Reports a value that XcodeGen rejects.
  ///
  /// A value gets one error, even if several targets and specs share it through templates and
  /// includes.
  mutating func report(
    _ message: Diagnostic.Message, at node: NodeID, help: [Diagnostic.Message] = []
  ) {
    isRejected = true
    let diagnostic = spec.rejection(of: node, message, help: help)
    // All values in a file outside the root have one location.
    if diagnostic.notes.isEmpty { log.addOnly(diagnostic) } else { log.add(diagnostic) }
  }

  /// Reports a missing value that XcodeGen requires, unless another error explains that it is
  /// missing.
  mutating func reportMissing(
    _ message: Diagnostic.Message, at node: NodeID, help: [Diagnostic.Message] = []
  ) {
    if !isIncomplete { report(message, at: node, help: help) }
  }

  /// Reports an error that prevents XcodeGen from loading the spec.
  mutating func report(_ error: Diagnostic) {
    isRejected = true
    log.add(error)
  }

  /// Reports a value that XcodeGen loads, but refuses to generate a project from.
  ///
  /// Such findings are reported after all specs are read, once for each value that specs share.
  mutating func refuse(
    _ message: Diagnostic.Message, at node: NodeID, help: [Diagnostic.Message] = []
  ) {
    log.findings.refusals.append(refusal(of: node, message, help: help))
  }

  /// Reports a reference to a missing value, unless another error explains its absence.
  mutating func refuseMissing(
    _ message: Diagnostic.Message, at node: NodeID, help: [Diagnostic.Message] = []
  ) {
    if !isIncomplete { refuse(message, at: node, help: help) }
  }

  func refusal(
    of node: NodeID, _ message: Diagnostic.Message, help: [Diagnostic.Message] = []
  ) -> Refusal {
    Refusal(spec: spec.path, diagnostic: spec.rejection(of: node, message, help: help))
  }

  /// Adds a reference to a target of another project, which is checked after all specs are read.
  mutating func claim(
    _ target: String, inProjectAt path: String, orElse diagnostic: Diagnostic
  ) {
    log.findings.projectClaims.append(
      ProjectClaim(spec: spec.path, path: path, target: target, diagnostic: diagnostic))
  }

  /// Reports a value that XcodeGen ignores.
  mutating func warn(
    _ message: Diagnostic.Message, at node: NodeID, help: [Diagnostic.Message] = []
  ) {
    log.add(
      .ignoredValue(
        message, at: spec.range(of: node), help: help, outside: spec.outsideNote(of: node)))
  }

  /// Returns the nearest of some names.
  ///
  /// Considers only the first missing names and short lists, since a search takes time for each
  /// name.
  mutating func nearest(to name: String, among names: () -> [String]) -> String? {
    guard maySearchNearest else { return nil }
    nearestSearches += 1
    let names = names()
    return names.count <= 1_000 ? names.nearest(to: name) : nil
  }

  var maySearchNearest: Bool { nearestSearches < 100 }
}
