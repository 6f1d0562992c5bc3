import Architecture
import ArgumentParser
import Diagnostics
import Files
import Loading
import Paths
import Report
import Rules
import Text

struct SchemaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Print the JSON Schema of a file that modlint reads or writes.")

  @Argument(help: "The format to print the schema of.")
  var subject: Subject = .rules

  enum Subject: String, CaseIterable, ExpressibleByArgument {
    case rules, baseline, spec, report, graph, diff, why, stats, list, affected, history
  }

  func run() {
    let schema =
      switch subject {
      case .rules: rulesSchema(of: ruleCatalog)
      case .baseline: baselineSchema()
      case .spec: specSchema
      default: JSONSchema(rawValue: subject.rawValue)?.text ?? ""
      }
    Terminal.write(schema)
  }
}

/// The JSON Schemas that `init --schema` writes next to rules.yml, for editors.
///
/// The folder is hidden, so the schemas are not read as specs.
struct EditorSchemas {
  static let rulesPath = folder + "/rules.schema.json"
  private static let specPath = folder + "/project.schema.json"
  private static let folder = ".modlint"

  private let files: [(path: String, text: String)]
  private let place: WorkspacePlace

  init(beside rules: String) {
    let folder = Path.folder(of: rules)
    place = WorkspacePlace(root: realPath(folder.isEmpty ? "." : folder) ?? folder)
    files = [
      (Self.rulesPath, rulesSchema(of: ruleCatalog)), (Self.specPath, specSchema),
    ].map { (Path.join(folder, entry: $0), $1) }
  }

  /// Refuses to overwrite a file, from another version of modlint or from the user.
  func refuseToOverwrite() throws {
    for file in files {
      try place.requireOwnPlace(of: file.path)
      try Init.refuseToOverwrite(file.path, "'modlint schema' prints the one of this version")
    }
  }

  func write() throws {
    for file in files {
      try naming(file.path) { () throws(FileError) in
        try makeFolders(Path.folder(of: file.path))
        try createFile(Array(file.text.utf8), at: file.path)
      }
      Terminal.write("wrote \(file.path.escapedForTerminal)\n")
    }
  }
}
