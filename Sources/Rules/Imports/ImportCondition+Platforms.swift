internal import Diagnostics
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
    let platforms: [BuildPlatform?] = BuildPlatform.allCases.filter(platforms.contains)
    return (platforms + (kind == .packageAlone ? [nil] : [])).contains { platform in
      [false, true].contains { isSimulator in
        holds(in: Build(platform: platform, isSimulator: isSimulator, kind: kind))
      }
    }
  }

  /// A build, and the values of conditions that it does not decide.
  private struct Build {
    /// `nil` on Linux, for which no Xcode project is built.
    var platform: BuildPlatform?
    var isSimulator: Bool
    var kind: BuildKind
    var assumptions: [ImportCondition: Bool] = [:]

    static let mostAssumptions = 4

    func isFor(_ name: String) -> Bool {
      switch name {
      case "iOS": platform == .iOS || platform == .macCatalyst
      case "macOS", "OSX": platform == .macOS
      case "tvOS": platform == .tvOS
      case "watchOS": platform == .watchOS
      case "visionOS", "xrOS": platform == .visionOS
      case "Linux": platform == nil
      default: false
      }
    }
  }

  private func holds(in build: Build) -> Bool {
    if let value = value(in: build) { return value }
    guard build.assumptions.count < Build.mostAssumptions, let open = open(in: build) else {
      return false
    }
    return [true, false].allSatisfy { value in
      var build = build
      build.assumptions[open] = value
      return holds(in: build)
    }
  }

  /// Returns the first part that is unknown, unless nothing tells it from others.
  private func open(in build: Build) -> ImportCondition? {
    switch self {
    case .flag, .canImport, .targetEnvironment: value(in: build) == nil ? self : nil
    case .not(let condition): condition.open(in: build)
    case .all(let conditions), .any(let conditions):
      conditions.lazy.compactMap { $0.open(in: build) }.first
    case .always, .os, .unknown: nil
    }
  }

  /// Evaluates the condition; `nil` if the build does not decide it.
  private func value(in build: Build) -> Bool? {
    if let assumed = build.assumptions[self] { return assumed }
    let platform = build.platform
    switch self {
    case .always: return true
    case .flag(let name): return Self.value(ofFlag: name, build.kind)
    case .os(let name): return build.isFor(name)
    case .targetEnvironment("macCatalyst"): return platform == .macCatalyst
    case .targetEnvironment("simulator"):
      return build.isSimulator && ![.macOS, .macCatalyst, nil].contains(platform)
    case .canImport(let name):
      guard build.kind == .packageAlone else { return nil }
      if ["Darwin", "ObjectiveC"].contains(name) { return platform != nil }
      return name == "Glibc" ? platform == nil : nil
    case .targetEnvironment, .unknown: return nil
    case .not(let condition): return condition.value(in: build).map { !$0 }
    case .all(let conditions):
      let values = conditions.map { $0.value(in: build) }
      return values.contains(false) ? false : values.contains(nil) ? nil : true
    case .any(let conditions):
      let values = conditions.map { $0.value(in: build) }
      return values.contains(true) ? true : values.contains(nil) ? nil : false
    }
  }

  /// Evaluates a compilation flag in a debug build, or a version such as `compiler(>=5.9)`.
  private static func value(ofFlag flag: String, _ kind: BuildKind) -> Bool? {
    if flag == "DEBUG" { return true }
    guard kind != .project else { return nil }
    if flag == "SWIFT_PACKAGE" { return true }
    for (start, oldest) in [("compiler(>=", (6, 0)), ("swift(>=", (5, 9))]
    where flag.hasPrefix(start) {
      let numbers = flag.dropFirst(start.count).dropLast().split(separator: ".").map { Int($0) }
      guard let major = numbers.first ?? nil, let minor = numbers.count > 1 ? numbers[1] : 0 else {
        return nil
      }
      return (major, minor) <= oldest ? true : nil
    }
    return nil
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
