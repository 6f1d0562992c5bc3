import TestSupport

/// Random specifications with schemes, settings, configurations and destinations, most names in which
/// are there.
struct RandomSpec {
  private var random: SplitMix64
  private var targets = ["App", "Kit", "AppTests", "KitTests"]
  private var configurations: [String] = []

  init(seed: UInt64) { random = SplitMix64(state: seed) }

  mutating func root() -> WrittenValue {
    var entries: [(String, WrittenValue)] = []
    var configs: [(String, WrittenValue)] = []
    if chance(50) {
      for name in ["Debug", "Release", "Beta Debug", "Release-Beta", "Staging"] where chance(60) {
        let usual = name.contains("Debug") ? "debug" : "release"
        configs.append((name, .text(chance(85) ? usual : "none")))
      }
      if !configs.isEmpty { entries.append(("configs", .map(configs))) }
    }
    configurations = configs.isEmpty ? ["Debug", "Release"] : configs.map(\.0)
    if chance(40) { entries.append(("options", options())) }
    if chance(30) { entries.append(("configFiles", configFiles())) }
    entries.append(("projectReferences", .map([("Other", .map([("path", .text("O.xcodeproj"))]))])))
    entries.append(
      (
        "packages",
        .map([
          ("Local", .map([("path", .text("Local"))])),
          ("Remote", .map([("url", .text("https://x.y/z")), ("from", .text("1.0.0"))])),
        ])
      ))
    if chance(50) { entries.append(("settingGroups", groups())) }
    if chance(40) { entries.append(("settings", settings())) }
    entries.append(("targets", .map(allTargets())))
    if chance(40) {
      targets.append("All")
      entries.append(("aggregateTargets", .map([("All", target(isAggregate: true))])))
    }
    if chance(70) { entries.append(("schemes", .map(schemes()))) }
    return .map(entries)
  }

  private mutating func chance(_ percent: Int) -> Bool {
    Int.random(in: 0..<100, using: &random) < percent
  }

  /// One of `known`, seldom another word.
  private mutating func name(of known: [String], or others: [String]) -> String {
    chance(93) ? random.pick(known) : random.pick(others)
  }

  private mutating func some(
    _ most: Int, _ make: (inout Self) -> WrittenValue
  ) -> WrittenValue {
    .list((0..<Int.random(in: 0...most, using: &random)).map { _ in make(&self) })
  }

  private mutating func configuration() -> String {
    name(of: configurations, or: ["debug", "Debgu", "Nightly", "Releas"])
  }

  private mutating func options() -> WrittenValue {
    var entries: [(String, WrittenValue)] = []
    if chance(50) { entries.append(("defaultConfig", .text(configuration()))) }
    if chance(20) {
      entries.append(
        ("disabledValidations", .list([.text(random.pick(["missingConfigs", "missing"]))])))
    }
    return .map(entries)
  }

  private mutating func configFiles() -> WrittenValue {
    let name = configuration()
    return .map([(name, chance(90) ? .text("\(name).xcconfig") : .number(1))])
  }

  private mutating func groups() -> WrittenValue {
    .map(["one", "two", "three"].filter { _ in chance(75) }.map { ($0, settings()) })
  }

  private mutating func settings(depth: Int = 0) -> WrittenValue {
    if chance(15) {
      return .map(configurations.filter { _ in chance(90) }.map { ($0, .text("x")) })
    }
    if chance(35) { return .map([("SWIFT_VERSION", .text("6")), ("B", .bool(true))]) }
    var entries: [(String, WrittenValue)] = []
    if chance(60) { entries.append(("base", .map([("A", .text("1"))]))) }
    if chance(45) {
      let list = some(2) {
        .text($0.name(of: ["one", "two", "three"], or: ["four", "onee"]))
      }
      entries.append((chance(90) ? "groups" : "presets", list))
    }
    if chance(40), depth < 2 {
      let words = configurations + ["Deb", "RELEASE"]
      let word = name(of: words, or: ["Nightly", "Debgu"])
      entries.append(("configs", .map([(word, settings(depth: depth + 1))])))
    }
    return .map(entries)
  }

  private mutating func allTargets() -> [(String, WrittenValue)] {
    var result: [(String, WrittenValue)] = []
    if chance(30) {
      targets = ["App", "Kit_iOS", "Kit_macOS", "AppTests", "KitTests"]
      var entries = target(isAggregate: false).entries
      entries.removeAll { ["platform", "supportedDestinations"].contains($0.key) }
      entries.append(.init(key: "platform", value: .list([.text("iOS"), .text("macOS")])))
      result.append(("Kit", .map(entries)))
    } else {
      result.append(("Kit", target(isAggregate: false)))
    }
    for name in ["App", "AppTests", "KitTests"] {
      result.append((name, target(isAggregate: false)))
    }
    return result
  }

  private mutating func target(isAggregate: Bool) -> WrittenValue {
    var entries: [(String, WrittenValue)] = []
    if isAggregate {
      entries.append(("targets", .list([.text("App")])))
    } else {
      entries.append(("type", .text(random.pick(["framework", "application"]))))
      let platform = random.pick(["iOS", "iOS", "iOS", "macOS", "tvOS", "watchOS", "auto"])
      entries.append(("platform", .text(platform)))
      if chance(15) {
        let words = ["iOS", "iOS", platform, "macOS", "macCatalyst", "watchOS", "odd"]
        entries.append(
          ("supportedDestinations", some(3) { .text($0.random.pick(words)) }.uniqued))
      }
      if chance(20) {
        let names = ["A.framework", "libz.tbd", "libz.dylib", "System/B", "UIKit", "a.xcframework"]
        entries.append(
          ("dependencies", .list([.map([("sdk", .text(name(of: Array(names[..<4]), or: names)))])]))
        )
      }
    }
    if chance(30) { entries.append(("settings", settings())) }
    if chance(15) { entries.append(("configFiles", configFiles())) }
    if chance(25) { entries.append(("scheme", targetScheme())) }
    return .map(entries)
  }

  private mutating func targetScheme() -> WrittenValue {
    if chance(8) { return .text("word") }
    var entries: [(String, WrittenValue)] = []
    if chance(25) {
      let list = some(2) { .text($0.name(of: ["beta", "Beta", ""], or: ["Gamma", "Debug"])) }
      entries.append(("configVariants", list))
    }
    if chance(60) { entries.append(("testTargets", some(3) { $0.reference(isCoverage: false) })) }
    if chance(30) {
      entries.append(("coverageTargets", some(2) { $0.reference(isCoverage: true) }))
    }
    return .map(entries)
  }

  private mutating func reference(isCoverage: Bool) -> WrittenValue {
    let target = name(of: targets, or: ["Ap", "Kit", "a/b/c", "Other/X", "No/X", "/"])
    switch Int.random(in: 0..<12, using: &random) {
    case 0: return .map([("local", .text(target))])
    case 1: return .map([("project", .text(name(of: ["Other/X"], or: ["No/X"])))])
    case 2: return .map([("package", .text(name(of: ["Local/X"], or: ["Remote/X", "No/X"])))])
    case 3 where !isCoverage: return .map([("name", .text(target)), ("skipped", .bool(true))])
    case 4: return .number(3)
    default: return .text(target)
    }
  }

  private mutating func schemes() -> [(String, WrittenValue)] {
    ["First", "Second"].filter { _ in chance(70) }.map { ($0, scheme()) }
  }

  private mutating func scheme() -> WrittenValue {
    var built: [(String, WrittenValue)] = []
    for target in targets + ["Other/X"] where chance(40) { built.append((target, .text("all"))) }
    if built.isEmpty, chance(80) { built.append(("App", .text("all"))) }
    if chance(8) { built.append((random.pick(["Ap", "No/X", "a/b/c", "Ghost"]), .text("all"))) }
    var entries: [(String, WrittenValue)] = [("build", .map([("targets", .map(built))]))]
    for action in ["run", "test", "profile", "analyze", "archive"] where chance(50) {
      var parts: [(String, WrittenValue)] = []
      if chance(60) { parts.append(("config", chance(95) ? .text(configuration()) : .number(1))) }
      if action == "test" {
        parts.append(("targets", some(2) { $0.reference(isCoverage: false) }))
        parts.append(("coverageTargets", some(2) { $0.reference(isCoverage: true) }))
        parts.append(
          (
            "testPlans",
            some(2) { .map([("path", .text("P")), ("defaultPlan", .bool($0.chance(40)))]) }
          ))
      }
      entries.append((action, .map(parts)))
    }
    return .map(entries)
  }
}

extension WrittenValue {
  /// A list of texts without those that are there already.
  fileprivate var uniqued: WrittenValue {
    var seen: Set<String> = []
    return .list(elements.filter { seen.insert($0.value.text ?? "").inserted })
  }
}
