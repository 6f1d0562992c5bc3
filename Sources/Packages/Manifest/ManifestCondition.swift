internal import Imports

/// The result of a compiler directive's condition in Xcode on a Mac.
struct ManifestDecision {
  /// Whether the condition is true; nil if that is unknown.
  var holds: Bool?
  /// Whether the result may be different on another system.
  var dependsOnHost = false
}

extension ManifestDecision {
  /// Evaluates a condition in a manifest for a version of the tools.
  init(_ condition: ImportCondition, for toolsVersion: ToolsVersion?) {
    switch condition {
    case .always: self.init(holds: true)
    case .unknown, .flag("SWIFT_PACKAGE"): self.init()
    case .flag(let text): self.init(holds: Self.flag(text, toolsVersion))
    case .os(let name): self.init(holds: ["macOS", "OSX"].contains(name), dependsOnHost: true)
    case .targetEnvironment: self.init(holds: false, dependsOnHost: true)
    case .canImport(let module): self = Self.canImport(module)
    case .not(let inner):
      self.init(inner, for: toolsVersion)
      holds = holds.map { !$0 }
    case .all(let all): self.init(all, deciding: false, for: toolsVersion)
    case .any(let all): self.init(all, deciding: true, for: toolsVersion)
    }
  }

  /// Combines conditions with `||` (`deciding` is true) or `&&` (false).
  private init(
    _ conditions: [ImportCondition], deciding: Bool, for toolsVersion: ToolsVersion?
  ) {
    let decisions = conditions.map { ManifestDecision($0, for: toolsVersion) }
    let isDecided = decisions.contains { $0.holds == deciding }
    let isUnknown = decisions.contains { $0.holds == nil }
    self.init(
      holds: isDecided ? deciding : isUnknown ? nil : !deciding,
      dependsOnHost: decisions.contains { $0.dependsOnHost })
  }

  /// Evaluates `swift(>=5.9)`, `compiler(<6)` or a compilation flag, of which a manifest has none.
  private static func flag(_ text: String, _ toolsVersion: ToolsVersion?) -> Bool? {
    guard let open = text.firstIndex(of: "("), text.hasSuffix(")") else { return false }
    let version = text[..<open] == "compiler" ? compiler : language(of: toolsVersion)
    return version.flatMap { compares($0, text[open...].dropFirst().dropLast()) }
  }

  private static func canImport(_ module: String) -> ManifestDecision {
    switch module {
    case "PackageDescription", "Foundation", "Swift": ManifestDecision(holds: true)
    case "Darwin", "CoreFoundation", "os", "Combine", "AppKit", "ObjectiveC":
      ManifestDecision(holds: true, dependsOnHost: true)
    case "Glibc", "Musl", "WinSDK", "UIKit", "WatchKit":
      ManifestDecision(holds: false, dependsOnHost: true)
    // This module exists only in Tuist.
    case "ProjectDescription": ManifestDecision(holds: false)
    default: ManifestDecision()
    }
  }

  /// Returns the language version of a manifest, according to its tools version.
  private static func language(of toolsVersion: ToolsVersion?) -> ToolsVersion? {
    switch toolsVersion {
    case let version? where version >= ToolsVersion(6, 0): compiler
    case let version? where version >= ToolsVersion(5, 0): ToolsVersion(5, 10)
    default: nil
    }
  }

  /// The version of the compiler that built modlint.
  static var compiler: ToolsVersion {
    #if compiler(>=6.5)
    ToolsVersion(6, 5)
    #elseif compiler(>=6.4)
    ToolsVersion(6, 4)
    #elseif compiler(>=6.3)
    ToolsVersion(6, 3)
    #else
    ToolsVersion(6, 2)
    #endif
  }

  /// Whether a version satisfies `>=5.9` or `<6`; nil for other operators, or if the result depends
  /// on a patch number.
  private static func compares(_ version: ToolsVersion, _ condition: Substring) -> Bool? {
    let isLess = condition.hasPrefix("<")
    guard isLess || condition.hasPrefix(">=") else { return nil }
    let numbers = condition.dropFirst(isLess ? 1 : 2)
    guard let limit = ToolsVersion(numbers) else { return nil }
    if limit == version, numbers.split(separator: ".").count > 2 { return nil }
    return (version < limit) == isLess
  }
}
