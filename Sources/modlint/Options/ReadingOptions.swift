import ArgumentParser
import Files
import Git
import Packages
import Paths
import Workspace

/// The options of all commands that read the files of a workspace.
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

  /// Returns the options for reading the workspace at `place`.
  ///
  /// A revision and the index, which are not a working tree, have no ignored files.
  func reading(_ place: WorkspacePlace, isWorkingTree: Bool = true) -> Workspace.Options {
    var reading = Workspace.Options(
      jobs: jobs ?? Walk.defaultJobs, environment: Terminal.environment)
    reading.root = place.root
    if isWorkingTree {
      reading.trackedIgnoredFiles = { (try? GitFiles(of: place))?.trackedIgnoredFiles }
      reading.trackedProjects = { (try? GitFiles(of: place))?.trackedProjects }
    }
    if packages {
      reading.describePackages = PackageReader(place.root, isCached: !noCache).describe
    }
    return reading
  }
}

/// The options of all commands that read a workspace.
struct WorkspaceOptions: ParsableArguments {
  /// The heading of these options in help, and of their only section in the manual.
  static let title = "Workspace options"

  @Option(
    help: "The rules file; the path that is checked is then the root of the workspace.",
    completion: .rulesFile)
  var config: String?

  @OptionGroup var reading: ReadingOptions

  var jobs: Int? { reading.jobs }

  var packages: Bool {
    get { reading.packages }
    set { reading.packages = newValue }
  }

  func reading(_ place: WorkspacePlace, of tree: some FileTree) -> Workspace.Options {
    var options = reading.reading(place, isWorkingTree: !(tree is GitTree))
    options.namedSpecs = place.parts.filter {
      tree.kind(of: $0) == .file && !WorkspacePlace.ownFileNames.contains($0)
        && Path.lastComponent($0) != "Package.swift"
    }
    return options
  }
}
