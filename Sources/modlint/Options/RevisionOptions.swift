import ArgumentParser
import Architecture
import Workspace

/// The options of commands that compare with a revision or read the index.
struct RevisionOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Ignore findings already present at the merge base of this revision and HEAD.",
      valueName: "rev"),
    completion: .revision)
  var since: String?

  @Flag(help: "Check the git index instead of the working tree.")
  var staged = false

  func validate() throws { try Self.validate(since) }

  /// Rejects a revision that git would parse as an option.
  static func validate(_ revision: String?) throws {
    if let revision, revision.isEmpty || revision.hasPrefix("-") {
      throw ValidationError("'\(revision)' is not a revision")
    }
  }
}

/// The option of commands that can read a revision instead of the working tree.
struct RevisionOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Read the workspace as it is in this revision, without a checkout.", valueName: "rev"),
    completion: .revision)
  var rev: String?

  func validate() throws { try RevisionOptions.validate(rev) }

  /// - Throws: `ValidationError` if another option compares with the working tree or the index.
  func requireAlone(since: String?, isStaged: Bool = false) throws {
    guard rev != nil, since != nil || isStaged else { return }
    throw ValidationError(
      "--rev and \(isStaged ? "--staged" : "--since") cannot be used together")
  }
}

extension RevisionOptions {
  /// Returns the targets whose sources are read: those that differ from the revision, or that the
  /// next commit changes.
  ///
  /// If the rules or the baseline have changed, all sources are read.
  ///
  /// - Parameters:
  ///   - place: The location of the workspace.
  ///   - files: The repository of the workspace, if open.
  /// - Returns: The targets; git runs when they are first needed.
  func importScope(at place: WorkspacePlace, _ files: GitFiles?) -> ImportScope {
    guard staged || since != nil else { return .all }
    let (since, staged, own) = (since, staged, place.ownPaths)
    return .changes {
      let files = files ?? (try? GitFiles(of: place))
      guard let changes = files?.changesIfKnown(since: since, isStaged: staged),
        changes.isDisjoint(with: own)
      else { return nil }
      return changes
    }
  }
}
