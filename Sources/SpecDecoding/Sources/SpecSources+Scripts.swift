internal import Diagnostics
public import Files
internal import Paths
internal import SpecReading
internal import YAML

// Files that scripts read and copy.
extension SpecSources {
  /// The keys of a target that contain scripts.
  static let scripts: [SpecKey] = [
    .preBuildScripts, .prebuildScripts, .postCompileScripts, .postBuildScripts, .postbuildScripts,
  ]

  /// Returns the `inputFiles` of scripts that run `carthage copy-frameworks`, by target name.
  ///
  /// - Parameter targets: The names of the wanted targets.
  /// - Returns: Nothing for targets that do not exist.
  public func copiedFrameworks(of targets: Set<String>) -> [String: [String]] {
    var inputs: [String: [String]] = [:]
    for (name, node) in spec.targets() where targets.contains(name) && inputs[name] == nil {
      inputs[name] = copiedInputs(of: node)
    }
    return inputs
  }

  /// Returns the inputs of `carthage copy-frameworks` in the scripts of a target.
  private func copiedInputs(of target: NodeID) -> [String] {
    Self.scripts.flatMap { tree.elements(of: target, for: $0) }
      .filter { copiesFrameworks($0) }
      .flatMap { script in
        spec.texts(in: tree.value(of: script, for: .inputFiles))
          + spec.texts(in: tree.value(of: script, for: .inputFileLists)).flatMap {
            source.lines(ofFile: $0, in: spec.folder)
          }
      }
  }

  private func copiesFrameworks(_ script: NodeID) -> Bool {
    if let text = tree.text(of: script, for: .script) { return text.contains("copy-frameworks") }
    guard let path = tree.text(of: script, for: .path) else { return false }
    return source.lines(ofFile: path, in: spec.folder).contains { $0.contains("copy-frameworks") }
  }
}

extension FileTree {
  /// Returns the lines of a file list or a script of a target, without comments and empty lines.
  ///
  /// - Returns: Nothing if the file is unreadable or outside the root.
  public func lines(ofFile path: String, in folder: String) -> [String] {
    let file = Path.join(folder, path.withoutSourceRoot)
    var text: [UInt8] = []
    guard !Path.leadsOutside(file),
      (try? read(file, limit: Limits.fileSize, into: &text)) != nil
    else { return [] }
    return text.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
      .filter { !$0.hasPrefix("#") && !$0.isEmpty }
  }
}
