public import Diagnostics
internal import Text

/// The result of `fix`: the fixed and the remaining findings.
public struct FixReport: Sendable {
  public var fixed: [Item] = []
  /// Findings whose fixes were refused, with the reasons.
  public var refused: [Item] = []
  public var files = 0
  public var unsafe = 0
  /// The number of findings with a fix that would change a Package.swift.
  public var inManifests = 0
  /// The number of findings of rules that `--rule` does not select.
  public var ofOtherRules = 0
  /// The number of rules that `--rule` selects.
  public var rules = 0
  /// The number of findings in Xcode projects that have fixes in specs.
  public var inProjects = 0
  /// The number of findings without a fix.
  public var unfixable = 0
  /// The counts of the remaining findings.
  public var left = Report.Summary()

  public init() {}

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
    let more =
      unsafe > 0 ? "'modlint fix --unsafe --diff' shows \(unsafe) more that it can fix" : nil
    let rest = left.errors + left.warnings > unsafe ? "'modlint lint' shows what is left" : nil
    let commands = [more, rest].compactMap(\.self)
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
    let projects = inProjects == 1 ? "an Xcode project, which is" : "Xcode projects, which are"
    let reasons = [
      (refused.count, "not fixed"), (unsafe, "only with --unsafe"),
      (inManifests, "in Package.swift, which is not edited"),
      (ofOtherRules, "not of \(rules == 1 ? "this rule" : "these rules")"),
      (inProjects, "in \(projects) not edited"), (unfixable, "without a fix"),
    ].filter { $0.0 > 0 }.map { "\($0) \($1)" }
    return "\(done); \(count) left (\(states.joined(separator: ", "))): "
      + reasons.joined(separator: ", ")
  }
}
