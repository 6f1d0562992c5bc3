import ArgumentParser
import Diagnostics
import Files
import Graph
import Report
import Rules
import Workspace

/// `modlint init`.
struct Init: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Write a rules.yml that fits the workspace.",
    discussion: """
      Groups the modules by folder, orders the groups so that the fewest links lead up, and \
      recognises interfaces, mocks and other test support by their names. What it writes is a \
      proposal: read it, and change what names and links do not tell.
      """)

  @Argument(help: "The root of the workspace.")
  var path = "."

  @Option(help: "The file to write; rules.yml in the root unless given.")
  var config: String?

  @Flag(name: .customLong("print"), help: "Print the file instead of writing it.")
  var printsFile = false

  @Option(help: "How many threads read files at the same time.")
  var jobs: Int?

  func validate() throws {
    try WorkspaceOptions.validate(jobs: jobs)
  }

  func run() throws {
    let file =
      config ?? (path == "." ? "" : path + "/") + WorkspacePlace.rulesFileName
    if !printsFile { try refuseToOverwrite(file) }
    let (workspace, specs) = try read()
    let inference = LayerInference(workspace.graph, specs: specs)
    let text = inference.rules.text(documentation: About.address)
    let summary = InitSummary(inference, text: text, workspace).text
    if printsFile {
      Terminal.write(text)
      Terminal.note(summary)
      return
    }
    do throws(FileError) {
      try writeAtomically(Array(text.utf8), to: file)
    } catch {
      throw cannot(file, error)
    }
    Terminal.write("wrote \(file.escapedForTerminal)\n\n" + summary)
  }

  private func refuseToOverwrite(_ file: String) throws {
    let machine: WorkingDirectory
    do throws(FileError) { machine = try WorkingDirectory(".") } catch { throw cannot(".", error) }
    guard machine.kind(of: file) != nil else { return }
    Terminal.complain(
      "\(file) is there already; '--print' shows what 'init' would write")
    throw ExitCode.cannotCheck
  }

  /// The workspace, and which its specs are where they have not the usual name and place.
  private func read() throws -> (Workspace, specs: [RulesFile.Specs]) {
    do throws(FileError) {
      let tree = try WorkingDirectory(path)
      let jobs = jobs ?? Walk.defaultJobs
      let usual = try Self.read(tree, RulesFile(), jobs: jobs)
      let specs = try unusualSpecs(of: usual, in: tree, jobs: jobs)
      if !specs.isEmpty {
        let other = try Self.read(tree, RulesFile(specs: specs), jobs: jobs)
        if other.isBetterRead(than: usual) { return (other, specs) }
      }
      if usual.graph.builtCount > 0 { return (usual, []) }
    } catch {
      throw cannot(path, error)
    }
    Terminal.complain("\(path): no project.yml with targets below")
    throw ExitCode.cannotCheck
  }

  private static func read(
    _ tree: WorkingDirectory, _ rules: RulesFile, jobs: Int
  ) throws(FileError) -> Workspace {
    try Workspace(
      reading: tree, configuration: Configuration(rules),
      known: SourceMap(paths: [WorkspacePlace.rulesFileName]),
      options: .init(jobs: jobs, environment: Terminal.environment))
  }

  private func cannot(_ path: String, _ error: FileError) -> ExitCode {
    Terminal.complain("\(path): \(error.reason)")
    return .cannotCheck
  }
}
