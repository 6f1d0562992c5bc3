internal import Diagnostics
public import Files
internal import Paths
internal import SpecReading
internal import YAML

/// The files that affect a spec and its targets.
public struct SpecInputs: Sendable {
  /// The files of the spec, existing or not: itself, included files, configuration files.
  public let files: Set<String>
  private let sources: SpecSources?

  /// Reads the spec at `path`, and records the files that it looks up.
  ///
  /// Its paths are relative to `folder`, which is empty for the root.
  public init(
    of path: String, in folder: String, of tree: any FileTree,
    environment: @escaping @Sendable (String) -> String?
  ) {
    let recorder = RecordingTree(tree)
    var reader = SpecReader(source: recorder, options: .init(environment: environment))
    sources = reader.sources(
      of: path, in: folder.isEmpty ? "." : folder, from: tree, decodes: true)
    files = Set(recorder.seen.map(Path.normalized))
  }

  /// Returns the changed files that affect the spec and its targets.
  public func touched(by changes: ChangedPaths) -> TouchedTargets {
    var sources = sources
    var touched = sources?.touchedTargets(by: changes) ?? TouchedTargets()
    // A configuration file of one target does not affect the others.
    let read = files.subtracting(touched.ownSettings)
    touched.shared.formUnion(read.filter { changes.contains($0) })
    return touched
  }
}
