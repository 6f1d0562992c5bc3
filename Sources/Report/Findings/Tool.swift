public import Diagnostics

/// The program that makes reports, and what it knows of its rules.
public struct Tool: Sendable {
  public var name: String
  public var version: String
  /// Where its documentation lies, without a `/` at the end.
  public var address: String
  /// What is known of a rule; asked for rules of findings only, by formats that have a place for it.
  public var rule: @Sendable (RuleID) -> RuleDescription?

  public init(
    name: String = "", version: String = "", address: String = "",
    rule: @escaping @Sendable (RuleID) -> RuleDescription? = { _ in nil }
  ) {
    self.name = name
    self.version = version
    self.address = address
    self.rule = rule
  }
}

/// What the manual says of a rule.
public struct RuleDescription: Hashable, Sendable {
  /// One line.
  public var summary: String
  /// How its findings count unless rules.yml says otherwise; `nil` where it is off.
  public var severity: Severity?
  /// The rule whose page it is on: itself, or the kind of constraint that a repository has made.
  public var page: RuleID
  /// The page in Markdown.
  public var text: String

  public init(summary: String, severity: Severity?, page: RuleID, text: String) {
    self.summary = summary
    self.severity = severity
    self.page = page
    self.text = text
  }
}

extension Tool {
  /// A page of the manual for readers elsewhere: its links to other pages lead to the project.
  public func linkedPage(_ text: String) -> String {
    let parts = text.split(separator: "](", omittingEmptySubsequences: false)
    return parts.dropFirst().reduce(into: String(parts.first ?? "")) { page, part in
      let target = part.prefix { $0 != ")" }
      guard let name = target.split(separator: ".md", maxSplits: 1).first, name != target else {
        page += "](" + part
        return
      }
      let path = name.hasPrefix("../") ? name.dropFirst(3) : "rules/" + name
      page += "](\(address)/\(path)" + part.dropFirst(name.count + ".md".count)
    }
  }

  /// The address of the page about a rule.
  func address(of rule: RuleID) -> String {
    let page = self.rule(rule)?.page ?? rule
    return "\(address)/rules/\(page.name.percentEncodedPath)"
  }
}
