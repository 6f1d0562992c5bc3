internal import Files
internal import Paths
internal import Projects
internal import SpecDecoding
internal import WorkspaceReading

/// Finds resources among the sources of targets, which static libraries cannot contain.
///
/// Used only for static libraries and frameworks of applications, in folders with resources.
public struct Resources: Sendable {
  private let lists: SourceLists
  /// The folders with resources, and all above them.
  private var folders: Set<String> = []

  /// Fails if there are no resources.
  public init?(_ lists: SourceLists, folders: Set<String>) {
    guard !folders.isEmpty else { return nil }
    self.lists = lists
    for folder in folders {
      var next: String? = folder
      while let folder = next, self.folders.insert(folder).inserted {
        next = Path.enclosingFolder(of: folder)
      }
    }
  }

  /// Returns the paths of the resources of targets, by name of the target, in order.
  ///
  /// - Complexity: Reads the spec and lists the folders of the targets' sources, if there are
  ///   resources below its folder.
  public func paths(ofTargets targets: Set<String>, spec: Int) -> [String: [String]] {
    guard lists.specs.indices.contains(spec), folders.contains(lists.specs[spec].folder) else {
      return [:]
    }
    var paths: [String: [String]] = [:]
    var sources = lists.specSources(spec)
    for sources in sources?.targetSources(of: targets) ?? [] where !sources.exceedsLimits {
      let found = sources.files.filter { $0.phase == .resources || $0.phase == .sources }
        .map(\.path).filter { Self.isResource($0) }
      if !found.isEmpty { paths[sources.target] = found }
    }
    return paths
  }

  private static func isResource(_ path: String) -> Bool {
    let endings = ["xib", "storyboard", "strings", "stringsdict", "xcstrings"]
    return Path.isCatalog(path)
      || Path.splitExtension(Path.lastComponent(path)).extension.map(endings.contains) ?? false
  }
}
