internal import Graph
internal import Imports

/// How a target is built, which decides some conditions in its sources.
enum BuildKind {
  case project
  /// As a part of a package that a project builds.
  case package
  /// As a part of a package that no project reaches: on a Mac and on Linux.
  case packageAlone
}

extension ImportCondition {
  /// Whether a target built for `platforms` certainly imports `module` under this condition.
  ///
  /// The condition must hold in debug builds and on one of the platforms of the target, whatever
  /// its unknown parts are. An import behind `canImport` is optional.
  func surelyAllows(
    importOf module: String, on platforms: PlatformSet, builtAs kind: BuildKind = .project
  ) -> Bool {
    if case .always = self { return true }
    if asks(for: module) { return false }
    var places = PlatformSet.each.filter { platforms.contains($0) }
    if kind == .packageAlone { places.append(.linux) }
    return places.contains { holds(Assumptions(platform: $0, kind: kind)) }
  }

  /// The platform, and the values of conditions that it does not decide.
  private struct Assumptions {
    var platform: PlatformSet
    var kind: BuildKind
    var values: [ImportCondition: Bool] = [:]

    static let most = 4
  }

  private func holds(_ assumptions: Assumptions) -> Bool {
    switch evaluated(assumptions) {
    case .yes, .either: return true
    case .no: return false
    case .unknown:
      guard assumptions.values.count < Assumptions.most, let open = open(assumptions) else {
        return false
      }
      return [true, false].allSatisfy { value in
        var assumptions = assumptions
        assumptions.values[open] = value
        return holds(assumptions)
      }
    }
  }

  /// Returns the first part that is unknown, unless nothing tells it from others.
  private func open(_ assumptions: Assumptions) -> ImportCondition? {
    switch self {
    case .flag, .canImport, .targetEnvironment:
      if case .unknown = evaluated(assumptions) { self } else { nil }
    case .not(let condition): condition.open(assumptions)
    case .all(let conditions), .any(let conditions):
      conditions.lazy.compactMap { $0.open(assumptions) }.first
    case .always, .os, .unknown: nil
    }
  }

  private enum Evaluation {
    case yes
    case no
    /// Differs between devices and simulators.
    case either
    case unknown

    init(_ value: Bool) { self = value ? .yes : .no }

    static prefix func ! (value: Evaluation) -> Evaluation {
      switch value {
      case .yes: .no
      case .no: .yes
      case .either, .unknown: value
      }
    }
  }

  private func evaluated(_ assumptions: Assumptions) -> Evaluation {
    if let value = assumptions.values[self] { return Evaluation(value) }
    let platform = assumptions.platform
    switch self {
    case .always: return .yes
    case .flag(let name): return Self.evaluated(flag: name, assumptions.kind)
    case .os(let name): return Evaluation(platform.isCalled(name))
    case .targetEnvironment("macCatalyst"): return Evaluation(platform == .macCatalyst)
    case .targetEnvironment("simulator"):
      return platform == .macOS || platform == .macCatalyst || platform == .linux ? .no : .either
    case .canImport(let name):
      guard assumptions.kind == .packageAlone else { return .unknown }
      if ["Darwin", "ObjectiveC"].contains(name) { return Evaluation(platform != .linux) }
      return name == "Glibc" ? Evaluation(platform == .linux) : .unknown
    case .targetEnvironment, .unknown: return .unknown
    case .not(let condition): return !condition.evaluated(assumptions)
    case .all(let conditions):
      let values = conditions.map { $0.evaluated(assumptions) }
      return [.no, .unknown, .either].first { values.contains($0) } ?? .yes
    case .any(let conditions):
      let values = conditions.map { $0.evaluated(assumptions) }
      return [.yes, .either, .unknown].first { values.contains($0) } ?? .no
    }
  }

  /// Evaluates a compilation flag in a debug build, or a version such as `compiler(>=5.9)`.
  private static func evaluated(flag: String, _ kind: BuildKind) -> Evaluation {
    if flag == "DEBUG" { return .yes }
    guard kind != .project else { return .unknown }
    if flag == "SWIFT_PACKAGE" { return .yes }
    for (start, oldest) in [("compiler(>=", (6, 0)), ("swift(>=", (5, 9))]
    where flag.hasPrefix(start) {
      let numbers = flag.dropFirst(start.count).dropLast().split(separator: ".").map { Int($0) }
      guard let major = numbers.first ?? nil, let minor = numbers.count > 1 ? numbers[1] : 0 else {
        return .unknown
      }
      return (major, minor) <= oldest ? .yes : .unknown
    }
    return .unknown
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
  /// Linux, for which no Xcode project is built.
  fileprivate static let linux: PlatformSet = []

  fileprivate func isCalled(_ name: String) -> Bool {
    switch name {
    case "iOS": self == .iOS || self == .macCatalyst
    case "macOS", "OSX": self == .macOS
    case "tvOS": self == .tvOS
    case "watchOS": self == .watchOS
    case "visionOS", "xrOS": self == .visionOS
    case "Linux": self == .linux
    default: false
    }
  }
}
