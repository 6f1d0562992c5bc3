internal import Diagnostics
internal import Files
internal import Paths
public import Projects
public import SpecReading
internal import Text
public import YAML

extension SpecChecker {
  /// Checks whether the sources of a target exist, unless values of the target are missing.
  public mutating func checkExistence(
    of list: NodeID, _ parts: TargetParts, _ target: Target, key: NodeID
  ) {
    guard !target.isUntyped, target.kind == .plain else { return }
    // Missing files and templates may contain further sources.
    if isIncomplete || spec.traits.contains(.missingTemplates) && parts.templates != nil { return }
    sources?.check(list, of: target, key: key)
  }

  /// Records the targets without existing sources.
  ///
  /// Several specs without any source are an incomplete checkout, so that the targets of two are
  /// enough.
  public mutating func noteAbsentSources() {
    // Copied only if there is something to note.
    guard sources?.hasAbsentTargets ?? false, let sources else { return }
    // A spec with other findings may turn out to be a part of another one.
    if !sources.hasFound, !log.dependsOnOthers {
      guard log.specsWithoutSources < 2 else { return }
      log.specsWithoutSources += 1
    }
    for (key, name, paths) in sources.absentTargets() {
      log.findings.absentSources.append(
        AbsentSources(
          refusal: refusal(of: key, .noSources(name, paths)),
          paths: paths.map { Path.join(spec.folder, $0) },
          isWholeSpec: !sources.hasFound))
    }
  }

  public mutating func checkSources(_ list: NodeID) {
    sources?.noteFirstPath(of: list)
    if tree.has(.excludes) || tree.has(.includes) { checkPatterns(of: list) }
    var elements = tree.startOfElements(of: list)
    while let entry = tree.nextElement(&elements) {
      guard tree.isMapping(entry) else { continue }
      if tree.textNode(of: entry, for: .path) == nil { report(.sourceWithoutPath, at: entry) }
      if tree.has(.buildPhase) { checkBuildPhase(of: entry) }
    }
  }

  private mutating func checkPatterns(of list: NodeID) {
    for entry in tree.elements(of: list) where tree.isMapping(entry) {
      for key in [SpecKey.excludes, .includes] {
        guard let patterns = tree.value(of: entry, for: key), tree.isSequence(patterns) else {
          continue
        }
        for pattern in tree.elements(of: patterns)
        where tree.isText(pattern) && !Path.isPlain(tree.bytes(pattern)) {
          let text = tree.string(pattern)
          guard let spelling = sources?.matchingSpelling(of: text, in: entry) else { continue }
          warn(.matchesNoFile(text, key.spelling), at: pattern, help: [.write(spelling)])
        }
      }
    }
  }
}

extension Diagnostic.Message {
  fileprivate static let sourceWithoutPath: Self = "an entry of 'sources' has no 'path'"

  fileprivate static func matchesNoFile(_ pattern: String, _ key: String) -> Self {
    "'\(pattern)' in '\(key)' matches no file: XcodeGen compares paths as they are spelled"
  }
  fileprivate static func noSources(_ target: String, _ paths: [String]) -> Self {
    let most = 3
    var names = paths.prefix(most).map { "'\($0)'" }
    if paths.count > most { names.append("\(paths.count - most) more") }
    return Self("no source of target '\(target)' exists: \(names.joinedByAnd)")
  }
}
