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
  var sources: NodeID
}

extension SpecReader {
  /// Notes whether a target has sources, at least one that exists.
  ///
  /// - Complexity: Looks at one path of a target whose first source is there.
  mutating func noteSources(of target: Target, _ parts: TargetParts, key: NodeID) {
    guard let sources = parts.sources, !target.isUntyped, target.kind == .plain else { return }
    // What is missing may hold further sources.
    if decoding.isIncomplete || resolution.lacksTemplates && parts.templates != nil { return }
    let isPlain = decoding.baseFolder != "."
    var isMissing = false
    let isList = tree.isSequence(sources)
    guard isList || !tree.isMapping(sources) else { return }
    for entry in isList ? tree.elements(of: sources) : [sources] {
      guard let text = path(ofSource: entry) else { continue }
      if text.utf8.contains(where: isOfPattern) { return }
      let isBelow = isPlain && Path.isPlain(text)
      let path = isBelow ? Path.join(decoding.baseFolder, entry: text) : sourcePath(text)
      if !isBelow, Path.leadsOutside(path) { return }
      if source.kind(of: path) != nil {
        decoding.hasSources = true
        return
      }
      isMissing = isMissing || !isOptional(entry)
    }
    guard isMissing else { return }
    decoding.sourceless.append(
      SourcelessTarget(key: key, name: target.unsuffixedName ?? target.name, sources: sources))
  }

  private func path(ofSource entry: NodeID) -> String? {
    tree.isMapping(entry) ? tree.text(of: entry, for: .path) : tree.textValue(entry)
  }

  private func isOptional(_ entry: NodeID) -> Bool {
    tree.isMapping(entry) && tree.bool(of: entry, for: .optional) ?? false
  }

  private func sourcePath(_ text: String) -> String { Path.join(decoding.baseFolder, text) }

  /// Whether a byte makes a path a pattern or a template, whose files are not known.
  private func isOfPattern(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "$"), UInt8(ascii: "*"), UInt8(ascii: "{"), UInt8(ascii: "<"),
      UInt8(ascii: "%"):
      true
    default: false
    }
  }

  /// Adds the targets without sources to the batch, if others of the specification have sources and no command
  /// runs before XcodeGen looks at them.
  mutating func addAbsentSources(of root: NodeID) {
    defer { decoding.sourceless.removeAll(keepingCapacity: true) }
    let options = tree.value(of: root, for: .options)
    guard decoding.hasSources, options.flatMap({ tree.value(of: $0, for: .preGenCommand) }) == nil
    else { return }
    for target in decoding.sourceless {
      let isList = tree.isSequence(target.sources)
      let written = (isList ? tree.elements(of: target.sources) : [target.sources])
        .filter { !isOptional($0) }.compactMap { path(ofSource: $0) }
      let message = Diagnostic.Message.noSources(
        batch.names.string(target.name), written)
      batch.absentSources.append(
        AbsentSources(
          refusal: Refusal(
            spec: batch.specs.count, diagnostic: refused(message, at: target.key, help: [])),
          paths: written.map(sourcePath)))
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
