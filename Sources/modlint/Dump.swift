import ArgumentParser
import Diagnostics
import Files
import Loading
import Paths
import Report
import SpecDecoding
import Text

struct Dump: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "dump",
    abstract: "Print a spec as XcodeGen resolves it, as JSON.")

  @Argument(
    help: "The specification.", completion: .file(extensions: ["yml", "yaml", "json"]))
  var spec: String

  @Option(
    name: .customLong("project-root"),
    help: "The folder that includes and paths start from, as XcodeGen's option of that name.")
  var projectRoot: String?

  @Flag(name: .customLong("no-env"), help: "Do not expand environment variables.")
  var noEnvironment = false

  func run() throws {
    do throws(FileError) {
      let tree = try Self.tree(around: Path.parent(spec))
      let loaded = SpecDump(
        Path.join("", spec), in: tree, projectRoot: projectRoot.map { Path.join("", $0) },
        environment: noEnvironment ? nil : Terminal.environment)
      let diagnostics = loaded.diagnostics.sorted()
      for diagnostic in diagnostics { Terminal.printError(diagnostic.line(in: loaded.sources)) }
      guard !diagnostics.contains(where: { $0.severity == .error && $0.rule.stopsLoading }),
        let dump = loaded.json
      else { throw FileError.notFound }
      Terminal.write(dump.printed())
    } catch {
      throw ExitCode.cannotCheck
    }
  }

  /// Returns the files of the repository around a folder.
  ///
  /// Without a repository, returns those of the workspace, of the working directory or of the
  /// folder.
  private static func tree(around folder: String) throws(FileError) -> WorkingDirectory {
    let machine = WorkingDirectory.machine
    let root = realPath(".") ?? "."
    let folder = realPath(folder) ?? root
    let workspace = ([folder] + Path.folders(above: folder)).first {
      machine.kind(of: Path.join($0, entry: "rules.yml")) != nil
    }
    return try WorkingDirectory(
      root,
      within: WorkspaceFinder.repository(of: folder, in: machine) ?? workspace
        ?? (Path.lies(folder, in: root) ? root : folder))
  }
}

extension RuleID {
  /// Whether XcodeGen rejects the spec on loading, rather than on generation, because of such an
  /// error.
  fileprivate var stopsLoading: Bool {
    self != .duplicateDependency && self != .unknownKey && self != .ignoredValue
  }
}
