public import Diagnostics

/// The findings that a workspace lets pass for now, as modlint-baseline.yml records them.
public struct Baseline: Sendable {
  /// Its name; it lies beside rules.yml.
  public static let fileName = "modlint-baseline.yml"

  /// The comments at its beginning, which are kept when it is written anew.
  public var head: [String] = []
  /// In the order of the file.
  public var groups: [Group] = []
  /// What is wrong with the file, in order of place.
  public var problems: [Diagnostic] = []
  /// The version of its format.
  public var version = currentVersion
  /// Whether some entry could not be read, and is in no group.
  public var lacksEntries = false
  /// Whether it holds both sides of a merge, so that an entry may have been fixed on one of them.
  public var isConflicted = false

  /// The rule of which version 1 recorded whose process it was.
  static let staticDuplicates: RuleID = "duplicate-static"

  static let currentVersion = 2

  /// Whether it is of a version that is read and no longer written.
  public var isOutdated: Bool { version < Self.currentVersion }

  public init() {}

  /// The entries of one rule.
  public struct Group: Sendable {
    public var rule: RuleID
    public var location: SourceRange
    public var entries: [(entry: Entry, location: SourceRange)]
  }

  /// What a finding is known by: its rule and the modules it is about.
  public struct Entry: Hashable, Sendable {
    public var rule: RuleID
    /// As `Project/Target`: a module, or the two ends of a link, or a static library and the images that
    /// own a copy.
    ///
    /// Of a finding about a file, its path and the finding's wording.
    public var names: [String]

    public init(rule: RuleID, names: [String]) {
      self.rule = rule
      self.names = names
    }

    /// `nil` for a finding about rules.yml or the baseline, which are there to be corrected.
    public init?(_ finding: Diagnostic, in sources: SourceMap) {
      self.init(rule: finding.rule, names: finding.subject.identity)
      guard names.isEmpty else { return }
      guard let location = finding.location, !rule.isAboutRules else { return nil }
      names = [sources[location.file], finding.message.text]
    }

    var fingerprint: String { Diagnostic.fingerprint(of: rule, about: names) }
  }

  /// What an entry of the file may record, the likeliest first: in version 1 the executable stands before the
  /// names of a static duplicate.
  public func readings(of entry: Entry) -> [Entry] {
    guard isOutdated, entry.rule == Self.staticDuplicates, entry.names.count > 2 else {
      return [entry]
    }
    return [Entry(rule: entry.rule, names: Array(entry.names.dropFirst())), entry]
  }

  /// The fingerprints of all that it may record.
  public var fingerprints: Set<String> {
    Set(entries.flatMap { readings(of: $0) }.map(\.fingerprint))
  }

  public var entries: [Entry] { groups.flatMap { $0.entries.map(\.entry) } }
}
