internal import Diagnostics
internal import Text

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

  private static func groups(of entries: [Entry]) -> [(rule: RuleID, entries: [Entry])] {
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
