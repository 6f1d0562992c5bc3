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
  public var parts: Set<String>

  public init(
    root: String, rules: String? = nil, isRulesNamed: Bool = false, parts: Set<String> = []
  ) {
    self.root = root
    self.rules = rules
    self.isRulesNamed = isRulesNamed
    self.parts = parts
  }

  /// Whether a path is one of those to report on, or below one.
  ///
  /// Must be fast: a hook passes all files of a commit, and each finding is compared with them.
  public func asks(about path: String) -> Bool {
    parts.isEmpty || Path.lies(path, inAnyOf: parts)
  }

  /// Returns the path of a file relative to `root`; `nil` if it is outside or does not exist.
  public static func path(of file: String, below root: String) -> String? {
    realPath(file).flatMap { Path.part(of: $0, in: root) }.map { String($0) }
  }

  public static let rulesFileName = "rules.yml"
  /// The files of modlint at the root.
  public static let ownFileNames = [rulesFileName, Baseline.fileName]
}

/// Finds the workspace of a path: the nearest ancestor with a rules file.
public struct WorkspaceFinder {
  /// The value of `--config`, with which the path itself is the root.
  var config: String?

  private let machine = WorkingDirectory.machine

  public init(config: String?) { self.config = config }

  /// Returns the workspace that contains all paths.
  public func find(_ paths: [String]) throws(Failure) -> WorkspacePlace {
    var result: WorkspacePlace?
    for (number, path) in (paths.isEmpty ? ["."] : paths).enumerated() {
      var place = try find(path, isFirst: number == 0)
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

  private func find(_ path: String, isFirst: Bool) throws(Failure) -> WorkspacePlace {
    guard let real = realPath(path), let kind = machine.kind(of: real) else {
      var failure = Failure("no such file or folder: \(path)")
      failure.unknownPath = isFirst ? path : nil
      throw failure
    }
    var place = WorkspacePlace(root: kind == .folder ? real : Path.parent(real))
    if let config {
      (place.rules, place.isRulesNamed) = (config, true)
    } else if let root = rulesFolder(from: place.root) {
      place.root = root
      place.rules = Path.join(root, entry: WorkspacePlace.rulesFileName)
    }
    place.parts = [Path.part(of: real, in: place.root).map { String($0) } ?? real]
    return place
  }

  /// Returns the nearest folder with a rules file, from `folder` up to the root of the repository.
  ///
  /// Outside of a repository, searches up to the working directory.
  private func rulesFolder(from folder: String) -> String? {
    let limit = Self.repository(of: folder, in: machine) ?? realPath(".") ?? folder
    return Self.folders(from: folder, upTo: limit).first {
      machine.kind(of: Path.join($0, entry: WorkspacePlace.rulesFileName)) == .file
    }
  }

  /// Returns the absolute `folder` or its nearest ancestor with `.git`, which is a file in a
  /// worktree or submodule.
  public static func repository(of folder: String, in machine: some FileTree) -> String? {
    folders(from: folder, upTo: "/").first { machine.kind(of: Path.join($0, entry: ".git")) != nil }
  }

  /// Returns the absolute `folder` and its ancestors up to `limit`; only `folder` if it is outside
  /// of `limit`.
  public static func folders(from folder: String, upTo limit: String) -> [String] {
    [folder] + Path.folders(above: folder).prefix { Path.lies($0, in: limit) }
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
