internal import Graph
internal import Imports

extension ImportCondition {
  /// Whether a target built for `platforms` certainly imports `module` under this condition.
  ///
  /// The condition must hold in debug builds and on all platforms of the target. An import behind
  /// `canImport` is optional.
  func surelyAllows(importOf module: String, on platforms: PlatformSet) -> Bool {
    if case .always = self { return true }
    if asks(for: module) { return false }
    return PlatformSet.each.contains { platform in
      guard platforms.contains(platform) else { return false }
      switch evaluated(on: platform) {
      case .yes, .either: return true
      case .no, .unknown: return false
      }
    }
  }

  /// The value of a condition on one platform.
  private enum Evaluation {
    case yes
    case no
    /// Differs between devices and simulators.
    case either
    case unknown

    static prefix func ! (value: Evaluation) -> Evaluation {
      switch value {
      case .yes: .no
      case .no: .yes
      case .either, .unknown: value
      }
    }
  }

  private func evaluated(on platform: PlatformSet) -> Evaluation {
    switch self {
    case .always: return .yes
    // Assumes a debug build.
    case .flag(let name): return name == "DEBUG" ? .yes : .unknown
    case .os(let name): return platform.isCalled(name) ? .yes : .no
    case .targetEnvironment("macCatalyst"): return platform == .macCatalyst ? .yes : .no
    case .targetEnvironment("simulator"):
      return platform == .macOS || platform == .macCatalyst ? .no : .either
    case .targetEnvironment, .canImport, .unknown: return .unknown
    case .not(let condition): return !condition.evaluated(on: platform)
    case .all(let conditions):
      let values = conditions.map { $0.evaluated(on: platform) }
      return [.no, .unknown, .either].first { values.contains($0) } ?? .yes
    case .any(let conditions):
      let values = conditions.map { $0.evaluated(on: platform) }
      return [.yes, .either, .unknown].first { values.contains($0) } ?? .no
    }
  }

  private func asks(for module: String) -> Bool {
    switch self {
    case .canImport(let name):
      return name == module || name.hasPrefix(module + ".") || name.hasPrefix(module + "/")
    case .not(let condition): return condition.asks(for: module)
    case .all(let conditions), .any(let conditions):
      return conditions.contains { $0.asks(for: module) }
    case .always, .flag, .os, .targetEnvironment, .unknown: return false
    }
  }
}

extension PlatformSet {
  /// Whether `os(name)` holds on this platform.
  fileprivate func isCalled(_ name: String) -> Bool {
    switch name {
    case "iOS": self == .iOS || self == .macCatalyst
    case "macOS", "OSX": self == .macOS
    case "tvOS": self == .tvOS
    case "watchOS": self == .watchOS
    case "visionOS", "xrOS": self == .visionOS
    default: false
    }
  }
}
