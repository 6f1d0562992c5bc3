internal import SourceReading

/// A state of the files of a workspace.
public enum WorkspaceState: Sendable {
  case workingTree
  /// The working tree, whose YAML and JSON files are kept as first read.
  case snapshot
  case index
  case revision(String)
}

/// The changes that a rule on imports judges.
public enum ChangeScope: Sendable {
  case all
  /// What differs from the merge base with a revision, or what the next commit changes.
  case changes(since: String?, isStaged: Bool)

  /// Returns the targets whose sources are read.
  ///
  /// If the rules or the baseline have changed, all sources are read.
  ///
  /// - Parameters:
  ///   - place: The location of the workspace.
  ///   - host: The process.
  ///   - files: The repository of the workspace, if open.
  /// - Returns: The targets; git runs when they are first needed.
  func importScope(at place: WorkspacePlace, _ host: Host, _ files: GitFiles?) -> ImportScope {
    guard case .changes(let since, let isStaged) = self else { return .all }
    let own = place.ownPaths
    return .changes {
      let files = files ?? (try? GitFiles(of: place, host))
      guard let changes = files?.changesIfKnown(since: since, isStaged: isStaged),
        changes.isDisjoint(with: own)
      else { return nil }
      return changes
    }
  }
}
