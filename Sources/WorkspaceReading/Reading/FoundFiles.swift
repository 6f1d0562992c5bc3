internal import Architecture
internal import Diagnostics
public import Files
internal import Paths

/// The files and folders other than specs that a walk finds, with the errors.
public struct FoundFiles {
  var specs: [String] = []
  var ignoringFolders: [String] = []
  /// The nested workspaces: folders below the root with their own rules file, which are not read.
  public var nestedWorkspaces: [String] = []
  public var failures: [(path: String, error: FileError)] = []
  /// The lock files, which are read after all specs, with the error if they cannot be read.
  public var lockFiles: [(path: String, error: FileError?)] = []
  public var podfiles: [String] = []
  public var xcodeWorkspaces: [String] = []
  var xcodeProjects: [String] = []
  var packageFolders: [String] = []
  public var otherYAML: [String] = []
  /// The folders that contain resources and, once joined, all above them.
  public var resourceFolders: Set<String> = []
  var usedExclusions: Set<Int> = []
  var usedSpecPatterns: Set<Int> = []

  init() {}

  /// Joins the results of several threads.
  ///
  /// Workspaces are in order of path.
  init(_ parts: [FoundFiles]) {
    specs = parts.flatMap(\.specs)
    ignoringFolders = parts.flatMap(\.ignoringFolders)
    nestedWorkspaces = parts.flatMap(\.nestedWorkspaces).sorted { $0.precedes($1) }
    failures = parts.flatMap(\.failures)
    lockFiles = parts.flatMap(\.lockFiles)
    podfiles = parts.flatMap(\.podfiles)
    xcodeWorkspaces = parts.flatMap(\.xcodeWorkspaces).sorted { $0.precedes($1) }
    xcodeProjects = parts.flatMap(\.xcodeProjects)
    packageFolders = parts.flatMap(\.packageFolders)
    otherYAML = parts.flatMap(\.otherYAML)
    usedExclusions = Set(parts.flatMap(\.usedExclusions))
    usedSpecPatterns = Set(parts.flatMap(\.usedSpecPatterns))
    for folder in parts.flatMap(\.resourceFolders) {
      var next: String? = folder
      while let folder = next, resourceFolders.insert(folder).inserted {
        next = Path.enclosingFolder(of: folder)
      }
    }
  }
}

extension FoundFiles {
  /// Removes the packages and Xcode projects that are not read unless something names them: those
  /// that tools download, data of tests, and those that rules.yml does not choose.
  ///
  /// - Returns: The indices of the entries of `packages` in rules.yml with a match.
  mutating func removeUnread(by configuration: Configuration) -> Set<Int> {
    packageFolders.removeAll { folder in
      Path.isOfTool(folder)
        || Path.isTestData(folder) && configuration.entry(forPackage: folder) == nil
    }
    xcodeProjects.removeAll { path in
      Path.isOfTool(path) || Path.isTestData(path) && configuration.entry(forProject: path) == nil
    }
    guard configuration.packageFolders != nil else { return [] }
    let entries = packageFolders.map { ($0, configuration.entry(forPackage: $0)) }
    packageFolders = entries.filter { $0.1 != nil }.map(\.0)
    return Set(entries.compactMap(\.1))
  }

  /// Returns the specs that git ignores, and removes all other files that it ignores, except projects
  /// and packages that rules.yml names.
  ///
  /// A file that git tracks although a .gitignore covers it is part of the workspace, and so is
  /// everything if git ignores the root itself.
  mutating func takeIgnored(
    from checkout: Checkout, _ configuration: Configuration, _ options: WorkspaceOptions
  ) -> Set<String> {
    guard let trackedFiles = options.trackedIgnoredFiles else { return [] }
    var ignored = IgnoredPaths(
      in: checkout.tree, checkout.place, listed: ignoringFolders, ignoresCase: false)
    if ignored.isEmpty() || ignored.contains("", isFolder: true) { return [] }
    lazy var tracked = trackedFiles()
    func isIgnored(_ path: String, isFolder: Bool = false) -> Bool {
      // If git cannot say, nothing is.
      guard ignored.contains(path, isFolder: isFolder), !checkout.isInSubmodule(path), let tracked
      else { return false }
      return !tracked.contains { Path.lies($0, in: path) }
    }
    nestedWorkspaces.removeAll { isIgnored(Path.join($0, entry: "rules.yml")) }
    failures.removeAll { isIgnored($0.path) }
    lockFiles.removeAll { isIgnored($0.path) }
    xcodeWorkspaces.removeAll { isIgnored($0, isFolder: true) }
    xcodeProjects.removeAll {
      configuration.entry(forProject: $0) == nil && isIgnored($0, isFolder: true)
    }
    packageFolders.removeAll {
      configuration.entry(forPackage: $0) == nil
        && isIgnored(Path.join($0, entry: "Package.swift"))
    }
    return Set(specs.filter { isIgnored($0) })
  }
}

extension Path {
  static func isTestData(_ path: String) -> Bool {
    // Without an array, since it is called for every spec.
    var rest = path.utf8[...]
    while !rest.isEmpty {
      let name = rest[..<(rest.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex)]
      if name.elementsEqual("Fixtures".utf8) || name.elementsEqual("TestData".utf8) { return true }
      rest = rest[name.endIndex...].dropFirst()
    }
    return false
  }
}
