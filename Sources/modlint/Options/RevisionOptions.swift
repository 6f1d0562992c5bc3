import ArgumentParser
import Loading

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

  var state: WorkspaceState { rev.map { .revision($0) } ?? .workingTree }

  func validate() throws { try RevisionOptions.validate(rev) }

  /// - Throws: `ValidationError` if another option compares with the working tree or the index.
  func requireAlone(since: String?, isStaged: Bool = false) throws {
    guard rev != nil, since != nil || isStaged else { return }
    throw ValidationError(
      "--rev and \(isStaged ? "--staged" : "--since") cannot be used together")
  }
}

extension RevisionOptions {
  var changes: ChangeScope {
    staged || since != nil ? .changes(since: since, isStaged: staged) : .all
  }

  /// The state of the files to read, unless `revision` names one.
  func state(unless revision: String?) -> WorkspaceState {
    revision.map { .revision($0) } ?? (staged ? .index : .workingTree)
  }
}
