internal import Text

/// The versions of modlint that may check with a rules.yml: its key `required-version`.
///
/// A version, or conditions that commas separate, with `==`, `>=`, `>`, `<=` or `<`.
struct RequiredVersion {
  private let conditions: [(comparison: Comparison, version: SemanticVersion)]

  private enum Comparison: String, CaseIterable {
    case equal = "=="
    case atLeast = ">="
    case atMost = "<="
    case above = ">"
    case below = "<"
  }

  init?(_ text: String) {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { trimmed($0) }
    conditions = parts.compactMap { part in
      let comparison = Comparison.allCases.first { part.hasPrefix($0.rawValue) }
      let number = trimmed(part.dropFirst(comparison?.rawValue.count ?? 0))
      guard number.first?.isWholeNumber == true else { return nil }
      return SemanticVersion(number).map { (comparison ?? .equal, $0) }
    }
    guard conditions.count == parts.count else { return nil }
  }

  func allows(_ version: SemanticVersion) -> Bool {
    conditions.allSatisfy { comparison, bound in
      switch comparison {
      case .equal: version == bound
      case .atLeast: version >= bound
      case .atMost: version <= bound
      case .above: version > bound
      case .below: version < bound
      }
    }
  }
}
