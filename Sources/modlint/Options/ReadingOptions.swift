import ArgumentParser
import Loading

struct ReadingOptions: ParsableArguments {
  @Option(help: "The number of threads that read files.")
  var jobs: Int?

  @Flag(
    help:
      "Ask swift about local packages whose manifests are computed instead of treating each as one module."
  )
  var packages = false

  @Flag(
    name: .customLong("no-cache"),
    help: "With --packages: neither read nor write the cache.")
  var noCache = false

  func validate() throws {
    if let jobs, !(1...1024 ~= jobs) {
      throw ValidationError("--jobs must be a number from 1 to 1024")
    }
  }

  var loading: LoadingOptions {
    var options = LoadingOptions(version: About.version, host: .process)
    options.jobs = jobs
    options.asksSwift = packages
    options.cachesPackages = !noCache
    return options
  }
}

struct WorkspaceOptions: ParsableArguments {
  /// The heading of these options in help, and of their only section in the manual.
  static let title = "Workspace options"

  @Option(
    help: "The rules file; the path that is checked is then the root of the workspace.",
    completion: .rulesFile)
  var config: String?

  @OptionGroup var reading: ReadingOptions

  var jobs: Int? { reading.jobs }

  var loading: LoadingOptions {
    var options = reading.loading
    options.config = config
    return options
  }
}
