internal import Diagnostics
internal import SpecReading
internal import Text
public import YAML

// Values of sources and dependencies that prevent XcodeGen from loading the spec.
extension SpecChecker {
  public mutating func checkOptions(_ options: NodeID) {
    guard let types = tree.value(of: options, for: .fileTypes) else { return }
    guard tree.isMapping(types) else { return report(.notAMapping("fileTypes"), at: types) }
    for (key, type) in tree.entries(of: types) where !tree.isMapping(type) {
      report(.notAMapping("fileTypes.\(tree.string(key))"), at: type)
    }
  }

  private static let buildPhases = KeyShape.Words.buildPhases.words

  /// Checks the build phase of a source; ignores a value that is neither text nor mapping.
  mutating func checkBuildPhase(of source: NodeID) {
    guard let phase = tree.value(of: source, for: .buildPhase) else { return }
    if tree.isMapping(phase),
      !(tree.value(of: phase, for: .copyFiles).map { tree.isMapping($0) } ?? false)
    {
      report(.phaseWithoutCopyFiles, at: phase, help: [.copyFiles])
    }
    guard tree.isText(phase), !tree.hasVariables(phase) else { return }
    let text = tree.string(phase)
    if Self.buildPhases.contains(text) { return }
    let isCopy = text == SpecKey.copyFiles.spelling
    let nearest = Self.buildPhases.nearest(to: text).map { Diagnostic.Message.didYouMean($0) }
    report(
      .unknownPhase(text), at: phase, help: [isCopy ? .copyFiles : nearest ?? .buildPhases])
  }

  /// Returns the destination of `copy` of a dependency, and reports an unknown one.
  public mutating func destination(ofCopy copy: NodeID) -> String? {
    guard let value = tree.ifText(tree.value(of: copy, for: .destination)) else {
      report(.copyWithoutDestination, at: copy)
      return nil
    }
    let (text, known) = (tree.string(value), KeyShape.Words.copyDestinations.words)
    if !known.contains(text), !tree.hasVariables(value) {
      report(
        .unknownDestination(text), at: value,
        help: known.nearest(to: text).map { [.didYouMean($0)] } ?? [])
    }
    return text
  }
}

extension Diagnostic.Message {
  fileprivate static let phaseWithoutCopyFiles: Self =
    "'buildPhase' is neither a string nor a mapping with 'copyFiles'"
  fileprivate static let copyFiles: Self =
    "write 'buildPhase: { copyFiles: { destination: … } }'"
  fileprivate static let buildPhases: Self =
    "known are 'sources', 'headers', 'resources', 'none'"
  fileprivate static let copyWithoutDestination: Self = "'copy' has no 'destination'"

  fileprivate static func unknownPhase(_ text: String) -> Self {
    "'buildPhase' has the unknown value '\(text)'"
  }
  fileprivate static func unknownDestination(_ text: String) -> Self {
    "'copy' has the unknown destination '\(text)'"
  }
}
