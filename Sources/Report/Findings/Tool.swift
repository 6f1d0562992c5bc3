public import Diagnostics

/// The program that makes reports, and what it knows of its rules.
public struct Tool: Sendable {
  public var name: String
  public var version: String
  /// The address of its repository without a `/` at the end; empty if there is none.
  public var address: String
  /// What is known of a rule; asked for rules of findings only, by formats that have a place for it.
  public var rule: @Sendable (RuleID) -> RuleDescription?
  /// How several findings of a rule are said in one sentence; `nil` if each is said by itself.
  public var block: @Sendable (RuleID) -> FindingBlock? = { _ in nil }

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
  /// Returns a page of the manual for readers elsewhere.
  ///
  /// Its links to other pages lead to the repository. Without one, only their words are left.
  public func linkedPage(_ text: String) -> String {
    let parts = text.split(separator: "](", omittingEmptySubsequences: false)
    return parts.dropFirst().reduce(into: String(parts.first ?? "")) { page, part in
      let target = part.prefix { $0 != ")" }
      guard target.contains(".md"), !target.contains("://") else {
        page += "](" + part
        return
      }
      guard let manual else {
        if let label = page.lastIndex(of: "[") { page.remove(at: label) }
        page += part.dropFirst(target.count + 1)
        return
      }
      let path = target.hasPrefix("../") ? target.dropFirst(3) : "rules/" + target
      page += "](\(manual)/\(path)" + part.dropFirst(target.count)
    }
  }

  /// Returns the address of the page about a rule, if the repository has one.
  func address(of rule: RuleID) -> String? {
    guard let manual else { return nil }
    let page = self.rule(rule)?.page ?? rule
    return "\(manual)/rules/\(page.name.percentEncodedPath).md"
  }

  /// The folder of the manual, as of this version.
  private var manual: String? {
    address.isEmpty ? nil : "\(address)/blob/v\(version)/docs"
  }
}
