internal import Diagnostics
internal import Files
internal import Paths
internal import YAML

// What scripts copy. None of this is kept with specifications: hardly any run asks for it.
extension SpecReader {
  /// The `inputFiles` of the scripts of targets that run `carthage copy-frameworks`, by the targets' names.
  ///
  /// - Parameters:
  ///   - targets: The names that others refer to the targets by.
  ///   - path: The specification, relative to the source's root, which is read again.
  ///   - folder: The folder that paths in the specification start from.
  /// - Returns: Nothing for targets that is not there; what is invalid is not reported again.
  public mutating func copiedFrameworks(
    of targets: Set<String>, in path: String, folder: String
  ) -> [String: [String]] {
    let (diagnostics, reported) = (batch.diagnostics, log.reported)
    defer { (batch.diagnostics, log.reported) = (diagnostics, reported) }
    guard let root = resolvedRoot(of: path, folder: folder) else { return [:] }
    var inputs: [String: [String]] = [:]
    for (key, value) in tree.entries(of: tree.value(of: root, for: .targets)) {
      let name = tree.text(of: value, for: .name) ?? tree.string(key)
      guard targets.contains(name), inputs[name] == nil else { continue }
      inputs[name] = scriptInputs(of: value, in: folder)
    }
    return inputs
  }

  /// What the scripts of a target hand to `carthage copy-frameworks`.
  private func scriptInputs(of target: NodeID, in folder: String) -> [String] {
    let keys: [StaticString] = [
      "preBuildScripts", "prebuildScripts", "postCompileScripts", "postBuildScripts",
      "postbuildScripts",
    ]
    return keys.flatMap { tree.elements(of: tree.value(of: target, for: $0)) }
      .filter { copiesFrameworks($0, in: folder) }
      .flatMap { script in
        texts(in: tree.value(of: script, for: "inputFiles"))
          + texts(in: tree.value(of: script, for: "inputFileLists")).flatMap {
            lines(ofFile: $0, in: folder)
          }
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
  func lines(ofFile path: String, in folder: String) -> [String] {
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
