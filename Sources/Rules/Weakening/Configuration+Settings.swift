internal import Architecture
internal import Diagnostics
internal import Graph
internal import Text

extension Configuration {
  /// Returns the entries of rules.yml to compare with those of `other`; `names` are the current
  /// names of renamed layers.
  func settings(against other: Configuration, _ names: [String: String] = [:]) -> [Setting] {
    let parts = [
      layerSettings(names, hasOthers: !other.layers.isEmpty), listSettings, externalSettings,
      fileSettings, ruleSettings, links.map { setting(of: $0, names) },
      exceptions.map { setting(of: $0) },
    ]
    return parts.flatMap(\.self)
  }

  private func layerSettings(_ names: [String: String], hasOthers: Bool) -> [Setting] {
    guard let first = layers.first else { return [] }
    let whole = Setting(.layers, "", "'layers'", at: first.location)
    guard hasOthers else { return [whole] }
    return layers.flatMap { layer in
      let name = names[layer.name] ?? layer.name
      let words = "layer '\(layer.name)'"
      var peers = Setting(.peers, name, "'peers' of \(words)", at: layer.location)
      peers.rules = [SameLayer.id]
      switch layer.peers {
      case .forbidden: peers.limits = ["peers": 2]
      case .within(let pattern): (peers.limits, peers.forbidden) = (["peers": 1], [pattern.text])
      case .allowed: peers.limits = ["peers": 0]
      }
      return [Setting(.layer, name, words, at: layer.location), peers]
    }
  }

  private var listSettings: [Setting] {
    let lists: [(Setting.Key, [Pattern])] = [
      (.interfaces, interfaces), (.testSupport, testSupport), (.exclude, exclude),
      (.ignore, ignore), (.projects, projects ?? []),
    ]
    return lists.flatMap { key, patterns in patterns.map { setting(key, $0, text: $0.text) } }
  }

  private func setting(_ key: Setting.Key, _ pattern: Pattern, text: String) -> Setting {
    let words = "the pattern '\(pattern.text)' of '\(key.rawValue)'"
    var setting = Setting(key, text, words, at: pattern.location)
    setting.pattern = pattern
    return setting
  }

  private var externalSettings: [Setting] {
    externals.map { external in
      let name = external.pattern.text
      let words = "the entry '\(name)' of 'externals'"
      var setting = Setting(.externals, name, words, at: external.pattern.location)
      setting.forbidden = [external.linkage?.rawValue ?? ""]
      setting.allowed = external.isEmbedded ? ["embedded"] : []
      return setting
    }
  }

  /// The settings that decide which files are read, and how.
  private var fileSettings: [Setting] {
    var packages = Setting(.packages, "", "'packages'", at: packagesLocation ?? .rulesStart)
    packages.allowed = self.packages == .opaque ? ["opaque"] : []
    var xcodegen = Setting(.xcodegen, "", "'xcodegen'", at: xcodeGenLocation ?? .rulesStart)
    xcodegen.allowed = xcodeGen == .recorded ? [] : ["main"]
    return [packages, xcodegen] + specSettings
  }

  private var specSettings: [Setting] {
    let standard = "project.yml"
    let usual = [Pattern(standard, at: .rulesStart)].compactMap(\.self).map {
      (pattern: $0, root: "")
    }
    return (specs.isEmpty ? usual : specs.map { ($0.pattern, $0.root ?? "") }).map {
      pattern, root in
      let text = pattern.text == "**/\(standard)" ? standard : pattern.text
      var setting = setting(.specs, pattern, text: text)
      // Another root reads other files.
      setting.forbidden = [root]
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
      entry.limits = ["baseline": settings?.allowsBaseline ?? true ? 0 : 1]
      let options = settings?.options ?? RuleOptions()
      for option in rule.options {
        switch option.kind {
        case .limit: entry.limits[option.name] = -(options.limit(option.name) ?? .max)
        case .severity(let standard):
          entry.limits[option.name] =
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
    setting.limits = ["until": days.map { -$0 } ?? .min]
    return setting
  }

  private func setting(of constraint: LinkConstraint, _ names: [String: String]) -> Setting {
    let name = constraint.id.name
    var entry = Setting(.link, name, "constraint '\(name)'", at: constraint.location)
    entry.level = constraint.level ?? Level(severity(of: RuleID.linkConstraint))
    entry.rules = [constraint.id]
    entry.forbidden = [constraint.kind == .forbid ? "forbid" : "only"]
    if constraint.isTransitive { entry.forbidden.insert("transitive") }
    for (side, selector, isWidening) in [
      ("from", constraint.from, constraint.kind == .forbid), ("to", constraint.to, true),
    ] {
      for term in selector.terms {
        let texts = texts(of: term, names).map { "\(side) \($0)" }
        if isWidening != term.isNegated {
          entry.forbidden.formUnion(texts)
        } else {
          entry.allowed.formUnion(texts)
        }
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

extension SourceRange {
  /// The first line of rules.yml, which is the first file that is read.
  static let rulesStart = start(of: FileID(index: 0))

  static func start(of file: FileID) -> SourceRange {
    let position = Position(line: 1, column: 1)
    return SourceRange(file: file, start: position, end: position)
  }
}
