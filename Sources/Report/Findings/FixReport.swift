public import Diagnostics
internal import Text

/// The result of `fix`: the fixed and the remaining findings.
public struct FixReport: Sendable {
  public var fixed: [Item] = []
  /// Findings whose fixes were refused, with the reasons.
  public var refused: [Item] = []
  /// The numbers of the other remaining findings.
  public var rest: [Rest: Int] = [:]
  let files: Int
  /// The counts of the remaining findings.
  public let left: Report.Summary

  public init(files: Int, left: Report.Summary) {
    self.files = files
    self.left = left
  }

  /// The reasons why findings are left that are only counted.
  public enum Rest: String, CaseIterable, Sendable {
    case unsafe = "only with --unsafe"
    case manifest = "in Package.swift, which is not edited"
    case otherRules = "of other rules"
    case project = "in Xcode projects, which are not edited"
    case unfixable = "without a fix"
  }

  /// A finding with its location before the fix.
  public struct Item: Sendable {
    /// The location, such as `core/Network/project.yml:23:9`; may be empty.
    public var place: String
    public var finding: Diagnostic
    public var reason: String?

    public init(_ finding: Diagnostic, at place: String, reason: String? = nil) {
      self.place = place
      self.finding = finding
      self.reason = reason
    }
  }

  /// Returns the report as text; `isPlanned` if no file was written.
  public func text(style: Style = Style(), isPlanned: Bool = false) -> String {
    var text = ""
    for item in fixed { append(item, isPlanned ? "would fix:" : "fixed:", .cyan, style, &text) }
    for item in refused { append(item, "not fixed:", .yellow, style, &text) }
    if !text.isEmpty { text.append("\n") }
    return text + summary(isPlanned: isPlanned) + "\n"
  }

  /// The next commands to run, in one line; empty if no findings remain.
  public var next: String {
    let unsafe = rest[.unsafe] ?? 0
    let more =
      unsafe > 0 ? "'modlint fix --unsafe --diff' shows \(unsafe) more that it can fix" : nil
    let lint = left.errors + left.warnings > unsafe ? "'modlint lint' shows what is left" : nil
    let commands = [more, lint].compactMap(\.self)
    return commands.isEmpty ? "" : commands.joined(separator: "; ") + "\n"
  }

  private func append(
    _ item: Item, _ word: String, _ paint: Paint, _ style: Style, _ text: inout String
  ) {
    if !item.place.isEmpty {
      text += style.painted(item.place.escapedForTerminal + ":", .bold) + " "
    }
    text += style.painted(word, paint) + " " + item.finding.message.text.escapedForTerminal + " "
    text += style.painted("[\(item.finding.rule.name.escapedForTerminal)]", .dim) + "\n"
    if let reason = item.reason { text += "  reason: \(reason.escapedForTerminal)\n" }
  }

  private func summary(isPlanned: Bool) -> String {
    let verb = isPlanned ? "would fix" : "fixed"
    let done =
      fixed.isEmpty
      ? "\(verb) nothing"
      : "\(verb) \(counted(fixed.count, "finding")) in \(counted(files, "file"))"
    let count = left.errors + left.warnings + left.known
    guard count > 0 else { return "\(done); none left" }
    let states = [
      left.errors == 0 ? nil : counted(left.errors, "error"),
      left.warnings == 0 ? nil : counted(left.warnings, "warning"),
      left.known == 0 ? nil : "\(left.known) known",
    ].compactMap(\.self)
    let reasons =
      (refused.isEmpty ? [] : ["\(refused.count) not fixed"])
      + Rest.allCases.compactMap { reason in rest[reason].map { "\($0) \(reason.rawValue)" } }
    return "\(done); \(count) left (\(states.joined(separator: ", "))): "
      + reasons.joined(separator: ", ")
  }
}
