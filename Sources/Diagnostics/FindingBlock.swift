/// The wording for several findings of a rule with one cause, in text reports.
public struct FindingBlock: Sendable {
  /// The findings that have one cause.
  public enum Scope: Sendable {
    /// Those about links of one module, which the sentence names.
    case module
    /// All findings of the rule.
    case rule
    /// Those with this help alone and the same message, apart from the names of their modules, which
    /// are empty in the help and in the message that the sentence starts from.
    case sentence(help: Diagnostic.Message)
  }

  public var scope: Scope
  public var sentence: @Sendable (_ subject: String, _ count: Int) -> Diagnostic.Message
  /// Whether each finding needs a change of a separate line.
  public var showsPlaces: Bool
  /// The help that replaces that of each finding.
  public var help: Diagnostic.Message?

  public init(
    _ scope: Scope = .module, showsPlaces: Bool = false, help: Diagnostic.Message? = nil,
    sentence: @escaping @Sendable (_ subject: String, _ count: Int) -> Diagnostic.Message
  ) {
    self.scope = scope
    self.showsPlaces = showsPlaces
    self.help = help
    self.sentence = sentence
  }
}

extension FindingBlock {
  /// Returns what the findings of one block have in common; `nil` if the finding is reported by itself.
  public func subject(of finding: Diagnostic) -> String? {
    guard let name = finding.subject.from, finding.location != nil else { return nil }
    switch scope {
    case .rule: return ""
    case .module: return finding.subject.to == nil ? nil : name
    case .sentence(let help):
      return finding.help.map(finding.withoutNames) == [help.text]
        ? finding.withoutNames(finding.message) : nil
    }
  }
}

extension Diagnostic {
  /// Returns a text about the finding with empty names of its modules.
  fileprivate func withoutNames(_ message: Message) -> String {
    [subject.from, subject.to].compactMap(\.self).reduce(message.text) {
      $0.replacing("'\($1)'", with: "''")
    }
  }
}
