public import Diagnostics

/// The program that writes reports, and its rules.
public struct Tool: Sendable {
  public var name: String
  public var version: String
  /// The URL of its repository, without a trailing `/`; may be empty.
  public var address: String
  /// The description of a rule; formats request only those of findings.
  public var rule: @Sendable (RuleID) -> RuleDescription?
  /// The wording of blocks of a rule; `nil` if its findings are reported one by one.
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

/// The description of a rule in the manual.
public struct RuleDescription: Hashable, Sendable {
  /// A summary in one line.
  public var summary: String
  /// The default severity; `nil` if the rule is off by default.
  public var severity: Severity?
  /// The rule whose page describes it: itself, or the rule that checks constraints.
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
  /// Returns a page of the manual for use outside the repository.
  ///
  /// Links to other pages become links to the repository, or plain text if it has no URL.
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

  /// Returns the URL of the page about a rule, if the repository has one.
  func address(of rule: RuleID) -> String? {
    guard let manual else { return nil }
    let page = self.rule(rule)?.page ?? rule
    return "\(manual)/rules/\(page.name.percentEncodedPath).md"
  }

  private var manual: String? {
    address.isEmpty ? nil : "\(address)/blob/v\(version)/docs"
  }
}
