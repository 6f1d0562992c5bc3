internal import Architecture
internal import Diagnostics
internal import Graph
internal import Text

extension Configuration {
  /// Returns the entries of rules.yml to compare with those of another revision.
  ///
  /// `names` are the current names of renamed layers, and `shared` the layers of both revisions,
  /// `nil` if one of them has none.
  func settings(_ names: [String: String], sharing shared: Set<String>?) -> [Setting] {
    let parts = [
      layerSettings(names, shared), listSettings, externalSettings, fileSettings, ruleSettings,
      links.map { setting(of: $0, names) }, exceptions.map { setting(of: $0) },
    ]
    return parts.flatMap(\.self)
  }

  private func layerSettings(_ names: [String: String], _ shared: Set<String>?) -> [Setting] {
    guard let first = layers.first else { return [] }
    guard let shared else { return [Setting(.layers, "", "'layers'", at: first.location)] }
    let current = layers.map { names[$0.name] ?? $0.name }
    return layers.enumerated().flatMap { number, layer in
      let name = current[number]
      let words = "layer '\(layer.name)'"
      var peers = Setting(.peers, name, "'peers' of \(words)", at: layer.location)
      peers.rules = [.sameLayer]
      switch layer.peers {
      case .forbidden: peers.demands = ["peers": 2]
      case .within(let pattern): peers.demands = ["peers": 1, pattern.text: 1]
      case .allowed: break
      }
      var reach = Setting(.reach, name, words, at: layer.location)
      reach.rules = [.upward, .layerReach]
      for other in layers.indices where other != number && shared.contains(current[other]) {
        if !mayReach(number, other) { reach.demands[current[other]] = 1 }
      }
      return [Setting(.layer, name, words, at: layer.location), peers, reach]
    }
  }

  private var listSettings: [Setting] {
    let lists: [(Setting.Key, [Pattern])] = [
      (.interfaces, interfaces), (.testSupport, testSupport), (.exclude, exclude),
      (.ignore, ignore), (.projects, projects ?? []),
    ]
    return lists.flatMap { key, patterns in patterns.map { setting(key, $0) } }
  }

  private func setting(_ key: Setting.Key, _ pattern: Pattern) -> Setting {
    let words = "the pattern '\(pattern.text)' of '\(key.rawValue)'"
    var setting = Setting(key, pattern.text, words, at: pattern.location)
    setting.pattern = pattern
    return setting
  }

  private var externalSettings: [Setting] {
    externals.map { external in
      let name = external.pattern.text
      let words = "the entry '\(name)' of 'externals'"
      var setting = Setting(.externals, name, words, at: external.pattern.location)
      // Neither linkage allows more than another.
      setting.demands = [
        external.linkage?.rawValue ?? "": 1, "embedded": external.isEmbedded ? 0 : 1,
      ]
      return setting
    }
  }

  /// The settings that decide which files are read, and how.
  private var fileSettings: [Setting] {
    var packages = Setting(.packages, "", "'packages'", at: packagesLocation ?? .rulesStart)
    packages.demands = ["modules": self.packages == .opaque ? 0 : 1]
    var xcodegen = Setting(.xcodegen, "", "'xcodegen'", at: xcodeGenLocation ?? .rulesStart)
    xcodegen.demands = ["recorded": xcodeGen == .recorded ? 1 : 0]
    let usual = [Pattern("project.yml", at: .rulesStart)].compactMap(\.self)
    let read = specs.isEmpty ? usual.map { ($0, "") } : specs.map { ($0.pattern, $0.root ?? "") }
    return [packages, xcodegen]
      + read.map { pattern, root in
        var setting = setting(.specs, pattern)
        // Another root reads other files.
        setting.demands = ["root \(root)": 1]
        return setting
      }
  }

  private var ruleSettings: [Setting] {
    ruleCatalog.map { rule in
      let settings = rules[rule.id]
      var entry = Setting(
        .rule, rule.id.name, "'\(rule.id.name)'", at: settings?.location ?? .rulesStart)
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
  }

  private func setting(of exception: Exception) -> Setting {
    let kind =
      switch exception.about {
      case .link: "link"
      case .module: "module"
      case .file: "file"
      }
    let words = "the exception for '\(exception.subject)' from '\(exception.rule.name)'"
    var setting = Setting(
      .exception, "\(exception.rule.name) \(kind) \(exception.subject)", words,
      at: exception.location)
    setting.exception = exception
    let days = exception.until.map { ($0.year * 12 + $0.month) * 31 + $0.day }
    setting.demands = ["until": -(days ?? .max)]
    return setting
  }

  private func setting(of constraint: LinkConstraint, _ names: [String: String]) -> Setting {
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
        for text in texts(of: term, names) { entry.demands["\(side) \(text)"] = demand }
      }
    }
    return entry
  }

  /// Returns the texts of a term: the patterns of a tag, and the current name of a layer.
  private func texts(of term: Selector.Term, _ names: [String: String]) -> [String] {
    switch term.subject {
    case .tag(let number): return tags[number].patterns.map { "\(term.text) \($0.text)" }
    case .layer(let number):
      let name = layers[number].name
      return ["layer:\(names[name] ?? name)"]
    default: return [term.text]
    }
  }
}
