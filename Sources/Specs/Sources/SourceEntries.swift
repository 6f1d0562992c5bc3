internal import Diagnostics
internal import Files
internal import YAML

/// An entry of a target's `sources`, as far as it says which frameworks XcodeGen embeds.
public struct SourceEntry: Hashable, Sendable {
  /// From the source's root.
  public var path: String
  /// Patterns over paths from `path`; `includes` is `nil` where nothing is said.
  public var excludes: [String]
  public var includes: [String]?
  public var copies: Copies

  /// What becomes of the frameworks in it.
  public enum Copies: Hashable, Sendable {
    /// Frameworks are embedded, since they are frameworks.
    case frameworks
    /// Everything is copied to where frameworks are.
    case everything
    case nothing
  }
}

// Sources are not kept with specifications: hardly any run asks for them.
extension SpecReader {
  /// The `sources` of a target of the specification at `path`, which is read anew.
  ///
  /// - Parameters:
  ///   - target: The name that others refer to the target by.
  ///   - path: Relative to the source's root.
  ///   - folder: The folder that paths in the specification start from.
  /// - Returns: Nothing for a target that is not there; what is at fault is not reported again.
  public mutating func sources(
    of target: String, in path: String, folder: String
  ) -> [SourceEntry] {
    let (diagnostics, faults) = (batch.diagnostics, self.faults)
    defer { (batch.diagnostics, self.faults) = (diagnostics, faults) }
    var text: [UInt8] = []
    do throws(FileError) { try source.read(path, limit: Limits.fileSize, into: &text) } catch {
      return []
    }
    let file = fileID(for: path)
    guard let (root, _) = try? resolve(path, text: text, folder: folder, file: file),
      let targets = tree.value(of: root, for: .targets),
      let own = tree.entries(of: targets).first(where: {
        (tree.text(of: $0.value, for: .name) ?? tree.string($0.key)) == target
      }),
      let sources = tree.value(of: own.value, for: .sources)
    else { return [] }
    let usual = copies(ofType: root)
    let entries = tree.isSequence(sources) ? tree.elements(of: sources) : [sources]
    return entries.compactMap { entry(of: $0, folder: folder, usual) }
  }

  private func entry(
    of node: NodeID, folder: String, _ usual: SourceEntry.Copies
  ) -> SourceEntry? {
    if let text = tree.textValue(node) {
      return SourceEntry(
        path: SpecPath.join(folder, text), excludes: [], includes: nil, copies: usual)
    }
    guard let path = tree.text(of: node, for: .path) else { return nil }
    var copies = usual
    if let phase = tree.value(of: node, for: "buildPhase") {
      copies = self.copies(inPhase: phase)
    } else if tree.value(of: node, for: .type).flatMap({ tree.textValue($0) }) == "folder" {
      copies = .nothing
    }
    let includes = texts(of: node, "includes")
    return SourceEntry(
      path: SpecPath.join(folder, path), excludes: texts(of: node, "excludes"),
      includes: includes.isEmpty ? nil : includes, copies: copies)
  }

  private func texts(of node: NodeID, _ key: StaticString) -> [String] {
    tree.elements(of: tree.value(of: node, for: key)).compactMap { tree.textValue($0) }
  }

  /// What `options.fileTypes` makes of frameworks.
  private func copies(ofType root: NodeID) -> SourceEntry.Copies {
    guard let options = tree.value(of: root, for: .options),
      let types = tree.value(of: options, for: "fileTypes"),
      let type = tree.value(of: types, for: "framework"), tree.isMapping(type)
    else { return .frameworks }
    guard let phase = tree.value(of: type, for: "buildPhase") else { return .nothing }
    return copies(inPhase: phase) == .everything ? .frameworks : .nothing
  }

  /// What a phase other than the usual makes of frameworks: only one that copies embeds them.
  private func copies(inPhase phase: NodeID) -> SourceEntry.Copies {
    guard let files = tree.value(of: phase, for: "copyFiles"),
      tree.text(of: files, for: .destination) == "frameworks",
      (tree.text(of: files, for: .subpath) ?? "").isEmpty
    else { return .nothing }
    return .everything
  }
}
