public import Diagnostics
internal import Graph
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
    var reader = ConfigurationReader(tree: tree)
    let record = reader.read(root, as: .file(catalog)).record
    var loader = ConfigurationLoader(catalog: catalog, problems: reader.problems)
    loader.reportDuplicateKeys(of: tree)
    loader.load(record)
    self = loader.result
    problems = loader.problems.sorted()
  }
}

/// Converts validated fields into a configuration and checks references between entries.
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

  mutating func reportDuplicateKeys(of tree: Tree) {
    for (first, second) in tree.duplicateKeys {
      report(
        .givenTwice(tree.string(second)), at: tree.range(of: second),
        notes: [.init(.firstGiven, at: tree.range(of: first))])
    }
  }

  mutating func load(_ record: ConfigurationRecord) {
    result.hasUncertainLayers = record.invalid.contains("layers")
    if let entry = record.entries.first(where: { $0.key == "layers" }) {
      result.layersLocation = entry.keyRange
      loadLayers(entry.field)
    }
    result.interfaces = patterns(record["interfaces"])
    result.testSupport = patterns(record["test-support"])
    result.exclude = patterns(record["exclude"])
    result.ignore = patterns(record["ignore"])
    loadExternals(record["externals"]?.record)
    if case .list? = record["packages"]?.value {
      result.packageFolders = patterns(record["packages"])
    } else {
      result.packages = record["packages"].flatMap { .init(rawValue: $0.text) } ?? .modules
    }
    result.packagesLocation = record["packages"]?.range
    result.xcodeGen = record["xcodegen"].flatMap { .init(rawValue: $0.text) } ?? .recorded
    result.xcodeGenLocation = record["xcodegen"]?.range
    loadTags(record["tags"]?.record)
    loadSpecs(record["specs"])
    result.projects = record["projects"].map { patterns($0) }
    // Constraints name layers and tags; settings and exceptions name constraints.
    loadConstraints(record["links"])
    loadRules(record["rules"]?.record)
    loadExceptions(record["exceptions"])
  }
}

// Entries that do not refer to others.
extension ConfigurationLoader {
  mutating func pattern(_ field: ConfigurationField) -> Pattern? {
    if let pattern = Pattern(field.text, at: field.range) { return pattern }
    report(.badPattern(field.text), at: field.range)
    return nil
  }

  mutating func patterns(_ field: ConfigurationField?) -> [Pattern] {
    var patterns: [Pattern] = []
    for element in field?.elements ?? [] {
      if let pattern = pattern(element) { patterns.append(pattern) }
    }
    return patterns
  }

  private mutating func loadExternals(_ table: ConfigurationRecord?) {
    for entry in table?.entries ?? [] {
      guard let record = entry.field.record else { continue }
      guard let pattern = Pattern(entry.key, at: entry.keyRange) else {
        report(.badPattern(entry.key), at: entry.keyRange)
        continue
      }
      let linkage = record["linkage"].flatMap { Linkage(rawValue: $0.text) }
      result.externals.append(
        Configuration.External(
          pattern: pattern, linkage: linkage, isEmbedded: record["embedded"]?.flag ?? false))
    }
  }

  private mutating func loadTags(_ table: ConfigurationRecord?) {
    for entry in table?.entries ?? [] {
      result.tags.append(
        Configuration.Tag(
          name: entry.key, location: entry.keyRange, patterns: patterns(entry.field)))
    }
  }

  private mutating func loadSpecs(_ field: ConfigurationField?) {
    var specs: [Configuration.SpecPattern] = []
    for element in field?.elements ?? [] {
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
  fileprivate static let firstGiven: Self = "first given here"

  fileprivate static func givenTwice(_ key: String) -> Self {
    "the key '\(key)' is given twice"
  }
}
