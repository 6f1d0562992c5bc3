public import Diagnostics
internal import Text

/// The accepted findings of a workspace, as recorded in modlint-baseline.yml.
public struct Baseline: Sendable {
  /// The name of the file, which is a sibling of rules.yml.
  public static let fileName = "modlint-baseline.yml"

  /// The comments at the top of the file, which rewriting keeps.
  public var head: [String] = []
  /// The entries by rule, in the order of the file.
  public var groups: [Group] = []
  /// The problems of the file, ordered by location.
  public var problems: [Diagnostic] = []
  public var version = currentVersion
  /// Whether an entry could not be parsed and was skipped.
  public var lacksEntries = false
  /// Whether the file contains merge conflicts, so that an entry may be fixed on one side.
  public var isConflicted = false

  /// The rule whose entries named the executable in version 1.
  static let staticDuplicates: RuleID = "duplicate-static"

  static let currentVersion = 2

  /// Whether the file has a version that is supported but no longer written.
  public var isOutdated: Bool { version < Self.currentVersion }

  public init() {}

  public struct Group: Sendable {
    public var rule: RuleID
    public var location: SourceRange
    public var entries: [(entry: Entry, location: SourceRange)]
  }

  /// The identity of a finding: its rule and its modules.
  public struct Entry: Hashable, Sendable {
    public var rule: RuleID
    /// The modules, as `Project/Target`: one module, the two ends of a link, or a static library
    /// and the images that contain a copy.
    ///
    /// For a finding about a file, its path and the message.
    public var names: [String]

    public init(rule: RuleID, names: [String]) {
      self.rule = rule
      self.names = names
    }

    /// Returns `nil` for a finding about rules.yml or the baseline, which cannot be recorded.
    public init?(_ finding: Diagnostic, in sources: SourceMap) {
      self.init(rule: finding.rule, names: finding.subject.identity)
      guard names.isEmpty else { return }
      guard let location = finding.location, !rule.isAboutRules else { return nil }
      names = [sources[location.file], finding.message.text]
    }

    var fingerprint: String { Diagnostic.fingerprint(of: rule, about: names) }
  }

  /// Returns the possible meanings of an entry, the most likely first.
  ///
  /// In version 1 the executable precedes the names of a static duplicate.
  public func readings(of entry: Entry) -> [Entry] {
    guard isOutdated, entry.rule == Self.staticDuplicates, entry.names.count > 2 else {
      return [entry]
    }
    return [Entry(rule: entry.rule, names: Array(entry.names.dropFirst())), entry]
  }

  public var fingerprints: Set<String> {
    Set(entries.flatMap { readings(of: $0) }.map(\.fingerprint))
  }

  public var entries: [Entry] { groups.flatMap { $0.entries.map(\.entry) } }
}

extension Baseline {
  /// Returns the text of a baseline file that records `entries`, in canonical order.
  ///
  /// `address` is the address of modlint's repository, or empty.
  public func text(of entries: [Entry], documentation address: String) -> String {
    let source = address.isEmpty ? "" : ": \(address)"
    let standard = [
      "# Known findings; they do not fail a run of modlint" + source,
      "# Written by 'modlint baseline'; 'modlint baseline prune' removes what no longer applies.",
    ]
    return ((head.isEmpty ? standard : head) + Self.lines(of: Self.groups(of: entries)))
      .map { $0 + "\n" }.joined()
  }

  /// Returns the lines after the comments at the top.
  static func lines(
    of groups: [(rule: RuleID, entries: [Entry])], version: Int = currentVersion
  ) -> [String] {
    guard !groups.isEmpty else { return ["version: \(version)", "findings: {}"] }
    return ["version: \(version)", "findings:"]
      + groups.flatMap { rule, entries in
        ["  \(rule.name.scalarForYAML):"] + entries.map { "    - \($0.text)" }
      }
  }

  static func groups(of entries: [Entry]) -> [(rule: RuleID, entries: [Entry])] {
    Dictionary(grouping: entries, by: \.rule).sorted { $0.key < $1.key }
      .map { ($0.key, $0.value.inOrder) }
  }
}

extension Baseline.Entry {
  /// The names as written in the file: `[Project/A, Project/B]`.
  public var text: String {
    "[" + names.map(\.scalarForYAML).joined(separator: ", ") + "]"
  }
}

extension Collection<Baseline.Entry> {
  /// The entries sorted by rule, then by text, as in the file.
  public var inOrder: [Baseline.Entry] {
    map { (text: $0.text, entry: $0) }
      .sorted { a, b in
        a.entry.rule == b.entry.rule ? a.text.precedes(b.text) : a.entry.rule < b.entry.rule
      }
      .map(\.entry)
  }
}

public struct BaselineChange: Sendable {
  /// Entries without a finding, and repeated entries, in order.
  public var removed: [Baseline.Entry] = []
  /// Entries with a finding, in order.
  public var kept: [Baseline.Entry] = []
  /// Findings without an entry, in order.
  public var added: [Baseline.Entry] = []

  /// Compares `baseline` with all findings of the workspace.
  ///
  /// Entries whose finding `mayBeHidden` are kept.
  ///
  /// - Complexity: O(*n* log *n*).
  public init(
    from baseline: Baseline?, to findings: [Diagnostic], in sources: SourceMap,
    _ configuration: Configuration, mayBeHidden: (Baseline.Entry) -> Bool = { _ in false }
  ) {
    let needed = Set(
      findings.filter { configuration.allowsBaseline(of: $0.rule) }
        .compactMap { Baseline.Entry($0, in: sources) })
    var recorded: Set<Baseline.Entry> = []
    for entry in baseline?.entries ?? [] {
      // Several entries of an older version may have been merged into one, so none was lost.
      let isOlder = baseline?.isOutdated == true && entry.rule == Baseline.staticDuplicates
      if let current = baseline?.readings(of: entry).first(where: { needed.contains($0) }),
        recorded.insert(current).inserted || isOlder
      {
        continue
      }
      if mayBeHidden(entry), recorded.insert(entry).inserted { continue }
      removed.append(entry)
    }
    removed = removed.inOrder
    kept = recorded.inOrder
    added = needed.subtracting(recorded).inOrder
  }
}

extension Configuration {
  public func canRecord(_ finding: Diagnostic, in sources: SourceMap) -> Bool {
    allowsBaseline(of: finding.rule) && Baseline.Entry(finding, in: sources) != nil
  }
}
