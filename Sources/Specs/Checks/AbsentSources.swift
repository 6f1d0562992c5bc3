internal import Diagnostics
internal import Files
internal import Paths
internal import Text
internal import YAML

/// A target none of whose sources is there: XcodeGen refuses it, unless something makes them before.
public struct AbsentSources: Sendable {
  /// What is to be said if nothing explains it.
  public var refusal: Refusal
  /// The paths that are not there, from the tree's root.
  public var paths: [String]
}

/// A target none of whose sources is there, while its specification is decoded.
struct SourcelessTarget {
  var key: NodeID
  var name: NameID
  /// As they are written.
  var written: [String]
  /// From the tree's root.
  var paths: [String]
}

extension SpecReader {
  /// Notes whether a target has sources, at least one that exists.
  ///
  /// - Complexity: Looks at one path of a target whose first source is there.
  mutating func noteSources(of target: Target, _ parts: TargetParts, key: NodeID) {
    guard let sources = parts.sources, !target.isUntyped, target.kind == .plain else { return }
    // What is missing may hold further sources.
    if decoding.isIncomplete || resolution.lacksTemplates && parts.templates != nil { return }
    var missing = SourcelessTarget(
      key: key, name: target.unsuffixedName ?? target.name, written: [], paths: [])
    let isList = tree.isSequence(sources)
    for entry in isList ? tree.elements(of: sources) : [sources] {
      let isMapping = isList && tree.isMapping(entry)
      let text = isMapping ? tree.text(of: entry, for: .path) : tree.textValue(entry)
      guard let text else { continue }
      let path = Path.join(decoding.baseFolder, text)
      if Path.leadsOutside(path) || text.contains(where: { "$*{<%".contains($0) }) { return }
      if source.kind(of: path) != nil {
        decoding.hasSources = true
        return
      }
      if isMapping, tree.bool(of: entry, for: .optional) ?? false { continue }
      missing.written.append(text)
      missing.paths.append(path)
    }
    if !missing.paths.isEmpty { decoding.sourceless.append(missing) }
  }

  /// Adds the targets without sources to the batch, if others of the specification have sources and no command
  /// runs before XcodeGen looks at them.
  mutating func addAbsentSources(of root: NodeID) {
    defer { decoding.sourceless.removeAll(keepingCapacity: true) }
    let options = tree.value(of: root, for: .options)
    guard decoding.hasSources, options.flatMap({ tree.value(of: $0, for: .preGenCommand) }) == nil
    else { return }
    for target in decoding.sourceless {
      let message = Diagnostic.Message.noSources(
        batch.names.string(target.name), target.written)
      batch.absentSources.append(
        AbsentSources(
          refusal: Refusal(
            spec: batch.specs.count, diagnostic: refused(message, at: target.key, help: [])),
          paths: target.paths))
    }
  }
}

extension Diagnostic.Message {
  fileprivate static func noSources(_ target: String, _ paths: [String]) -> Self {
    let most = 3
    var names = paths.prefix(most).map { "'\($0)'" }
    if paths.count > most { names.append("\(paths.count - most) more") }
    return Self("no source of target '\(target)' exists: \(names.joinedByAnd)")
  }
}
