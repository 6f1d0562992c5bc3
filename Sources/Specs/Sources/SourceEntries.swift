internal import Diagnostics
internal import Files
internal import Paths
internal import YAML

/// An entry of a target's `sources`, as far as it says which frameworks XcodeGen embeds.
public struct SourceEntry: Hashable, Sendable {
  /// From the source's root.
  public var path: String
  /// Patterns over paths from `path`; `includes` is `nil` where nothing is said.
  public var excludes: [String]
  public var includes: [String]?
  public var copies: CopyPhase

  /// What becomes of the frameworks in it.
  public enum CopyPhase: Hashable, Sendable {
    /// Frameworks are embedded, since they are frameworks.
    case frameworks
    /// Everything is copied to where frameworks are.
    case everything
    case nothing
  }
}

/// What a target copies besides its dependencies, as far as frameworks are concerned.
public struct CopiedFiles: Hashable, Sendable {
  public var sources: [SourceEntry] = []
  /// The `inputFiles` of scripts that run `carthage copy-frameworks`.
  public var scriptInputs: [String] = []
}

// None of this is kept with specifications: hardly any run asks for it.
extension SpecReader {
  /// What a target of the specification at `path`, which is read anew, copies.
  ///
  /// - Parameters:
  ///   - target: The name that others refer to the target by.
  ///   - path: Relative to the source's root.
  ///   - folder: The folder that paths in the specification start from.
  /// - Returns: Nothing for a target that is not there; what is invalid is not reported again.
  public mutating func copiedFiles(
    of target: String, in path: String, folder: String
  ) -> CopiedFiles {
    let (diagnostics, reported) = (batch.diagnostics, log.reported)
    defer { (batch.diagnostics, log.reported) = (diagnostics, reported) }
    var text: [UInt8] = []
    do throws(FileError) { try source.read(path, limit: Limits.fileSize, into: &text) } catch {
      return CopiedFiles()
    }
    let file = fileID(for: path)
    guard let parsed = try? parse(path, text: text, folder: folder, file: file),
      let root = try? resolve(parsed).root,
      let targets = tree.value(of: root, for: .targets),
      let own = tree.entries(of: targets).first(where: {
        (tree.text(of: $0.value, for: .name) ?? tree.string($0.key)) == target
      })
    else { return CopiedFiles() }
    var copied = CopiedFiles(scriptInputs: scriptInputs(of: own.value, in: folder))
    if let sources = tree.value(of: own.value, for: .sources) {
      let usual = copies(ofType: root)
      let entries = tree.isSequence(sources) ? tree.elements(of: sources) : [sources]
      copied.sources = entries.compactMap { entry(of: $0, folder: folder, usual) }
    }
    return copied
  }

  private func entry(
    of node: NodeID, folder: String, _ usual: SourceEntry.CopyPhase
  ) -> SourceEntry? {
    if let text = tree.textValue(node) {
      return SourceEntry(
        path: Path.join(folder, text), excludes: [], includes: nil, copies: usual)
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
      path: Path.join(folder, path), excludes: texts(of: node, "excludes"),
      includes: includes.isEmpty ? nil : includes, copies: copies)
  }

  private func texts(of node: NodeID, _ key: StaticString) -> [String] {
    tree.elements(of: tree.value(of: node, for: key)).compactMap { tree.textValue($0) }
  }

  /// What `options.fileTypes` makes of frameworks.
  private func copies(ofType root: NodeID) -> SourceEntry.CopyPhase {
    guard let options = tree.value(of: root, for: .options),
      let types = tree.value(of: options, for: "fileTypes"),
      let type = tree.value(of: types, for: "framework"), tree.isMapping(type)
    else { return .frameworks }
    guard let phase = tree.value(of: type, for: "buildPhase") else { return .nothing }
    return copies(inPhase: phase) == .everything ? .frameworks : .nothing
  }

  /// What a phase other than the usual makes of frameworks: only one that copies embeds them.
  private func copies(inPhase phase: NodeID) -> SourceEntry.CopyPhase {
    guard let files = tree.value(of: phase, for: "copyFiles"),
      tree.text(of: files, for: .destination) == "frameworks",
      (tree.text(of: files, for: .subpath) ?? "").isEmpty
    else { return .nothing }
    return .everything
  }
}

// Scripts.
extension SpecReader {
  /// What the scripts of a target hand to `carthage copy-frameworks`.
  private func scriptInputs(of target: NodeID, in folder: String) -> [String] {
    let keys: [StaticString] = [
      "preBuildScripts", "prebuildScripts", "postCompileScripts", "postBuildScripts",
      "postbuildScripts",
    ]
    return keys.flatMap { tree.elements(of: tree.value(of: target, for: $0)) }
      .filter { copiesFrameworks($0, in: folder) }
      .flatMap { script in
        texts(of: script, "inputFiles")
          + texts(of: script, "inputFileLists").flatMap { lines(ofFile: $0, in: folder) }
      }
  }

  private func copiesFrameworks(_ script: NodeID, in folder: String) -> Bool {
    if let text = tree.value(of: script, for: "script").flatMap({ tree.textValue($0) }) {
      return text.contains("copy-frameworks")
    }
    guard let path = tree.text(of: script, for: .path) else { return false }
    return lines(ofFile: path, in: folder).contains { $0.contains("copy-frameworks") }
  }

  /// The lines of a file that a specification names, without comments; none if it cannot be read.
  private func lines(ofFile path: String, in folder: String) -> [String] {
    var path = Substring(path)
    for root in ["$(SRCROOT)/", "${SRCROOT}/", "$(PROJECT_DIR)/", "${PROJECT_DIR}/"]
    where path.hasPrefix(root) {
      path = path.dropFirst(root.utf8.count)
    }
    let file = Path.join(folder, String(path))
    guard !Path.leadsOutside(file) else { return [] }
    var text: [UInt8] = []
    do throws(FileError) {
      try source.read(file, limit: Limits.fileSize, into: &text)
    } catch {
      return []
    }
    return text.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
      .filter { !$0.hasPrefix("#") && !$0.isEmpty }
  }
}
