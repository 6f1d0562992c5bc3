public import Packages

/// The options for reading a workspace.
public struct WorkspaceOptions: Sendable {
  /// The number of threads.
  public var jobs: Int
  /// The files to read as specs regardless of their names, relative to the root.
  public var namedSpecs: [String] = []
  /// Describes packages with computed manifests; `nil` to treat each as one module.
  public var describePackages: (@Sendable ([PackageReader.Question]) -> PackageReader.Answers)?
  /// The absolute path of the root, without links; empty if it has none.
  public var root = ""
  /// Returns the files that git tracks although .gitignore files cover them, or `nil` if git fails.
  ///
  /// The paths are relative to the root. Without it, a walk also finds files that git ignores.
  public var trackedIgnoredFiles: (@Sendable () -> Set<String>?)?
  /// Returns the manifests, Xcode projects and specs that git tracks, or `nil` if git fails.
  ///
  /// The paths are relative to the root. Without it, everything that a walk finds is read.
  public var trackedProjects: (@Sendable () -> Set<String>?)?
  /// Whether to determine the source folder of each module even if no pattern needs it.
  public var looksAtAllFolders = false
  /// Returns a variable of the environment.
  public var environment: @Sendable (String) -> String?

  public init(jobs: Int, environment: @escaping @Sendable (String) -> String?) {
    self.jobs = jobs
    self.environment = environment
  }

  /// The number of specs or manifests below which another thread costs more than it saves.
  private static let specsOfThread = 16

  /// Returns a reasonable number of threads to read `count` specs or manifests.
  public static func jobs(for count: Int, atMost jobs: Int) -> Int {
    min(jobs, count / specsOfThread + 1)
  }
}
