internal import Diagnostics
public import Files
internal import Paths

/// The files and folders other than specs that a walk finds, with the errors.
public struct FoundFiles {
  /// The specs.
  var specs: [String] = []
  /// The folders with a .gitignore.
  var ignoringFolders: [String] = []
  /// The nested workspaces: folders below the root with their own rules file, which are not read.
  public var nestedWorkspaces: [String] = []
  /// The files and folders that could not be read.
  public var failures: [(path: String, error: FileError)] = []
  /// The lock files, which are read after all specs, with the error if they cannot be read.
  public var lockFiles: [(path: String, error: FileError?)] = []
  /// The Podfiles.
  public var podfiles: [String] = []
  /// The folders of Xcode workspaces.
  public var xcodeWorkspaces: [String] = []
  /// The folders of Xcode projects.
  var xcodeProjects: [String] = []
  /// The folders of manifests of Swift packages.
  var packageFolders: [String] = []
  /// The YAML files without the name of a spec.
  public var otherYAML: [String] = []
  /// The folders that contain resources.
  public var resourceFolders: Set<String> = []

  /// The paths of the files and folders that could not be read.
  public var failedPaths: [String] { failures.map(\.path) }

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
    resourceFolders = Set(parts.flatMap(\.resourceFolders))
  }

  /// Adds a file or folder that its name identifies.
  mutating func add(_ name: borrowing EntryName, in folder: String) {
    if name.hasSuffix(".xcworkspace") {
      xcodeWorkspaces.append(Path.join(folder, entry: name.text))
    } else if name.hasSuffix(".xcodeproj") {
      xcodeProjects.append(Path.join(folder, entry: name.text))
    } else if name == ".gitignore" {
      ignoringFolders.append(folder)
    } else if name == "Package.swift" {
      packageFolders.append(folder)
    } else if name == "Podfile" {
      podfiles.append(Path.join(folder, entry: name.text))
    } else if name.hasSuffix(".yml") || name.hasSuffix(".yaml"), !(name == "rules.yml") {
      otherYAML.append(Path.join(folder, entry: name.text))
    } else if name.isOfResource {
      resourceFolders.insert(folder)
    }
  }
}

extension EntryName {
  // Compares bytes, since it is called for every file.
  var isOfResource: Bool {
    hasSuffix(".xib") || hasSuffix(".storyboard") || hasSuffix(".strings")
      || hasSuffix(".stringsdict") || hasSuffix(".xcstrings")
  }
}
