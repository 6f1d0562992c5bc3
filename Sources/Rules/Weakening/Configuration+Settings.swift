internal import Architecture
internal import Diagnostics
internal import Graph
internal import Text

extension Configuration {
  /// Returns the entries of rules.yml; `names` are the current names of renamed layers.
  func settings(_ names: [String: String] = [:]) -> [Setting] {
    let parts = [
      layerSettings(names), listSettings, externalSettings, fileSettings, ruleSettings,
      links.map { setting(of: $0, names) }, exceptions.map { setting(of: $0) },
    ]
    return parts.flatMap(\.self)
  }

  private func layerSettings(_ names: [String: String]) -> [Setting] {
    guard let first = layers.first else { return [] }
    var whole = Setting(.layers, "", "'layers'", at: first.location)
    whole.parts = layers.map { layer in
      let name = names[layer.name] ?? layer.name
      var entry = Setting(.layer, name, "layer '\(layer.name)'", at: layer.location)
      var peers = Setting(.peers, "", "'peers' of \(entry.words)", at: layer.location)
      peers.rules = [SameLayer.id]
      switch layer.peers {
      case .forbidden: peers.strictness = 2
      case .within(let pattern): (peers.strictness, peers.value) = (1, pattern.text)
      case .allowed: peers.strictness = 0
      }
      entry.parts = [peers]
      return entry
    }
    return [whole]
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
      setting.value = external.linkage?.rawValue ?? ""
      setting.strictness = external.isEmbedded ? 0 : 1
      return setting
    }
  }

  /// The settings that decide which files are read, and how.
  private var fileSettings: [Setting] {
    var packages = Setting(.packages, "", "'packages'", at: packagesLocation ?? .rulesStart)
    packages.strictness = self.packages == .opaque ? 0 : 1
    var xcodegen = Setting(.xcodegen, "", "'xcodegen'", at: xcodeGenLocation ?? .rulesStart)
    xcodegen.strictness = xcodeGen == .recorded ? 1 : 0
    return [packages, xcodegen] + specSettings
  }

  private var specSettings: [Setting] {
    let standard = "project.yml"
    guard !specs.isEmpty else {
      return [Pattern(standard, at: .rulesStart)].compactMap(\.self).map {
        setting(.specs, $0, text: standard)
      }
    }
    return specs.map { spec in
      let text = spec.pattern.text
      var setting = setting(
        .specs, spec.pattern, text: text == "**/\(standard)" ? standard : text)
      setting.value = spec.root ?? ""
      return setting
    }
  }

  private var ruleSettings: [Setting] {
    ruleCatalog.map { rule in
      let settings = rules[rule.id]
      let location = settings?.location ?? .rulesStart
      var entry = Setting(.rule, rule.id.name, "'\(rule.id.name)'", at: location)
      let level = Level(severity(of: rule.id))
      (entry.level, entry.rules) = (level, [rule.id])
      guard level != .off else { return entry }
      let options = settings?.options ?? RuleOptions()
      var strictnesses = ["baseline": settings?.allowsBaseline ?? true ? 0 : 1]
      for option in rule.options {
        switch option.kind {
        case .limit: strictnesses[option.name] = -(options.limit(option.name) ?? .max)
        case .severity(let standard):
          strictnesses[option.name] =
            Level(options.severity(option.name, default: standard)).strictness
        }
      }
      entry.parts = strictnesses.map { name, strictness in
        var part = Setting(.option, name, "options of \(entry.words)", at: location)
        part.strictness = strictness
        return part
      }
      return entry
    }
  }

  private func setting(of exception: Exception) -> Setting {
    let words = "the exception for '\(exception.subject)' from '\(exception.rule.name)'"
    var setting = Setting(.exception, exception.key, words, at: exception.location)
    setting.exception = exception
    setting.strictness = exception.until.map { -(($0.year * 12 + $0.month) * 31 + $0.day) } ?? .min
    return setting
  }
}

// Constraints.
extension Configuration {
  private func setting(of constraint: LinkConstraint, _ names: [String: String]) -> Setting {
    let words = "constraint '\(constraint.id.name)'"
    var entry = Setting(.link, constraint.id.name, words, at: constraint.location)
    entry.level = constraint.level ?? Level(severity(of: RuleID.linkConstraint))
    entry.rules = [constraint.id]
    var kind = Setting(.linkOption, "kind", words, at: constraint.location)
    kind.value = constraint.kind == .forbid ? "forbid" : "only"
    var reach = Setting(.linkOption, "reach", words, at: constraint.location)
    reach.strictness = constraint.isTransitive ? 1 : 0
    entry.parts = [kind, reach]
    for (side, selector, isWidening) in [
      ("from", constraint.from, constraint.kind == .forbid), ("to", constraint.to, true),
    ] {
      for term in selector.terms {
        let key: Setting.Key = isWidening != term.isNegated ? .wideningTerm : .narrowingTerm
        guard case .tag(let number) = term.subject else {
          let name = "\(side) \(text(of: term, names))"
          entry.parts.append(Setting(key, name, words, at: constraint.location))
          continue
        }
        entry.parts += tags[number].patterns.map { pattern in
          Setting(
            key, "\(side) \(term.text) \(pattern.text)", "tag '\(tags[number].name)'",
            at: tags[number].location)
        }
      }
    }
    return entry
  }

  private func text(of term: Selector.Term, _ names: [String: String]) -> String {
    guard case .layer(let number) = term.subject else { return term.text }
    let name = layers[number].name
    return "layer:\(names[name] ?? name)"
  }
}

extension Configuration.Exception {
  /// Distinguishes the exception from others.
  fileprivate var key: String {
    let kind =
      switch about {
      case .link: "link"
      case .module: "module"
      case .file: "file"
      }
    return "\(rule.name) \(kind) \(subject)"
  }
}

extension Level {
  var strictness: Int {
    switch self {
    case .off: 0
    case .warning: 1
    case .error: 2
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
