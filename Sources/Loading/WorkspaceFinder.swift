internal import Architecture
public import Files
internal import Paths
internal import Rules

/// The location of a workspace: its root, its rules, and the paths to report on.
public struct WorkspacePlace: Equatable, Sendable {
  /// The absolute path, with links resolved.
  public var root: String
  /// The rules file, absolute or as given; `nil` if absent.
  public var rules: String?
  /// Whether the rules file was named with `--config`, rather than found.
  public var isRulesNamed = false
  /// The paths to report on, relative to the root; empty for all of it.
  public var parts: Set<String> = []

  public init(root: String) { self.root = root }

  /// Whether a path is one of those to report on, or below one.
  ///
  /// Must be fast: a hook passes all files of a commit, and each finding is compared with them.
  public func asks(about path: String) -> Bool {
    parts.isEmpty || Path.lies(path, inAnyOf: parts)
  }

  /// Returns the path of a file relative to `root`; `nil` if it is outside or does not exist.
  public static func path(of file: String, below root: String) -> String? {
    guard let real = realPath(file), let part = Path.part(of: real, in: root) else { return nil }
    return String(part)
  }

  public static var rulesFileName: String { "rules.yml" }
  /// The files of modlint at the root.
  public static let ownFileNames = [rulesFileName, Baseline.fileName]
}

/// Finds the workspace of a path: the nearest ancestor with a rules file.
public enum WorkspaceFinder {
  /// Returns the workspace that contains all paths; with `config`, the rules file, the path itself is
  /// the root.
  public static func place(
    of paths: [String], config: String?
  ) throws(Failure) -> WorkspacePlace {
    var result: WorkspacePlace?
    for (number, path) in (paths.isEmpty ? ["."] : paths).enumerated() {
      var place = try place(of: path, config, isFirst: number == 0)
      if let first = result, first.root != place.root {
        throw Failure(
          "the paths lie in two workspaces, '\(first.root)' and '\(place.root)'; "
            + "check them one after the other", isUsage: true)
      }
      place.parts.formUnion(result?.parts ?? [])
      result = place
    }
    var place = result ?? WorkspacePlace(root: ".")
    // A path to the root selects everything.
    if place.parts.contains("") { place.parts = [] }
    return place
  }

  /// Searches up to the root of the repository or, outside of one, up to the working directory.
  private static func place(
    of path: String, _ config: String?, isFirst: Bool
  ) throws(Failure) -> WorkspacePlace {
    let machine = WorkingDirectory.machine
    guard let real = realPath(path), let kind = machine.kind(of: real) else {
      var failure = Failure("no such file or folder: \(path)")
      failure.unknownPath = isFirst ? path : nil
      throw failure
    }
    let start = kind == .folder ? real : Path.parent(real)
    var place = WorkspacePlace(root: start)
    if let config {
      (place.rules, place.isRulesNamed) = (config, true)
    } else {
      let limit = repository(of: start, in: machine) ?? realPath(".") ?? start
      for folder in [start] + Path.folders(above: start)
      where folder == start || Path.lies(folder, in: limit) {
        let rules = Path.join(folder, entry: WorkspacePlace.rulesFileName)
        guard machine.kind(of: rules) == .file else { continue }
        (place.root, place.rules) = (folder, rules)
        break
      }
    }
    place.parts = [String(Path.part(of: real, in: place.root) ?? real[...])]
    return place
  }

  /// Returns the absolute `folder` or its nearest ancestor with `.git`, which is a file in a
  /// worktree or submodule.
  public static func repository(of folder: String, in machine: some FileTree) -> String? {
    for folder in [folder] + Path.folders(above: folder)
    where machine.kind(of: Path.join(folder, entry: ".git")) != nil {
      return folder
    }
    return nil
  }
}

extension WorkingDirectory {
  /// Opens the files of a workspace.
  ///
  /// Does not open or list any file outside of its repository or, without a repository, outside of
  /// its root.
  public init(workspace path: String) throws(FileError) {
    let root = realPath(path) ?? path
    let repository = WorkspaceFinder.repository(of: root, in: WorkingDirectory.machine)
    try self.init(path, within: repository ?? root)
  }
}
