public import Editing
internal import Text

extension EditRefusal {
  public static let isManifest = Self("Package.swift is not edited")
  static let isOutside = Self("the file lies outside of the workspace")
  static let isNotEditable = Self("only specs, rules.yml and the baseline are edited")
  static let isNotLiteral = Self("the name is not written there as it is shown")
  static let isNoDependency = Self("no dependency is written where the finding points to")
  static let dependenciesAreShared = Self("the dependencies of the target are written elsewhere")
  static let isJSON = Self("JSON is not edited")

  static func isUnreadable(_ path: String, _ reason: String) -> Self { Self("\(path): \(reason)") }

  public static func isUsed(by names: [String]) -> Self {
    let isOne = names.count == 1
    return Self(
      "\(names.quoted.joinedByAnd) \(isOne ? "shares" : "share") the text and \(isOne ? "has" : "have") no such finding"
    )
  }

  static func isIncluded(by path: String) -> Self {
    Self("'\(path)', which is not read here, includes the file")
  }

  public static func causes(_ message: String, _ rule: String) -> Self {
    Self("it would cause: \(message) [\(rule)]", bringsFinding: true)
  }

  public static func hides(_ message: String, _ rule: String) -> Self {
    Self("it would hide: \(message) [\(rule)]")
  }

  public static func repeats(_ message: String, _ rule: String) -> Self {
    Self("it would repeat: \(message) [\(rule)]", bringsFinding: true)
  }

  public static let isUntried = Self("too many others cannot be made")

  public static let hasNoEffect = Self("the finding would stay")
  public static let isOutsidePaths = Self("it would change a file outside of the given paths")
  public static let isForUnsafe = Self("only with --unsafe")
  public static let baselineInCI = Self("the baseline is not written in CI")
}
