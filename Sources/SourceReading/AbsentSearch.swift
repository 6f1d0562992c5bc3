public import Architecture
internal import Diagnostics
internal import Files
internal import Paths
internal import Projects
internal import SpecDecoding
internal import Synchronization
public import WorkspaceReading
internal import XcodeProjects

/// Looks for what specs and projects name and what is not there, but may be elsewhere.
public final class AbsentSearch: Sendable {
  private let lists: SourceLists
  /// The folders of packages and projects that the workspace names.
  private let named: Set<String>
  private let absent: Mutex<AbsentPaths>
  private let folders = Mutex<[String]?>(nil)

  public init(_ lists: SourceLists, _ table: borrowing SpecTable) {
    self.lists = lists
    named = table.namedFolders.union(
      lists.packages.packages.flatMap { $0.folders.compactMap(\.self) })
    absent = Mutex(AbsentPaths(in: lists.tree, root: lists.root))
  }

  public var notes: AbsentFiles {
    var notes = AbsentFiles()
    notes.folders = { self.allFolders() }
    notes.contains = { self.isAbsent($0) }
    notes.settings = { self.settings(ofSpec: $0) }
    return notes
  }

  private func isAbsent(_ path: String) -> Bool {
    lists.tree.kind(of: path) == nil && absent.withLock { $0.mayExist(path) }
  }

  private func allFolders() -> [String] {
    folders.withLock { folders in
      let known =
        folders
        ?? (absent.withLock { $0.submodules() } + named.filter { isAbsent($0) })
        .sorted { $0.precedes($1) }
      folders = known
      return known
    }
  }

  /// Reads the spec or Xcode project again.
  ///
  /// The files of CocoaPods have no settings that rules depend on.
  private func settings(ofSpec number: Int) -> [String] {
    guard lists.specs.indices.contains(number) else { return [] }
    let spec = lists.specs[number]
    var files: Set<String>
    if spec.kind == .xcode {
      let recorder = RecordingTree(lists.tree)
      var reader = XcodeProjectReader(in: recorder)
      _ = try? reader.read(Path.folder(of: spec.path), file: FileID(index: 0))
      files = Set(recorder.seen.map(Path.normalized))
    } else {
      var sources = lists.specSources(number)
      files = sources?.files() ?? []
    }
    files = files.filter {
      $0.hasSuffix(".xcconfig") && !Path.components(of: $0).contains("Pods") && isAbsent($0)
    }
    return files.sorted { $0.precedes($1) }
  }
}

extension SpecTable {
  /// The folders of the local packages and the projects that specs name and do not generate.
  var namedFolders: Set<String> {
    let packages = Set(projects.flatMap { $0.packages.filter(\.isLocal).map(\.identity) })
    let references = Set(projects.flatMap { $0.references.map(\.path) })
    // File systems of Macs ignore case.
    let generated =
      references.isEmpty
      ? [] : Set(projects.indices.flatMap { projectPaths(of: $0) }.map { $0.lowercased() })
    return Set(packages.union(references).map(Path.normalized))
      .filter { !generated.contains($0.lowercased()) }
  }
}
