/// What XcodeGen 2.45.4 refuses of a specification that it loads: its SpecValidation, and the
/// failures of its SchemeGenerator and SettingsBuilder, told as plainly as can be, of small
/// specifications without templates and variables.
///
/// Shares nothing with the reader. What is wanted of it are the lines invalid.
struct ValidationOracle {
  struct Configuration {
    var name: String
    var type: String
  }

  struct Target {
    var name: String
    var value: WrittenValue
    var isAggregate: Bool
  }

  let root: WrittenValue
  var configurations: [Configuration] = []
  var targets: [Target] = []
  var lines: Set<Int> = []
  /// Whether settings groups form a cycle; which of its lines closes it depends on where one starts.
  var hasGroupCycle = false

  init(_ root: WrittenValue) {
    self.root = root
    for entry in root["configs"]?.entries ?? [] {
      guard let type = entry.value.text else { continue }
      configurations.append(Configuration(name: entry.key, type: type))
    }
    if configurations.isEmpty {
      configurations = [
        Configuration(name: "Debug", type: "debug"),
        Configuration(name: "Release", type: "release"),
      ]
    }
    for entry in root["targets"]?.entries ?? [] { addVariants(of: entry) }
    for entry in root["aggregateTargets"]?.entries ?? [] {
      targets.append(Target(name: entry.key, value: entry.value, isAggregate: true))
    }
    validate()
  }

  /// One target, or one for each platform of a list.
  private mutating func addVariants(of entry: WrittenValue.Entry) {
    let platforms = entry.value["platform"]?.elements.compactMap(\.value.text) ?? []
    guard !platforms.isEmpty else {
      let name = entry.value["name"]?.text ?? entry.key
      return targets.append(Target(name: name, value: entry.value, isAggregate: false))
    }
    for platform in platforms {
      var entries = entry.value.entries.filter { $0.key != "platform" && $0.key != "settings" }
      entries.append(.init(key: "platform", value: .text(platform)))
      entries.append(
        .init(key: "settings", value: withProductName(entry.value["settings"], entry.key)))
      targets.append(
        Target(name: "\(entry.key)_\(platform)", value: .map(entries), isAggregate: false))
    }
  }

  private func withProductName(_ settings: WrittenValue?, _ name: String) -> WrittenValue {
    var entries = settings?.entries ?? []
    let product = WrittenValue.Entry(key: "PRODUCT_NAME", value: .text(name))
    guard entries.contains(where: { ["base", "configs", "groups"].contains($0.key) }) else {
      return .map(entries + [product])
    }
    let base = settings?["base"]?.entries ?? []
    entries.removeAll { $0.key == "base" }
    return .map(entries + [.init(key: "base", value: .map(base + [product]))])
  }

  func isConfiguration(_ name: String) -> Bool { configurations.contains { $0.name == name } }

  func has(_ type: String) -> Bool { configurations.contains { $0.type == type } }

  /// `getTarget`.
  func isPlainTarget(_ name: String) -> Bool {
    targets.contains { !$0.isAggregate && $0.name == name }
  }

  /// `getProjectTarget`.
  func isTarget(_ name: String) -> Bool { targets.contains { $0.name == name } }

  private mutating func validate() {
    if let settings = root["settings"] { validate(settings: settings) }
    for group in root["settingGroups"]?.entries ?? [] { validate(settings: group.value) }
    validate(configFiles: root["configFiles"])
    if let options = root["options"], let entry = options.entry("defaultConfig"),
      let name = entry.value.text, !isConfiguration(name)
    {
      lines.insert(entry.line)
    }
    for target in targets { validate(target) }
    for scheme in root["schemes"]?.entries ?? [] { validate(scheme: scheme) }
    followGroups()
  }

  private mutating func validate(_ target: Target) {
    if let settings = target.value["settings"] { validate(settings: settings) }
    validate(configFiles: target.value["configFiles"])
    if let scheme = target.value.entry("scheme") { validate(targetScheme: scheme) }
    guard !target.isAggregate else { return }
    for dependency in target.value["dependencies"]?.elements ?? [] {
      guard let name = dependency.value["sdk"]?.text, !name.contains("/") else { continue }
      if ![".framework", ".tbd", ".dylib"].contains(where: { name.hasSuffix($0) }) {
        lines.insert(dependency.value.entry("sdk")?.line ?? 0)
      }
    }
    validateDestinations(of: target)
  }

  private mutating func validateDestinations(of target: Target) {
    guard let entry = target.value.entry("supportedDestinations"), case .list = entry.value else {
      return
    }
    let known = ["iOS", "tvOS", "macOS", "macCatalyst", "visionOS", "watchOS"]
    var named: [(name: String, line: Int)] = []
    for element in entry.value.elements {
      guard let name = element.value.text, known.contains(name) else { continue }
      named.append((name, element.line))
    }
    func line(_ name: String) -> Int? { named.first { $0.name == name }?.line }
    let platform = target.value["platform"]?.text ?? "auto"
    // Several of these have the list for their place, in its first line.
    let first = entry.value.elements.first?.line ?? entry.line
    if platform == "watchOS" {
      lines.insert(first)
      return
    }
    if target.value["type"]?.text == "application", let watch = line("watchOS") {
      lines.insert(watch)
    }
    if let mac = line("macOS"), let catalyst = line("macCatalyst") {
      lines.insert(max(mac, catalyst))
    }
    if let catalyst = line("macCatalyst"), platform != "iOS", platform != "auto" {
      lines.insert(catalyst)
    }
    if line("macCatalyst") != nil, line("iOS") == nil { named.append(("iOS", 0)) }
    if platform != "auto", line(platform) == nil { lines.insert(first) }
  }
}
