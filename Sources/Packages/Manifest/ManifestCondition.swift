/// The result of a compiler directive's condition in Xcode on a Mac.
struct ManifestDecision {
  /// Whether the condition is true; nil if that is unknown.
  var holds: Bool?
  /// Whether the result may be different on another system.
  var dependsOnHost = false
}

/// Evaluates the condition after `#if`.
struct ManifestCondition {
  private var rest: ArraySlice<UInt8>
  private let toolsVersion: ToolsVersion?

  /// Evaluates a line up to its end or a comment; returns nil if it is not a condition.
  static func decision(
    of line: ArraySlice<UInt8>, for toolsVersion: ToolsVersion?
  ) -> ManifestDecision? {
    var condition = ManifestCondition(rest: line, toolsVersion: toolsVersion)
    let decision = condition.takeAlternatives(depth: 0)
    return condition.isAtEnd ? decision : nil
  }

  /// The limit for nested brackets; deeper conditions are rejected.
  private static let mostDepth = 32

  private mutating func takeAlternatives(depth: Int) -> ManifestDecision? {
    guard depth < Self.mostDepth, var left = takeBoth(depth: depth) else { return nil }
    while take("||") {
      guard let right = takeBoth(depth: depth) else { return nil }
      left.join(right, deciding: true)
    }
    return left
  }

  private mutating func takeBoth(depth: Int) -> ManifestDecision? {
    guard var left = takeOne(depth: depth) else { return nil }
    while take("&&") {
      guard let right = takeOne(depth: depth) else { return nil }
      left.join(right, deciding: false)
    }
    return left
  }

  private mutating func takeOne(depth: Int) -> ManifestDecision? {
    var isNegated = false
    while take("!") { isNegated.toggle() }
    var result: ManifestDecision?
    if take("(") {
      result = takeAlternatives(depth: depth + 1)
      guard take(")") else { return nil }
    } else if let name = takeName() {
      guard !rest.starts(with: "(".utf8) else {
        guard let arguments = takeArguments() else { return nil }
        return decide(name, arguments).negated(isNegated)
      }
      result = Self.flag(name)
    }
    return result?.negated(isNegated)
  }

  private mutating func takeName() -> String? {
    skipBlanks()
    guard let first = rest.first, first.startsIdentifier else { return nil }
    let name = rest.prefix { $0.continuesIdentifier }
    rest = rest.dropFirst(name.count)
    return String(decoding: name, as: UTF8.self)
  }

  /// Reads the argument of `os(…)`, `swift(…)` and similar calls.
  private mutating func takeArguments() -> String? {
    rest = rest.dropFirst()
    let arguments = rest.prefix { $0.continuesIdentifier || ".<>=, ".utf8.contains($0) }
    rest = rest.dropFirst(arguments.count)
    guard !arguments.isEmpty, take(")") else { return nil }
    return String(decoding: arguments.filter { $0 != UInt8(ascii: " ") }, as: UTF8.self)
  }

  private var isAtEnd: Bool {
    mutating get {
      skipBlanks()
      return rest.isEmpty || rest.starts(with: "//".utf8)
    }
  }

  private mutating func take(_ sign: String) -> Bool {
    skipBlanks()
    guard rest.starts(with: sign.utf8) else { return false }
    rest = rest.dropFirst(sign.utf8.count)
    return true
  }

  private mutating func skipBlanks() { rest = rest.drop { $0.isBlank } }
}

// Single conditions.
extension ManifestCondition {
  /// Evaluates a compilation flag; a manifest is compiled without custom ones.
  private static func flag(_ name: String) -> ManifestDecision {
    switch name {
    case "true": ManifestDecision(holds: true)
    case "SWIFT_PACKAGE": ManifestDecision()
    default: ManifestDecision(holds: false)
    }
  }

  private func decide(_ name: String, _ argument: String) -> ManifestDecision {
    switch name {
    case "os":
      return ManifestDecision(holds: ["macOS", "OSX"].contains(argument), dependsOnHost: true)
    case "targetEnvironment": return ManifestDecision(holds: false, dependsOnHost: true)
    case "canImport": return Self.canImport(argument)
    case "compiler": return ManifestDecision(holds: Self.compares(Self.compiler, argument))
    case "swift":
      return ManifestDecision(holds: language.flatMap { Self.compares($0, argument) })
    default: return ManifestDecision()
    }
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

  /// The language version of the manifest, according to its tools version.
  private var language: ToolsVersion? {
    switch toolsVersion {
    case let version? where version >= ToolsVersion(6, 0): Self.compiler
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
  private static func compares(_ version: ToolsVersion, _ condition: String) -> Bool? {
    let isLess = condition.hasPrefix("<")
    guard isLess || condition.hasPrefix(">=") else { return nil }
    let numbers = condition.dropFirst(isLess ? 1 : 2)
    guard let limit = ToolsVersion(numbers) else { return nil }
    if limit == version, numbers.split(separator: ".").count > 2 { return nil }
    return (version < limit) == isLess
  }
}

extension ManifestDecision {
  fileprivate func negated(_ isNegated: Bool) -> ManifestDecision {
    ManifestDecision(holds: isNegated ? holds.map { !$0 } : holds, dependsOnHost: dependsOnHost)
  }

  /// Combines two results with `||` (`deciding` is true) or `&&` (false).
  fileprivate mutating func join(_ other: ManifestDecision, deciding: Bool) {
    dependsOnHost = dependsOnHost || other.dependsOnHost
    if holds == deciding || other.holds == deciding {
      holds = deciding
    } else if holds == nil || other.holds == nil {
      holds = nil
    }
  }
}
