internal import Diagnostics
internal import Text
internal import YAML

/// The versions of modlint that may check with a rules.yml: its key `required-version`.
///
/// A version, or conditions that commas separate, as Python's version specifiers: `==`, `!=`, `>=`,
/// `>`, `<=`, `<` and `~=`, and `.*` at the end of a version after `==` and `!=`.
struct RequiredVersion {
  fileprivate let conditions: [Condition]

  fileprivate struct Condition {
    var comparison: Comparison
    var version: SemanticVersion
    /// The number of leading numbers that have to agree; `nil` to compare whole versions.
    var precision: Int?
  }

  fileprivate enum Comparison: String, CaseIterable {
    case equal = "=="
    case unequal = "!="
    case atLeast = ">="
    case atMost = "<="
    case compatible = "~="
    case above = ">"
    case below = "<"
  }

  /// Returns `nil` if a condition is invalid.
  init?(_ text: String) {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { trimmed($0) }
    conditions = parts.compactMap(Self.condition)
    guard conditions.count == parts.count else { return nil }
  }

  fileprivate static func condition(_ text: String) -> Condition? {
    let written = Comparison.allCases.first { text.hasPrefix($0.rawValue) }
    var number = Substring(trimmed(text.dropFirst(written?.rawValue.count ?? 0)))
    let comparison = written ?? .equal
    let isPrefix = number.hasSuffix(".*")
    if isPrefix { number = number.dropLast(2) }
    let count = number.prefix { $0 != "-" }.split(separator: ".").count
    guard number.first?.isWholeNumber == true, let version = SemanticVersion(number) else {
      return nil
    }
    switch comparison {
    case .equal, .unequal:
      return Condition(
        comparison: comparison, version: version, precision: isPrefix ? count : nil)
    case .compatible where count > 1 && !isPrefix:
      return Condition(comparison: comparison, version: version, precision: count - 1)
    case .atLeast, .atMost, .above, .below:
      return isPrefix ? nil : Condition(comparison: comparison, version: version)
    case .compatible: return nil
    }
  }

  func allows(_ version: SemanticVersion) -> Bool { conditions.allSatisfy { $0.allows(version) } }
}

extension RequiredVersion.Condition {
  fileprivate func allows(_ other: SemanticVersion) -> Bool {
    let isSame =
      precision.map { other.numbers.prefix($0) == version.numbers.prefix($0) }
      ?? (other == version)
    return switch comparison {
    case .equal: isSame
    case .unequal: !isSame
    case .atLeast: other >= version
    case .atMost: other <= version
    case .compatible: isSame && other >= version
    case .above: other > version
    case .below: other < version
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
