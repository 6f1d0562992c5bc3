/// Something that a run did not read, or did not check in full.
public struct Gap: Hashable, Sendable {
  public var kind: Kind
  /// The name of a target as in findings, or the path of anything else.
  public var name: String
  /// The cause, if it is not that of all gaps of the kind.
  private var ownCause: String?

  public init(_ kind: Kind, _ name: String, because cause: String? = nil) {
    self.kind = kind
    self.name = name
    ownCause = cause
  }

  /// The kinds, in the order of summaries; raw values are the keys of their counts in JSON.
  public enum Kind: String, CaseIterable, Sendable {
    case nestedWorkspaces
    case wholePackages
    case hostManifests
    case absentPackages
    case absentProjects
    case absentFiles
    case targetsWithoutSources
    case targetsWithGeneratedSources
    case targetsWithCFamilySources
    case targetsBehindUnreadPackages
    case targetsReadInPart
  }
}

extension Gap.Kind {
  /// What was not read, what happened instead, and the cause unless that is part of it.
  private var words: (noun: String, state: String, cause: String?) {
    switch self {
    case .nestedWorkspaces: ("nested workspace", "not read", "own rules.yml; lint its folder")
    case .wholePackages: ("package", "taken whole", "computed manifest")
    case .hostManifests: ("manifest", "read as on macOS, without variables", nil)
    case .absentPackages: ("package", "not there", nil)
    case .absentProjects: ("project", "not there", nil)
    case .absentFiles: ("file", "not there", nil)
    case .targetsWithoutSources: ("target", "not judged: no sources", nil)
    case .targetsWithGeneratedSources: ("target", "not judged: generated sources", nil)
    case .targetsWithCFamilySources: ("target", "not judged: C-family", nil)
    case .targetsBehindUnreadPackages: ("target", "judged in part: unread packages", nil)
    case .targetsReadInPart:
      ("target", "read in part: folder links, large sources or patterns beyond a limit", nil)
    }
  }

  /// The kind of thing, such as `target`.
  public var noun: String { words.noun }

  /// What happened to it, such as `not judged: no sources`.
  public var state: String { words.state }

  /// Whether summaries name the first gap.
  public var isNamed: Bool {
    [.nestedWorkspaces, .absentPackages, .absentProjects, .absentFiles].contains(self)
  }

  fileprivate var cause: String? { words.cause }
}

extension Gap {
  /// What happened, with the cause.
  public var why: String {
    (ownCause ?? kind.cause).map { "\(kind.state): \($0)" } ?? kind.state
  }
}

extension [Gap] {
  /// The gaps in the order of their kinds, then by name.
  public var inOrder: [Gap] {
    var gaps: [Gap] = []
    for kind in Gap.Kind.allCases {
      gaps += filter { $0.kind == kind }.sorted { $0.name.precedes($1.name) }
    }
    return gaps
  }
}
