internal import Diagnostics
internal import Text
internal import YAML

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

  /// Returns `nil` if a condition is invalid.
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

extension Tree {
  /// Throws if a rules.yml requires another version of modlint.
  ///
  /// An invalid requirement is left to the reader of the whole file.
  func requireVersion(of root: NodeID, _ version: String) throws(Diagnostic) {
    let entry = entries(of: root).first { string($0.key) == ConfigurationKey.requiredVersion }
    guard let value = entry?.value, isScalar(value),
      let required = RequiredVersion(string(value)), let own = SemanticVersion(version),
      !required.allows(own)
    else { return }
    throw Diagnostic(
      .invalidRules, .error, .requiresVersion(string(value), not: version),
      at: range(of: value))
  }
}

extension Diagnostic.Message {
  fileprivate static func requiresVersion(_ required: String, not version: String) -> Self {
    "these rules require modlint '\(required)', and this is modlint '\(version)'"
  }
}
