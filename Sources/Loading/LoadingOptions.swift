internal import Diagnostics
internal import Files
internal import Git
internal import Packages
internal import Paths
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
  /// Whether the answers of swift are kept in a cache.
  public var cachesPackages = true
  /// The version of modlint, which rules.yml may require.
  public var version: String
  public var host: Host

  public init(version: String, host: Host) {
    self.version = version
    self.host = host
  }

  /// Returns the options for reading the workspace at `place`.
  ///
  /// A revision and the index, which are not a working tree, have no ignored files.
  public func reading(_ place: WorkspacePlace, isWorkingTree: Bool = true) -> Workspace.Options {
    var reading = Workspace.Options(
      jobs: jobs ?? Walk.defaultJobs, environment: host.environment)
    reading.root = place.root
    if isWorkingTree {
      let host = host
      reading.trackedIgnoredFiles = { (try? GitFiles(of: place, host))?.trackedIgnoredFiles }
      reading.trackedProjects = { (try? GitFiles(of: place, host))?.trackedProjects }
    }
    if asksSwift {
      reading.describePackages =
        PackageReader(place.root, host.environment, isCached: cachesPackages).describe
    }
    return reading
  }

  func reading(_ place: WorkspacePlace, of tree: some FileTree) -> Workspace.Options {
    var options = reading(place, isWorkingTree: !(tree is GitTree))
    options.namedSpecs = place.parts.filter {
      tree.kind(of: $0) == .file && !WorkspacePlace.ownFileNames.contains($0)
        && Path.lastComponent($0) != "Package.swift"
    }.sorted { $0.precedes($1) }
    return options
  }
}
