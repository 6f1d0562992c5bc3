// Schemes, as `validate` and `generateScheme` go through them.
extension ValidationOracle {
  /// A decoded `TestableTargetReference`, with the line of what names it.
  struct Reference {
    enum Location {
      case local
      case project(String)
      case package(String)
    }

    var name: String
    var location: Location
    var line: Int
  }

  /// A reference, nothing if XcodeGen skips the entry; a thrown one drops the mapping around it.
  struct Unreadable: Error {}

  func reference(_ text: String, line: Int) throws -> Reference {
    let parts = text.split(separator: "/").map { String($0) }
    switch parts.count {
    case 1: return Reference(name: parts[0], location: .local, line: line)
    case 2: return Reference(name: parts[1], location: .project(parts[0]), line: line)
    default: throw Unreadable()
    }
  }

  private func remote(_ value: WrittenValue) -> Reference? {
    for key in ["project", "package"] {
      guard let entry = value.entry(key), let text = entry.value.text else { continue }
      let parts = text.split(separator: "/").map { String($0) }
      return Reference(
        name: parts[1], location: key == "project" ? .project(parts[0]) : .package(parts[0]),
        line: entry.line)
    }
    return nil
  }

  func testReference(_ element: WrittenValue.Element) throws -> Reference? {
    if let text = element.value.text { return try reference(text, line: element.line) }
    guard element.value.isMap else { return nil }
    if let entry = element.value.entry("name"), let name = entry.value.text {
      return try reference(name, line: entry.line)
    }
    if let entry = element.value.entry("local"), let name = entry.value.text {
      return Reference(name: name, location: .local, line: entry.line)
    }
    if let remote = remote(element.value) { return remote }
    throw Unreadable()
  }

  func coverageReference(_ element: WrittenValue.Element) throws -> Reference? {
    if let text = element.value.text { return try reference(text, line: element.line) }
    if let remote = remote(element.value) { return remote }
    guard let entry = element.value.entry("local"), let name = entry.value.text else { return nil }
    return Reference(name: name, location: .local, line: entry.line)
  }

  /// The references of a list, or `nil` if decoding it fails.
  func references(
    _ list: WrittenValue?, _ decode: (WrittenValue.Element) throws -> Reference?
  ) -> [Reference]? {
    try? (list?.elements ?? []).compactMap(decode)
  }

  /// Whether a reference leads nowhere, in validation or in generation.
  func isBad(_ reference: Reference) -> Bool {
    switch reference.location {
    case .local: return !isTarget(reference.name)
    case .project(let name): return root["projectReferences"]?[name] == nil
    case .package(let name): return root["packages"]?[name]?["path"]?.text == nil
    }
  }

  mutating func validate(scheme entry: WrittenValue.Entry) {
    let scheme = entry.value
    for target in scheme["build"]?["targets"]?.entries ?? [] {
      let decoded = try? reference(target.key, line: target.line)
      if decoded.map({ isBad($0) }) ?? true { lines.insert(target.line) }
    }
    if let targets = scheme["build"]?.entry("targets"), targets.value.entries.isEmpty {
      lines.insert(targets.line)
    }
    var given: [String: Bool] = [:]
    for action in ["run", "test", "profile", "analyze", "archive"] {
      guard let value = scheme[action], value.isMap else { continue }
      if action == "test", !validate(test: value) { continue }
      guard let config = value.entry("config"), let name = config.value.text else { continue }
      given[action] = true
      if !isConfiguration(name) { lines.insert(config.line) }
    }
    for (type, actions) in [
      "debug": ["run", "test", "analyze"], "release": ["profile", "archive"],
    ] where !has(type) && actions.contains(where: { given[$0] == nil }) {
      lines.insert(entry.line)
    }
  }

  /// - Returns: Whether it can be decoded.
  private mutating func validate(test: WrittenValue) -> Bool {
    guard let tests = references(test["targets"], testReference),
      let coverage = references(test["coverageTargets"], coverageReference)
    else { return false }
    for reference in tests + coverage where isBad(reference) { lines.insert(reference.line) }
    let plans = (test["testPlans"]?.elements ?? []).filter {
      if case .bool(true)? = $0.value["defaultPlan"] { true } else { false }
    }
    if plans.count > 1 { lines.insert(plans[1].value.entries.first?.line ?? 0) }
    return true
  }

  mutating func validate(targetScheme entry: WrittenValue.Entry) {
    let scheme = entry.value
    guard scheme.isMap, let tests = references(scheme["testTargets"], testReference),
      let coverage = references(scheme["coverageTargets"], coverageReference)
    else { return }
    let variants = (scheme["configVariants"]?.elements ?? []).filter { $0.value.text != nil }
    if variants.isEmpty, !has("debug") || !has("release") { lines.insert(entry.line) }
    for variant in variants {
      let isThere = ["debug", "release"].allSatisfy { type in
        configurations.contains { matches($0, variant.value.text ?? "", type) }
      }
      if !isThere { lines.insert(variant.line) }
    }
    for reference in tests {
      if isPlainTarget(reference.name) {
        if case .local = reference.location { continue }
        if isBad(reference) { lines.insert(reference.line) }
      } else if case .package = reference.location, !isBad(reference) {
        continue
      } else {
        lines.insert(reference.line)
      }
    }
    for reference in coverage where isBad(reference) { lines.insert(reference.line) }
  }

  /// `matchesVariant`.
  private func matches(_ configuration: Configuration, _ variant: String, _ type: String) -> Bool {
    guard configuration.type == type else { return false }
    var name = configuration.name.lowercased()
    while let range = name.firstRange(of: type) { name.removeSubrange(range) }
    let marks = " -_()"
    while let first = name.first, marks.contains(first) { name.removeFirst() }
    while let last = name.last, marks.contains(last) { name.removeLast() }
    return name == variant.lowercased()
  }
}
