public import Diagnostics
internal import Graph
internal import Text
internal import YAML

extension Configuration {
  /// Parses rules.yml.
  ///
  /// `catalog` lists the rules that the file may configure. Adds invalid entries to `problems` and
  /// skips them.
  ///
  /// - Throws: A diagnostic if the file is not a YAML mapping at all, or if it requires another
  ///   version of modlint than `version`.
  public init(
    rules bytes: [UInt8], file: FileID, catalog: RuleCatalog, version: String? = nil
  ) throws(Diagnostic) {
    var tree = Tree()
    var parser = Parser(knownKeys: KnownKeys([]), rule: .invalidRules)
    let root = try parser.parse(bytes, into: &tree, file: file)
    guard tree.isMapping(root) else {
      throw Diagnostic(.invalidRules, .error, .isNoMapping, at: tree.range(of: root))
    }
    if let version { try tree.requireVersion(of: root, version) }
    var reader = ConfigurationReader(tree: tree, rule: .invalidRules)
    let record = reader.read(root, as: .file(catalog)).record
    reader.reportDuplicateKeys()
    var loader = ConfigurationLoader(catalog: catalog, problems: reader.problems)
    loader.load(record)
    self = loader.result
    problems = loader.problems.sorted()
  }
}

extension Tree {
  /// Throws if a rules.yml requires another version of modlint.
  ///
  /// An invalid requirement is left to the reader of the whole file.
  func requireVersion(of root: NodeID, _ version: String) throws(Diagnostic) {
    let entry = entries(of: root).first { string($0.key) == ConfigurationKey.requiredVersion }
    guard let value = entry?.value, isScalar(value),
      let required = RequiredVersion(string(value)), let own = SemanticVersion(version),
      !required.allows(own)
    else { return }
    throw Diagnostic(
      .invalidRules, .error, .requiresVersion(string(value), not: version),
      at: range(of: value))
  }
}

struct ConfigurationLoader {
  var result = Configuration()
  /// The ids of all constraints, including invalid ones, with their first locations.
  ///
  /// Exceptions may name them.
  var constraintIDs: [String: SourceRange] = [:]
  var problems: [Diagnostic]
  let catalog: RuleCatalog

  init(catalog: RuleCatalog, problems: [Diagnostic]) {
    self.catalog = catalog
    self.problems = problems
  }

  mutating func report(
    _ message: Diagnostic.Message, at range: SourceRange, notes: [Diagnostic.Note] = []
  ) {
    problems.append(Diagnostic(.invalidRules, .error, message, at: range, notes: notes))
  }

  mutating func load(_ record: ConfigurationRecord) {
    result.hasUncertainLayers = record.invalid.contains("layers")
    if let entry = record.entries.first(where: { $0.key == "layers" }) {
      result.layersLocation = entry.keyRange
      loadLayers(entry.field)
    }
    if let list = record["interfaces"] { result.interfaces = patterns(list) }
    if let list = record["test-support"] { result.testSupport = patterns(list) }
    if let list = record["exclude"] { result.exclude = patterns(list) }
    if let list = record["ignore"] { result.ignore = patterns(list) }
    if let table = record["externals"]?.record { loadExternals(table) }
    if let packages = record["packages"] { loadPackages(packages) }
    if let version = record["xcodegen"] {
      result.xcodeGen = .init(rawValue: version.text) ?? .recorded
      result.xcodeGenLocation = version.range
    }
    if let table = record["tags"]?.record { loadTags(table) }
    if let list = record["specs"] { loadSpecs(list) }
    if let list = record["projects"] { result.projects = patterns(list) }
    // Constraints name layers and tags; settings and exceptions name constraints.
    if let list = record["links"] { loadConstraints(list) }
    if let table = record["rules"]?.record { loadRules(table) }
    if let list = record["exceptions"] { loadExceptions(list) }
  }
}

// Entries that do not refer to others.
extension ConfigurationLoader {
  mutating func pattern(_ field: ConfigurationField) -> Pattern? {
    if let pattern = Pattern(field.text, at: field.range) { return pattern }
    report(.badPattern(field.text), at: field.range)
    return nil
  }

  mutating func patterns(_ field: ConfigurationField) -> [Pattern] {
    var patterns: [Pattern] = []
    for element in field.elements {
      if let pattern = pattern(element) { patterns.append(pattern) }
    }
    return patterns
  }

  private mutating func loadPackages(_ field: ConfigurationField) {
    result.packagesLocation = field.range
    if case .list = field.value {
      result.packageFolders = patterns(field)
    } else {
      result.packages = .init(rawValue: field.text) ?? .modules
    }
  }

  private mutating func loadExternals(_ table: ConfigurationRecord) {
    for entry in table.entries {
      guard let record = entry.field.record else { continue }
      guard let pattern = Pattern(entry.key, at: entry.keyRange) else {
        report(.badPattern(entry.key), at: entry.keyRange)
        continue
      }
      let linkage = record["linkage"].flatMap { Linkage(rawValue: $0.text) }
      result.externals.append(
        Configuration.External(
          pattern: pattern, linkage: linkage, isEmbedded: record["embedded"]?.text == "true"))
    }
  }

  private mutating func loadTags(_ table: ConfigurationRecord) {
    for entry in table.entries {
      result.tags.append(
        Configuration.Tag(
          name: entry.key, location: entry.keyRange, patterns: patterns(entry.field)))
    }
  }

  private mutating func loadSpecs(_ field: ConfigurationField) {
    var specs: [Configuration.SpecPattern] = []
    for element in field.elements {
      guard let source = element.record.map({ $0["pattern"] }) ?? element,
        let pattern = pattern(source)
      else { continue }
      specs.append(.init(pattern: pattern, root: element.record?["root"]?.text))
    }
    result.specs = specs
  }
}

extension Diagnostic.Message {
  fileprivate static let isNoMapping: Self = "rules.yml must be a mapping of keys to values"

  fileprivate static func requiresVersion(_ required: String, not version: String) -> Self {
    "these rules require modlint '\(required)', and this is modlint '\(version)'"
  }
}

extension ConfigurationLoader {
  mutating func loadLayers(_ field: ConfigurationField) {
    if case .list(_, isComplete: false) = field.value { result.hasUncertainLayers = true }
    var reaches: [(layer: Int, field: ConfigurationField)] = []
    for element in field.elements {
      guard let layer = layer(element) else { continue }
      if let reach = element.record?["reach"] { reaches.append((result.layers.count, reach)) }
      result.layers.append(layer)
    }
    // `reach` may name a layer that is declared later.
    for (layer, field) in reaches {
      if let reach = reach(field, of: layer) { result.layers[layer].reach = reach }
    }
  }

  private mutating func layer(_ field: ConfigurationField) -> Configuration.Layer? {
    let record = field.record
    let nameField = record?["name"] ?? field
    let name = nameField.text
    if let first = result.layers.first(where: { $0.name == name }) {
      report(
        .duplicateLayer(name), at: nameField.range, notes: [.init(.isHere, at: first.location)])
      // Modules that match only the repeated entry would be reported as unassigned.
      if record?["modules"] != nil { result.hasUncertainLayers = true }
      return nil
    }
    var layer = Configuration.Layer(
      name: name, location: nameField.range, reach: .below, peers: .forbidden)
    if let modules = record?["modules"] {
      layer.modules = patterns(modules)
      if case .list(let given, let isComplete) = modules.value,
        !isComplete || layer.modules?.count != given.count
      {
        result.hasUncertainLayers = true
      }
    }
    if let peers = record?["peers"] { layer.peers = self.peers(peers) }
    let isUncertain = record?.invalid.contains { $0 != "reach" && $0 != "peers" } ?? false
    if isUncertain {
      result.hasUncertainLayers = true
      // Matches no modules, rather than those of an unrelated folder with the layer's name.
      if layer.modules == nil { layer.modules = [] }
    }
    return layer
  }

  private mutating func peers(_ field: ConfigurationField) -> Configuration.Peers {
    guard let record = field.record else { return field.text == "allow" ? .allowed : .forbidden }
    guard let within = record["within"], let pattern = pattern(within) else { return .forbidden }
    if pattern.package == nil { return .within(pattern) }
    report(.slicesPackages, at: within.range)
    return .forbidden
  }

  private mutating func reach(
    _ field: ConfigurationField, of layer: Int
  ) -> Configuration.Reach? {
    if case .text(let word) = field.value { return word == "next" ? .next : .below }
    guard case .list(_, let isComplete) = field.value else { return nil }
    var numbers: [Int] = []
    var isSound = isComplete
    for element in field.elements {
      let name = element.text
      guard let number = result.layers.firstIndex(where: { $0.name == name }) else {
        report(
          .unknownLayer(name, nearest: result.layers.lazy.map(\.name).nearest(to: name)),
          at: element.range)
        isSound = false
        continue
      }
      if number <= layer {
        report(.reachesUp(result.layers[layer].name, name), at: element.range)
        isSound = false
      }
      numbers.append(number)
    }
    return isSound ? .layers(numbers) : nil
  }
}

extension Diagnostic.Message {
  fileprivate static let isHere: Self = "the first entry is here"
  fileprivate static let slicesPackages: Self =
    "'within' must be a pattern for folders, not for packages"

  fileprivate static func duplicateLayer(_ name: String) -> Self {
    "layer '\(name)' is listed twice"
  }

  fileprivate static func unknownLayer(_ name: String, nearest: String?) -> Self {
    Self("unknown layer '\(name)'" + nearestSuffix(nearest))
  }

  fileprivate static func reachesUp(_ layer: String, _ other: String) -> Self {
    layer == other
      ? "layer '\(layer)' lists itself in 'reach', which may name only lower layers"
      : "layer '\(layer)' cannot reach '\(other)', which is not below it"
  }
}

extension ConfigurationLoader {
  mutating func loadRules(_ table: ConfigurationRecord) {
    for entry in table.entries {
      let id = RuleID(entry.key)
      guard let info = catalog[id] else { continue }
      let record = entry.field.record
      var settings = Configuration.RuleSettings()
      let severity = record == nil ? entry.field : record?["severity"]
      settings.level = level(severity)
      settings.location = (severity ?? entry.field).range
      if id == .invalidRules, settings.level == .off, let severity {
        report(.cannotBeOff(id), at: severity.range)
        settings.level = nil
      }
      settings.allowsBaseline = record?["baseline"]?.text != "never"
      settings.options = options(record, of: info)
      // Options imply that the rule is on.
      let hasOptions = !settings.options.isEmpty || record.map(hasInvalidOption) ?? false
      if settings.level == nil, info.defaultSeverity == nil, hasOptions { settings.level = .error }
      if let missing = missingLimit(settings, of: info) {
        if record?.invalid.contains(missing) != true {
          report(.lacksLimit(id, missing), at: entry.field.range)
        }
        settings.level = .off
      }
      result.rules[id] = settings
      if result.turnsOn(id) { result.needs.formUnion(info.traits.intersection(.needs)) }
    }
  }

  func level(_ field: ConfigurationField?) -> Level? { field.flatMap { Level(rawValue: $0.text) } }

  private func options(_ record: ConfigurationRecord?, of rule: RuleInfo) -> RuleOptions {
    var options = RuleOptions()
    for option in rule.options {
      guard let field = record?[option.name] else { continue }
      switch option.kind {
      case .limit: options.limits[option.name] = field.number
      case .severity: options.severities[option.name] = level(field)
      }
    }
    return options
  }

  private func hasInvalidOption(_ record: ConfigurationRecord) -> Bool {
    record.invalid.contains { $0 != "severity" && $0 != "baseline" }
  }

  private func missingLimit(
    _ settings: Configuration.RuleSettings, of rule: RuleInfo
  ) -> String? {
    guard (settings.level ?? Level(rule.defaultSeverity)) != .off else { return nil }
    return rule.options.first { option in
      guard case .limit = option.kind else { return false }
      return settings.options.limit(option.name) == nil
    }?.name
  }
}

extension Diagnostic.Message {
  fileprivate static func cannotBeOff(_ rule: RuleID) -> Self {
    "'\(rule.name)' cannot be turned off"
  }

  fileprivate static func lacksLimit(_ rule: RuleID, _ option: String) -> Self {
    "rule '\(rule.name)' needs '\(option)', as in '{ severity: error, \(option): 10 }'"
  }
}
