import Architecture
import ArgumentParser
import Diagnostics
import Git
import Loading
import Paths
import Rules
import Workspace

struct ReadingOptions: ParsableArguments {
  @Option(help: "The number of threads that read files.")
  var jobs: Int?

  @Flag(
    help:
      "Ask swift about local packages whose manifests are computed instead of treating each as one module."
  )
  var packages = false

  func validate() throws {
    if let jobs, !(1...1024 ~= jobs) {
      throw ValidationError("--jobs must be a number from 1 to 1024")
    }
  }

  var loading: LoadingOptions {
    var options = LoadingOptions(version: About.version, host: .process)
    options.jobs = jobs
    options.asksSwift = packages
    return options
  }
}

struct WorkspaceOptions: ParsableArguments {
  /// The heading of these options in help, and of their only section in the manual.
  static var title: String { "Workspace options" }

  @Option(
    help: "The rules file; the path that is checked is then the root of the workspace.",
    completion: .file(extensions: ["yml", "yaml"]))
  var config: String?

  @OptionGroup var reading: ReadingOptions

  var loading: LoadingOptions {
    var options = reading.loading
    options.config = config
    return options
  }
}

struct RevisionOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Read the workspace as it is in this revision, without a checkout.", valueName: "rev"),
    completion: .revision)
  var rev: String?

  var state: WorkspaceState { rev.map { .revision($0) } ?? .workingTree }

  func validate() throws { try Self.validate(rev) }

  static func validate(_ revision: String?) throws {
    if let revision, revision.isEmpty || revision.hasPrefix("-") {
      throw ValidationError("'\(revision)' is not a revision")
    }
  }

  /// - Throws: `ValidationError` if another option compares with the working tree or the index.
  func requireAlone(since: String?, isStaged: Bool = false) throws {
    guard rev != nil, since != nil || isStaged else { return }
    throw ValidationError(
      "--rev and \(isStaged ? "--staged" : "--since") cannot be used together")
  }
}

struct DayOption: ParsableArguments {
  @Option(
    help: "The date (YYYY-MM-DD) to check exceptions against (default: today, UTC).")
  var today: Day?

  var day: Day { today ?? .today }
}

struct BaselineOptions: ParsableArguments {
  @Argument(help: "The workspace, by any folder in it.", completion: .directory)
  var path: String = "."

  @OptionGroup var date: DayOption

  @OptionGroup(title: WorkspaceOptions.title) var options: WorkspaceOptions
}

extension LoadedWorkspace {
  /// Returns the name of the repository, or of the folder in it, the commit that was read and its
  /// date; empty without a repository or commit.
  func revisionTitle(of revision: String?, since: String?) -> String {
    guard let files = try? GitFiles(of: place, .process),
      let commit = try? revision.map(files.commit(named:)) ?? .head,
      let logged = try? files.repository.logged(commit)
    else { return "" }
    let top = Path.lastComponent(files.repository.top)
    let name = files.root.isEmpty ? top : Path.join(top, entry: files.root)
    let title = "\(name) \(logged.commit.id.prefix(10)), \(logged.date)"
    return since.map { "\(title), compared with \($0)" } ?? title
  }
}

extension Host {
  static var process: Host {
    Host(environment: Terminal.environment, note: Terminal.printError, relay: Terminal.relay)
  }
}
