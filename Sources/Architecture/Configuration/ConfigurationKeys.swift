internal import Diagnostics
internal import Text

/// A key of rules.yml, as used by the parser, the JSON Schema and the manual.
public struct ConfigurationKey: Sendable {
  public let name: String
  public let shape: ConfigurationShape
  public let isRequired: Bool
  /// The default, as written in rules.yml.
  public let standard: String?
  /// A one-line description for the manual and for editors.
  public let summary: String

  static let requiredVersion = "required-version"

  init(
    _ name: String, _ shape: ConfigurationShape, isRequired: Bool = false,
    default standard: String? = nil, _ summary: String
  ) {
    self.name = name
    self.shape = shape
    self.isRequired = isRequired
    self.standard = standard
    self.summary = summary
  }
}

/// A mapping of rules.yml with known keys.
public struct ConfigurationSection: Sendable {
  /// The name with its article, for messages: `a layer`.
  public let name: String
  public let keyNoun: String
  public let keys: [ConfigurationKey]
  public let exactlyOne: [String]

  init(
    _ name: String, keyNoun: String = "key", exactlyOne: [String] = [], _ keys: [ConfigurationKey]
  ) {
    self.name = name
    self.keyNoun = keyNoun
    self.exactlyOne = exactlyOne
    self.keys = keys
  }
}

/// The shape of a value in rules.yml.
public indirect enum ConfigurationShape: Sendable {
  case text(Text)
  case word([String])
  case flag
  /// The supported format versions; the last one is written.
  case version(ClosedRange<Int>)
  case count
  case list(ConfigurationShape)
  /// A mapping with known keys, which are listed only if a file has it.
  case section(@Sendable () -> ConfigurationSection)
  case table(ConfigurationShape)
  /// Several shapes, chosen by the kind of the YAML node.
  case choice(
    scalar: ConfigurationShape?, list: ConfigurationShape?, mapping: ConfigurationShape?)

  /// The meaning of a string.
  public enum Text: String, Sendable {
    case name = "a name"
    case layer = "the name of a layer"
    case sentence = "text"
    case pattern = "a pattern"
    case constraint = "'A -> B' or 'A ->> B', where A and B are selectors"
    case link = "'A -> B', where A and B are names or globs of names"
    case rule = "the name of a rule"
    case day = "a date, written YYYY-MM-DD"
    case id = "a name of letters, digits, '-', '_' and '.'"
    case folder = "a folder"
    case versions = "a version, or a range such as '>=0.4'"
  }

  static let patterns = Self.list(.text(.pattern))
  static let severity = Self.word(["off", "warning", "error"])
}

extension ConfigurationSection {
  public static func file(_ catalog: RuleCatalog) -> ConfigurationSection {
    ConfigurationSection("rules.yml", keys(catalog))
  }

  private static func keys(_ catalog: RuleCatalog) -> [ConfigurationKey] {
    [
      .init("version", .version(1...1), isRequired: true, "the version of this format"),
      .init(
        ConfigurationKey.requiredVersion, .text(.versions),
        "the versions of modlint that may check with this file; others exit with 2"),
      .init(
        "layers", .list(.choice(scalar: .text(.layer), list: nil, mapping: .section { .layer })),
        "the layers, top first; a bare name is short for the modules under a folder of that name"),
      .init("interfaces", .patterns, "modules that may be linked within their own layer"),
      .init("test-support", .patterns, "mocks, host applications and other modules for tests"),
      .init("exclude", .patterns, "folders that are never read"),
      .init("ignore", .patterns, "modules that are read but judged by no rule"),
      .init(
        "externals", .table(.section { .external }),
        "facts about externals that modlint cannot see, by name or glob"),
      .init(
        "packages",
        .choice(
          scalar: .word(["modules", "opaque"]), list: .list(.text(.pattern)), mapping: nil),
        default: "modules",
        "whether each target of a local Swift package is a module, or each package one external; or the folders of the packages to read"
      ),
      .init("rules", .section { rules(catalog) }, "the severity and the options of each rule"),
      .init("links", .list(.section { .constraint }), "constraints of this repository's own"),
      .init("tags", .table(.patterns), "names for groups of modules, for use in selectors"),
      .init(
        "exceptions", .list(.section { .exception }), "violations that are accepted, with reasons"),
      .init(
        "specs", .list(.choice(scalar: .text(.pattern), list: nil, mapping: .section { .spec })),
        default: "[project.yml]", "the files to read as specs"),
      .init("projects", .patterns, "the Xcode projects to read, instead of all"),
      .init(
        "xcodegen", .word(["2.45", "main"]), default: "2.45",
        "the XcodeGen whose defaults count, a release or its main branch"),
    ]
  }

  static let layer = ConfigurationSection(
    "a layer",
    [
      .init("name", .text(.layer), isRequired: true, "the layer's name"),
      .init(
        "modules", .patterns, default: "the modules under a folder of the layer's name",
        "the modules of the layer"),
      .init(
        "reach",
        .choice(
          scalar: .word(["below", "next"]), list: .list(.text(.layer)), mapping: nil),
        default: "below", "the layers that the layer may link"),
      .init(
        "peers",
        .choice(scalar: .word(["forbid", "allow"]), list: nil, mapping: .section { .peers }),
        default: "forbid", "whether modules of the layer may link each other"),
    ])

  static let peers = ConfigurationSection(
    "'peers'",
    [
      .init(
        "within", .text(.pattern), isRequired: true,
        "the folders that divide the layer into slices; only modules of one slice may link each other"
      )
    ])

  static let external = ConfigurationSection(
    "an external",
    [
      .init("linkage", .word(["static", "dynamic", "automatic"]), "how it is linked"),
      .init("embedded", .flag, default: "false", "whether the app's bundle has it by other means"),
    ])

  private static func rules(_ catalog: RuleCatalog) -> ConfigurationSection {
    ConfigurationSection(
      "the table", keyNoun: "rule",
      catalog.map { rule in
        ConfigurationKey(
          rule.id.name,
          .choice(scalar: .severity, list: nil, mapping: .section { settings(of: rule) }),
          default: rule.defaultSeverity?.rawValue ?? "off", rule.summary)
      })
  }

  private static func settings(of rule: RuleInfo) -> ConfigurationSection {
    let standard = rule.defaultSeverity?.rawValue ?? "off"
    var keys: [ConfigurationKey] = [
      .init("severity", .severity, default: standard, "how a finding counts"),
      .init(
        "baseline", .word(["allow", "never"]), default: "allow",
        "whether findings may be recorded in a baseline"),
    ]
    for option in rule.options {
      switch option.kind {
      case .limit: keys.append(.init(option.name, .count, option.summary))
      case .severity(let standard):
        keys.append(
          .init(option.name, .severity, default: standard?.rawValue ?? "off", option.summary))
      }
    }
    return ConfigurationSection("rule '\(rule.id.name)'", keys)
  }

  static let constraint = ConfigurationSection(
    "a constraint", exactlyOne: ["forbid", "only"],
    [
      .init("id", .text(.id), isRequired: true, "the name that findings are reported under"),
      .init("forbid", .text(.constraint), "links that no module may have"),
      .init("only", .text(.constraint), "links that only the modules on the left may have"),
      .init("because", .text(.sentence), "why, in the words of this repository"),
      .init("instead", .text(.sentence), "what to do instead"),
      .init("url", .text(.sentence), "where to read more"),
      .init("severity", .severity, default: "error", "how a finding counts"),
    ])

  static let exception = ConfigurationSection(
    "an exception", exactlyOne: ["link", "module", "file"],
    [
      .init("link", .text(.link), "the link of a finding, as in the finding"),
      .init("module", .text(.name), "the module of a finding about one module; a glob"),
      .init("file", .text(.pattern), "the file of a finding about a spec; a glob"),
      .init("rule", .text(.rule), isRequired: true, "the rule, or the id of a constraint"),
      .init("reason", .text(.sentence), isRequired: true, "why it is accepted"),
      .init("until", .text(.day), "the last day it applies"),
    ])

  static let spec = ConfigurationSection(
    "an entry of 'specs'",
    [
      .init("pattern", .text(.pattern), isRequired: true, "the files"),
      .init("root", .text(.folder), "the folder that their paths are relative to"),
    ])

  func key(_ name: String) -> ConfigurationKey? { keys.first { $0.name == name } }
}

extension ConfigurationShape {
  /// A description of the expected value, for messages and the manual.
  public var expected: String {
    switch self {
    case .text(let text): text.rawValue
    case .word(let words): words.quoted.joinedByOr
    case .flag: "'true' or 'false'"
    case .version(let numbers): "the number \(numbers.map { "\($0)" }.joinedByOr)"
    case .count: "a whole number of at least 1"
    case .list(let element): "a list, each entry \(element.expected)"
    case .section(let section):
      section().keys.count > 8 ? "a mapping" : "a mapping with \(section().keyList)"
    case .table: "a mapping"
    case .choice(.word(let words), let list, let mapping):
      (words.quoted + [list, mapping].compactMap { $0?.expected }).joinedByOr
    case .choice(let scalar, let list, let mapping):
      [scalar, list, mapping].compactMap { $0?.expected }.joinedByOr
    }
  }
}

extension ConfigurationSection {
  fileprivate var keyList: String { keys.map { "'\($0.name)'" }.joined(separator: ", ") }
}
