import Diagnostics
public import Files
import Git
import Packages
import Paths
import SourceReading
public import Workspace
public import WorkspaceReading

/// The options of reading a workspace.
public struct LoadingOptions: Sendable {
  /// The rules file; the path that is checked is then the root of the workspace.
  public var config: String?
  /// The number of threads; `nil` for that of the cores.
  public var jobs: Int?
  /// Whether swift describes the packages whose manifests are computed.
  public var asksSwift = false
  /// The version of modlint, which rules.yml may require.
  public var version: String
  public var host: Host

  public init(version: String, host: Host) {
    self.version = version
    self.host = host
  }

  /// Returns the options for reading the workspace at `place`.
  ///
  /// A revision and the index have no ignored files.
  public func reading(_ place: WorkspacePlace, of tree: some FileTree) -> Workspace.Options {
    var reading = Workspace.Options(
      jobs: jobs ?? Walk.defaultJobs, environment: host.environment)
    reading.root = place.root
    reading.namedSpecs = place.parts.filter {
      tree.kind(of: $0) == .file && !WorkspacePlace.ownFileNames.contains($0)
        && Path.lastComponent($0) != "Package.swift"
    }.sorted { $0.precedes($1) }
    if !(tree is GitTree) {
      let host = host
      reading.trackedIgnoredFiles = { (try? GitFiles(of: place, host))?.trackedIgnoredFiles }
      reading.trackedProjects = { (try? GitFiles(of: place, host))?.trackedProjects }
    }
    if asksSwift {
      reading.describePackages = PackageReader(place.root, host.environment).describe
    }
    return reading
  }
}

/// What reading a workspace needs of the process: its environment, and its standard error for notes.
public struct Host: Sendable {
  /// Returns the value of a variable of the environment.
  public var environment: @Sendable (String) -> String?
  /// Writes a line for the user.
  public var note: @Sendable (String) -> Void
  /// Writes the message of another program, which may have several lines.
  public var relay: @Sendable (String) -> Void

  public init(
    environment: @escaping @Sendable (String) -> String?,
    note: @escaping @Sendable (String) -> Void, relay: @escaping @Sendable (String) -> Void
  ) {
    self.environment = environment
    self.note = note
    self.relay = relay
  }
}

/// A state of the files of a workspace.
public enum WorkspaceState: Sendable {
  case workingTree
  /// The working tree, whose YAML and JSON files are kept as first read.
  case snapshot
  case index
  case revision(String)
}

/// The changes that a rule on imports judges.
public enum ChangeScope: Sendable {
  case all
  /// What differs from the merge base with a revision, or what the next commit changes.
  case changes(since: String?, isStaged: Bool)

  /// Returns the targets whose sources are read: all if the rules or the baseline have changed.
  ///
  /// Git runs when they are first needed.
  func importScope(at place: WorkspacePlace, _ host: Host, _ files: GitFiles?) -> ImportScope {
    guard case .changes(let since, let isStaged) = self else { return .all }
    let own = place.ownPaths
    return .changes {
      let files = files ?? (try? GitFiles(of: place, host))
      guard let changes = files?.changesIfKnown(since: since, isStaged: isStaged),
        changes.isDisjoint(with: own)
      else { return nil }
      return changes
    }
  }
}

extension PackageReader {
  /// Creates a reader that runs the `swift` in `PATH`, outside of the repository, to describe
  /// packages.
  init(_ root: String, _ environment: @Sendable (String) -> String?) {
    let own = WorkspaceFinder.repository(of: root, in: WorkingDirectory.machine) ?? root
    let path = Program.searchPath(environment("PATH") ?? "", outside: own)
    self.init(
      root: root, swift: Program.path(of: "swift", in: path, outside: own), searchPath: path)
  }
}
