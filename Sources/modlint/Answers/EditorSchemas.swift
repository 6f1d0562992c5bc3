import Architecture
import ArgumentParser
import Diagnostics
import Files
import Loading
import Paths
import Rules
internal import SpecReading
import Text

/// The JSON Schemas that `init --schema` writes next to rules.yml, for editors.
///
/// The folder is hidden, so the schemas are not read as specs.
struct EditorSchemas {
  static let rulesPath = folder + "/rules.schema.json"
  private static let specPath = folder + "/project.schema.json"
  private static let folder = ".modlint"

  private let files: [(path: String, text: String)]

  /// - Parameter rules: The path of rules.yml.
  init(beside rules: String) {
    files = [
      (Self.rulesPath, rulesSchema(of: ruleCatalog)), (Self.specPath, specSchema()),
    ].map { (Path.join(Path.folder(of: rules), entry: $0), $1) }
  }

  /// Refuses to overwrite a file with other content, from another version of modlint or from the
  /// user.
  func refuseToOverwrite() throws {
    try refuseOutside()
    for file in files where kind(of: file.path) != nil && !isWritten(file) {
      let subject = file.path.hasSuffix(Self.rulesPath) ? "rules" : "spec"
      throw Failure(
        "\(file.path) already exists, with another content; 'modlint schema \(subject)' prints the one of this version"
      )
    }
  }

  /// Refuses to write if the folder is a link out of the folder of rules.yml.
  private func refuseOutside() throws {
    for (path, _) in files {
      let folder = Path.folder(of: path)
      guard let real = realPath(folder), let root = realPath(Path.folder(of: folder)),
        !Path.lies(real, in: root)
      else { continue }
      throw Failure("\(folder) is a link that leads outside of the workspace")
    }
  }

  func write() throws {
    for file in files where !isWritten(file) {
      try naming(file.path) { () throws(FileError) in
        try makeFolders(Path.folder(of: file.path))
        try createFile(Array(file.text.utf8), at: file.path)
      }
      Terminal.write("wrote \(file.path.escapedForTerminal)\n")
    }
  }

  /// Returns the line that an existing rules.yml needs to use its schema.
  static func advice(for rules: String) -> String {
    let reference = "# yaml-language-server: $schema=\(rulesPath)"
    let bytes = (try? WorkingDirectory.machine.content(of: rules)) ?? []
    if String(decoding: bytes, as: UTF8.self).contains(reference) {
      return "\(rules.escapedForTerminal) is left as it is\n"
    }
    return """
      \(rules.escapedForTerminal) is left as it is; editors find its schema if it begins with
        \(reference)

      """
  }

  private func kind(of path: String) -> FileKind? { WorkingDirectory.machine.kind(of: path) }

  private func isWritten(_ file: (path: String, text: String)) -> Bool {
    (try? WorkingDirectory.machine.content(of: file.path)) == Array(file.text.utf8)
  }
}
