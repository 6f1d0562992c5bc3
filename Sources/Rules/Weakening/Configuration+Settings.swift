internal import Architecture
internal import Diagnostics
internal import Graph
internal import Text

/// An entry of rules.yml, as it is compared with another revision.
struct Setting {
  let key: Key
  /// Distinguishes the entry from others of the same key.
  let name: String
  let words: String
  let location: SourceRange
  var level: Level?
  /// What the entry demands, where a lower number allows more, and nothing counts as 0.
  var demands: [String: Int] = [:]
  var pattern: Pattern?
  var exception: Configuration.Exception?
  /// The rules and constraints whose findings alone the entry decides; empty for any.
  var rules: [RuleID] = []

  init(_ key: Key, _ name: String = "", _ words: String? = nil, at location: SourceRange?) {
    self.key = key
    self.name = name
    self.words = words ?? "'\(key.rawValue)'"
    self.location = location ?? .rulesStart
  }

  var id: String { "\(key) \(name)" }

  enum Key: String {
    case layers, layer
    /// The peers of a layer, and the layers that it may not link, by name.
    ///
    /// They are compared only if both revisions have the layer.
    case peers, reach
    case interfaces, exclude, ignore, externals, packages, xcodegen, specs, projects
    case rule, link, exception
    case testSupport = "test-support"

    /// Whether one entry more, and one entry less, allows more.
    var isLooser: (ifAdded: Bool, ifRemoved: Bool) {
      switch self {
      case .interfaces, .exclude, .ignore, .exception: (true, false)
      case .layers, .layer, .specs, .projects, .link: (false, true)
      case .externals, .testSupport: (true, true)
      case .peers, .reach, .packages, .xcodegen, .rule: (false, false)
      }
    }
  }
}

extension Configuration {
  /// Returns the entries of rules.yml to compare with those of another revision.
  ///
  /// `shared` are the layers of both revisions, `nil` if one of them has none, and `members` the
  /// modules of each layer.
  func settings(sharing shared: Set<String>?, of members: [String: Set<String>]) -> [Setting] {
    let all = [Pattern("**", at: .rulesStart)].compactMap(\.self)
    let lists: [(Setting.Key, [Pattern])] = [
      (.interfaces, interfaces), (.testSupport, testSupport), (.exclude, exclude),
      (.ignore, ignore), (.projects, projects ?? all),
    ]
    return layerSettings(shared, members)
      + lists.flatMap { key, patterns in patterns.map { setting(key, $0) } }
      + fileSettings + ruleCatalog.map(setting) + links.map(setting) + exceptions.map(setting)
  }

  private func layerSettings(
    _ shared: Set<String>?, _ members: [String: Set<String>]
  ) -> [Setting] {
    guard let first = layers.first else { return [] }
    guard let shared else { return [Setting(.layers, at: first.location)] }
    return layers.enumerated().flatMap { number, layer in
      let (name, words) = (layer.name, "layer '\(layer.name)'")
      var peers = Setting(.peers, name, "'peers' of \(words)", at: layer.location)
      peers.rules = [.sameLayer]
      switch layer.peers {
      case .forbidden: peers.demands = ["peers": 2]
      case .within(let pattern): peers.demands = ["peers": 1, pattern.text: 1]
      case .allowed: break
      }
      var reach = Setting(.reach, name, "what \(words) may link", at: layer.location)
      reach.rules = [.upward, .layerReach]
      for (other, lower) in layers.enumerated() where other != number {
        if shared.contains(lower.name), !mayReach(number, other) { reach.demands[lower.name] = 1 }
      }
      var own = Setting(.layer, name, words, at: layer.location)
      for module in members[name] ?? [] { own.demands[module] = 1 }
      return [own, peers, reach]
    }
  }

  private func setting(_ key: Setting.Key, _ pattern: Pattern) -> Setting {
    let words = "the pattern '\(pattern.text)' of '\(key.rawValue)'"
    var setting = Setting(key, pattern.text, words, at: pattern.location)
    setting.pattern = pattern
    return setting
  }

  /// The settings that decide which files are read, and how.
  private var fileSettings: [Setting] {
    var packages = Setting(.packages, at: packagesLocation)
    packages.demands = ["modules": self.packages == .opaque ? 0 : 1]
    var xcodegen = Setting(.xcodegen, at: xcodeGenLocation)
    xcodegen.demands = ["recorded": xcodeGen == .recorded ? 1 : 0]
    let usual = [Pattern("project.yml", at: .rulesStart)].compactMap(\.self)
    let read = specs.isEmpty ? usual.map { ($0, "") } : specs.map { ($0.pattern, $0.root ?? "") }
    let specs = read.map { pattern, root in
      var setting = setting(.specs, pattern)
      // Another root reads other files.
      setting.demands = ["root \(root)": 1]
      return setting
    }
    let externals = externals.map { external in
      let (name, place) = (external.pattern.text, external.pattern.location)
      var setting = Setting(.externals, name, "the entry '\(name)' of 'externals'", at: place)
      // Neither linkage allows more than another.
      setting.demands = [
        external.linkage?.rawValue ?? "": 1, "embedded": external.isEmbedded ? 0 : 1,
      ]
      return setting
    }
    return [packages, xcodegen] + specs + externals
  }

  private func setting(of rule: RuleInfo) -> Setting {
    let (name, settings) = (rule.id.name, rules[rule.id])
    var entry = Setting(.rule, name, "'\(name)'", at: settings?.location)
    let level = Level(severity(of: rule.id))
    (entry.level, entry.rules) = (level, [rule.id])
    guard level != .off else { return entry }
    entry.demands = ["baseline": settings?.allowsBaseline ?? true ? 0 : 1]
    let options = settings?.options ?? RuleOptions()
    for option in rule.options {
      switch option.kind {
      case .limit: entry.demands[option.name] = -(options.limit(option.name) ?? .max)
      case .severity(let standard):
        entry.demands[option.name] =
          Level(options.severity(option.name, default: standard)).strictness
      }
    }
    return entry
  }

  private func setting(of exception: Exception) -> Setting {
    let (rule, subject) = (exception.rule.name, exception.subject)
    let kind =
      switch exception.about {
      case .link: "link"
      case .module: "module"
      case .file: "file"
      }
    var setting = Setting(
      .exception, "\(rule) \(kind) \(subject)", "the exception for '\(subject)' from '\(rule)'",
      at: exception.location)
    setting.exception = exception
    let days = exception.until.map { ($0.year * 12 + $0.month) * 31 + $0.day }
    setting.demands = ["until": -(days ?? .max)]
    return setting
  }

  private func setting(of constraint: LinkConstraint) -> Setting {
    let name = constraint.id.name
    var entry = Setting(.link, name, "constraint '\(name)'", at: constraint.location)
    entry.level = constraint.level ?? Level(severity(of: RuleID.linkConstraint))
    entry.rules = [constraint.id]
    entry.demands = [constraint.kind == .forbid ? "forbid" : "only": 1]
    if constraint.isTransitive { entry.demands["transitive"] = 1 }
    for (side, selector, isWidening) in [
      ("from", constraint.from, constraint.kind == .forbid), ("to", constraint.to, true),
    ] {
      for term in selector.terms {
        let demand = isWidening != term.isNegated ? 1 : -1
        for text in texts(of: term) { entry.demands["\(side) \(text)"] = demand }
      }
    }
    return entry
  }

  /// Returns the text of a term, or of each pattern of a tag.
  private func texts(of term: Selector.Term) -> [String] {
    guard case .tag(let number) = term.subject else { return [term.text] }
    return tags[number].patterns.map { "\(term.text) \($0.text)" }
  }
}

extension Level {
  /// The place in the order of the levels, from `off`.
  var strictness: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

extension SourceRange {
  /// The first line of rules.yml, which is the first file that is read.
  static let rulesStart = start(of: FileID(index: 0))

  static func start(of file: FileID) -> SourceRange {
    let position = Position(line: 1, column: 1)
    return SourceRange(file: file, start: position, end: position)
  }
}
