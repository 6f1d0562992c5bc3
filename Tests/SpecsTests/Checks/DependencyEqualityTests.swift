import Projects
import TestSupport
import Testing

/// Dependencies of all kinds and shapes, compared by a second, slow and obvious reading of what
/// XcodeGen 2.45.4 decodes (ProjectSpec/Dependency.swift).
@Suite struct DependencyEqualityTests {
  @Test(arguments: 0..<60)
  func equalsWhatXcodeGenDecodes(seed: Int) {
    var source = WrittenDependencies(seed: seed)
    let dependencies = source.list()
    let text =
      "targets: {T: {type: application, platform: iOS, dependencies: [\n"
      + dependencies.map { "  \(WrittenDependencies.text($0)),\n" }.joined() + "]}}"
    let reported = Resolved(text).errors.compactMap { error -> Int? in
      guard error.contains("[duplicate-dependency]") else { return nil }
      return error.split(separator: ":")[1].wholeMatch(of: /\d+/).flatMap { Int($0.output) }
    }
    var expected: [Int] = []
    var told: [String] = []
    for (index, dependency) in dependencies.enumerated() {
      guard let decoded = Self.decoded(dependency) else { continue }
      let name = Self.reference(dependency)
      let isAgain = dependencies[..<index].contains { Self.decoded($0) == decoded }
      if isAgain, !told.contains(name) {
        told.append(name)
        // The name of the project stands on the first line, the target on the second.
        expected.append(index + 3)
      }
    }
    #expect(reported == expected, "\(text)")
  }

  /// Kind and name; texts are equal in any Unicode form.
  static func reference(_ dependency: [String: Value]) -> String {
    for kind in WrittenDependencies.kinds {
      if case .text(let name) = dependency[kind] { return "\(kind) \(name)" }
    }
    return ""
  }

  /// What XcodeGen keeps, or nothing for what the platform drops.
  static func decoded(_ dependency: [String: Value]) -> String? {
    func bool(_ key: String) -> Bool? {
      if case .bool(let value) = dependency[key] { value } else { nil }
    }
    func text(_ key: String) -> String? {
      if case .text(let value) = dependency[key] { value } else { nil }
    }
    func texts(_ key: String) -> [String]? {
      guard case .list(let values) = dependency[key] else { return nil }
      return values.compactMap { if case .text(let text) = $0 { text } else { nil } }
    }
    let platforms = texts("platforms").map { list in
      ["auto", "iOS", "macOS", "tvOS", "visionOS", "watchOS"].filter(list.contains)
    }
    if let platforms, !platforms.contains("iOS") { return nil }
    let destinations = texts("destinationFilters")?.filter {
      ["iOS", "tvOS", "macOS", "macCatalyst", "watchOS", "visionOS"].contains($0)
    }
    var copy = "none"
    if case .mapping(let settings) = dependency["copy"] {
      copy = "\(settings["destination"] ?? "") at \(settings["subpath"] ?? "")"
    }
    let filter = ["iOS", "macOS"].contains(text("platformFilter")) ? text("platformFilter") : "all"
    var own = ""
    switch reference(dependency).split(separator: " ").first {
    case "package": own = "\(texts("products") ?? text("product").map { [$0] } ?? [])"
    case "carthage":
      own =
        "\(bool("findFrameworks") as Any) \(text("linkType") == "static" ? "static" : "dynamic")"
    case "sdk": own = "\(text("root") as Any)"
    default: break
    }
    return """
      \(reference(dependency)) \(own) \(bool("embed") as Any) \(bool("codeSign") as Any) \
      \(bool("link") as Any) \(bool("removeHeaders") ?? true) \(bool("implicit") ?? false) \
      \(bool("weak") ?? false) \(filter as Any) \(destinations as Any) \(platforms as Any) \(copy)
      """
  }

  /// Takes time if every pair is compared.
  @Test(.timeLimit(.minutes(1)))
  func manyOfOneName() {
    let many = (0..<20_000).map {
      "{framework: K.framework, copy: {destination: plugins, subpath: '\($0)'}}"
    }
    let text =
      "targets: {T: {type: application, platform: iOS, dependencies: [\n"
      + (many + many.suffix(1)).joined(separator: ",\n") + "]}}"
    #expect(Resolved(text).errors.count == 1)
  }
}

/// What may stand in a dependency.
enum Value {
  case text(String)
  case bool(Bool)
  case number(Int)
  case list([Value])
  case mapping([String: String])
}

/// Makes dependencies that are often equal, and often nearly so.
struct WrittenDependencies {
  static let kinds = ["target", "framework", "carthage", "sdk", "package", "bundle"]
  private var random: SplitMix64

  init(seed: Int) { random = SplitMix64(state: UInt64(seed)) }

  mutating func list() -> [[String: Value]] {
    var list: [[String: Value]] = []
    for _ in 0..<24 {
      // Half of them are another one with one attribute changed.
      if var other = list.randomElement(using: &random), Bool.random(using: &random) {
        if Bool.random(using: &random) { add(to: &other) }
        list.append(other)
      } else {
        var dependency = [random.pick(Self.kinds): name()]
        for _ in 0..<Int.random(in: 0..<3, using: &random) { add(to: &dependency) }
        list.append(dependency)
      }
    }
    return list
  }

  private mutating func name() -> Value {
    .text(random.pick(["Kit", "Caf\u{e9}", "Cafe\u{301}", "P/T"]))
  }

  private mutating func texts(_ words: [String]) -> Value {
    let count = Int.random(in: 0..<3, using: &random)
    return .list(
      (0...count).map { _ in
        Int.random(in: 0..<8, using: &random) == 0
          ? .number(1) : .text(random.pick(words))
      })
  }

  private mutating func add(to dependency: inout [String: Value]) {
    let flags = [
      "link", "embed", "codeSign", "weak", "implicit", "removeHeaders", "findFrameworks",
    ]
    switch Int.random(in: 0..<9, using: &random) {
    case 0...2:
      let values: [Value] = [.bool(true), .bool(false), .text("yes"), .number(1)]
      dependency[random.pick(flags)] = random.pick(values)
    case 3: dependency["platforms"] = texts(["iOS", "ios", "macOS", "moon"])
    case 4: dependency["destinationFilters"] = texts(["iOS", "ios", "macCatalyst", "moon"])
    case 5:
      let values: [Value] = [
        .text("plugins"), .mapping(["destination": "plugins"]),
        .mapping(["destination": "plugins", "subpath": "A"]), .mapping(["destination": "wrapper"]),
      ]
      dependency["copy"] = random.pick(values)
    case 6: dependency["products"] = texts(["A", "B"])
    case 7: dependency["product"] = .text(random.pick(["A", "B"]))
    default:
      let words = ["iOS", "macOS", "all", "static", "dynamic", "SDKROOT"]
      let key = random.pick(["platformFilter", "linkType", "root"])
      dependency[key] = .text(random.pick(words))
    }
  }

  /// The dependency as YAML in one line.
  static func text(_ dependency: [String: Value]) -> String {
    let entries = dependency.sorted { $0.key < $1.key }.map { "\($0.key): \(text($0.value))" }
    return "{" + entries.joined(separator: ", ") + "}"
  }

  private static func text(_ value: Value) -> String {
    switch value {
    case .text(let text): "\"\(text)\""
    case .bool(let bool): "\(bool)"
    case .number(let number): "\(number)"
    case .list(let values): "[" + values.map { text($0) }.joined(separator: ", ") + "]"
    case .mapping(let entries):
      "{"
        + entries.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
        .joined(separator: ", ") + "}"
    }
  }
}
