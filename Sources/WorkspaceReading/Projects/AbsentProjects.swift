internal import Architecture
internal import Diagnostics
internal import Files
internal import Paths

/// The projects that a workspace names and that were not read, so that they may build any product.
public struct AbsentProjects {
  /// The folders that are not there, or the projects if only these are not, in order.
  private(set) var places: [String] = []
  /// Whether any project was not read: also one that is there and that rules.yml excludes.
  public private(set) var mayBuildMore = false

  init() {}

  /// - Parameters:
  ///   - paths: The paths of the projects, none of which was read.
  ///   - tree: The tree of files.
  ///   - configuration: The rules.
  init(_ paths: some Sequence<String>, in tree: some FileTree, _ configuration: Configuration) {
    var places: Set<String> = []
    for path in paths where !Self.isMade(path, in: tree) {
      mayBuildMore = true
      let folder = Path.folder(of: path)
      // What package managers check out is never read, so it counts as absent wherever it is there.
      let isElsewhere =
        Path.leadsOutside(path)
        || Path.components(of: folder).contains { Walk.neverDescends(into: String($0)) }
      guard isElsewhere || tree.kind(of: path) == nil, configuration.exclusion(anyOf: folder) == nil
      else { continue }
      let isFolderThere =
        folder.isEmpty || folder.hasSuffix("..")
        || !isElsewhere && !((try? tree.entries(of: folder)) ?? []).isEmpty
      places.insert(isFolderThere ? path : folder)
    }
    self.places = places.sorted { $0.precedes($1) }
  }

  /// Returns the places with those of submodules, unless projects in these are among them.
  public func places(withSubmodules submodules: [String]) -> [String] {
    let new = submodules.filter { submodule in
      !places.contains { Path.lies($0, in: submodule) }
    }
    return (places + new).sorted { $0.precedes($1) }
  }

  /// Whether a file that is read says what a project builds: a spec, or the lock file of CocoaPods.
  private static func isMade(_ path: String, in tree: some FileTree) -> Bool {
    let folder = Path.folder(of: path)
    if Path.leadsOutside(folder) { return false }
    if tree.kind(of: Path.join(folder, entry: "project.yml")) == .file { return true }
    guard Path.lastComponent(folder) == "Pods" else { return false }
    return tree.kind(of: Path.join(Path.folder(of: folder), entry: "Podfile.lock")) == .file
  }
}
