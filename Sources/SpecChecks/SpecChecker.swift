public import Diagnostics
public import Files
internal import Projects
public import SpecReading
public import YAML

/// Checks a resolved spec for values that XcodeGen rejects or ignores.
///
/// XcodeGen stops at the first error. The checker reports all errors, and the decoder reads all
/// valid values.
public struct SpecChecker {
  public let spec: ResolvedSpec
  public var log = FindingLog()
  /// Whether XcodeGen rejects the spec.
  public private(set) var isRejected: Bool
  /// Whether values may be missing because of an error with its own finding.
  public var isIncomplete: Bool
  public var sources: SourceChecker

  public init(_ spec: ResolvedSpec, in source: any FileTree) {
    self.spec = spec
    isRejected = spec.traits.contains(.brokenIncludes)
    isIncomplete = spec.traits.isIncomplete
    sources = SourceChecker(spec, in: source)
  }

  var tree: Tree { _read { yield spec.tree } }

  /// Reports a value that XcodeGen rejects.
  ///
  /// A value gets one error, even if several targets and specs share it through templates and
  /// includes.
  public mutating func report(
    _ message: Diagnostic.Message, at node: NodeID, help: [Diagnostic.Message] = []
  ) {
    isRejected = true
    let diagnostic = spec.rejection(of: node, message, help: help)
    // All values in a file outside the root have one location.
    if diagnostic.notes.isEmpty { log.addOnly(diagnostic) } else { log.add(diagnostic) }
  }

  /// Reports a missing value that XcodeGen requires, unless another error explains that it is
  /// missing.
  public mutating func reportMissing(
    _ message: Diagnostic.Message, at node: NodeID, help: [Diagnostic.Message] = []
  ) {
    if !isIncomplete { report(message, at: node, help: help) }
  }

  /// Reports an error that prevents XcodeGen from loading the spec.
  public mutating func report(_ error: Diagnostic) {
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

  func refusal(
    of node: NodeID, _ message: Diagnostic.Message, help: [Diagnostic.Message] = []
  ) -> Refusal {
    Refusal(spec: spec.path, diagnostic: spec.rejection(of: node, message, help: help))
  }

  /// Reports a value that XcodeGen ignores.
  public mutating func warn(
    _ message: Diagnostic.Message, at node: NodeID, help: [Diagnostic.Message] = []
  ) {
    log.add(
      .ignoredValue(
        message, at: spec.range(of: node), help: help, outside: spec.outsideNote(of: node)))
  }
}
