internal import Architecture
internal import Diagnostics
internal import Graph
internal import Text

extension Configuration {
  /// Returns the entries of rules.yml, each before its parts; `names` are the current names of
  /// renamed layers.
  func settings(_ names: [String: String] = [:]) -> [Setting] {
    var settings = layerSettings(names) + listSettings + externalSettings
    settings += fileSettings + ruleSettings
    settings += links.flatMap { self.settings(of: $0, names) }
    return settings + exceptions.map { setting(of: $0) }
  }

  private func layerSettings(_ names: [String: String]) -> [Setting] {
    guard let first = layers.first else { return [] }
    let whole = Setting(.layers, "", "'layers'", at: first.location)
    return [whole]
      + layers.flatMap { layer -> [Setting] in
        let name = names[layer.name] ?? layer.name
        let words = "layer '\(layer.name)'"
        var entry = Setting(.layer, name, words, at: layer.location)
        entry.whole = whole.id
        var peers = Setting(.peers, name, "'peers' of \(words)", at: layer.location)
        switch layer.peers {
        case .forbidden: peers.strictness = 2
        case .within(let pattern): (peers.strictness, peers.value) = (1, pattern.text)
        case .allowed: peers.strictness = 0
        }
        var parts = [peers]
        for pattern in layer.modules ?? [] {
          parts.append(
            Setting(
              .layerModules, "\(name) \(pattern.text)", "the pattern '\(pattern.text)' of \(words)",
              at: pattern.location))
        }
        if layer.modules == nil {
          parts.append(
            Setting(.layerModules, "\(name) ", "the folder of \(words)", at: layer.location))
        }
        for index in parts.indices { parts[index].whole = entry.id }
        return [entry] + parts
      }
  }

  private var listSettings: [Setting] {
    let lists: [(Setting.Key, [Pattern])] = [
      (.interfaces, interfaces), (.testSupport, testSupport), (.exclude, exclude),
      (.ignore, ignore), (.projects, projects ?? []),
    ]
    return lists.flatMap { key, patterns in
      patterns.map { pattern in
        let words = "the pattern '\(pattern.text)' of '\(key.rawValue)'"
        var setting = Setting(key, pattern.text, words, at: pattern.location)
        setting.pattern = pattern
        return setting
      }
    }
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
    let patterns: [(Pattern, String?)] =
      specs.isEmpty
      ? [Pattern(standard, at: .rulesStart)].compactMap { $0 }.map { ($0, nil) }
      : specs.map { ($0.pattern, $0.root) }
    return patterns.map { pattern, root in
      let text = pattern.text
      var setting = Setting(
        .specs, text == "**/\(standard)" ? standard : text, "the pattern '\(text)' of 'specs'",
        at: pattern.location)
      setting.pattern = pattern
      setting.value = root ?? ""
      return setting
    }
  }

  private var ruleSettings: [Setting] {
    ruleCatalog.flatMap { rule -> [Setting] in
      let settings = rules[rule.id]
      let location = settings?.location ?? .rulesStart
      var entry = Setting(.rule, rule.id.name, "'\(rule.id.name)'", at: location)
      entry.level = Level(severity(of: rule.id))
      guard entry.level != .off else { return [entry] }
      let options = settings?.options ?? RuleOptions()
      let allowsBaseline = settings?.allowsBaseline ?? true
      var strictnesses = ["baseline": allowsBaseline ? 0 : 1]
      for option in rule.options {
        switch option.kind {
        case .limit: strictnesses[option.name] = -(options.limit(option.name) ?? .max)
        case .severity(let standard):
          strictnesses[option.name] =
            Level(options.severity(option.name, default: standard)).strictness
        }
      }
      return [entry]
        + strictnesses.map { name, strictness in
          var part = Setting(
            .option, "\(rule.id.name) \(name)", "options of \(entry.words)", at: location)
          (part.whole, part.strictness) = (entry.id, strictness)
          return part
        }
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
  private func settings(of constraint: LinkConstraint, _ names: [String: String]) -> [Setting] {
    let name = constraint.id.name
    let words = "constraint '\(name)'"
    var entry = Setting(.link, name, words, at: constraint.location)
    entry.level = constraint.level ?? Level(severity(of: RuleID.linkConstraint))
    var kind = Setting(.linkOption, "\(name) kind", words, at: constraint.location)
    kind.value = constraint.kind == .forbid ? "forbid" : "only"
    var reach = Setting(.linkOption, "\(name) reach", words, at: constraint.location)
    reach.strictness = constraint.isTransitive ? 1 : 0
    var parts = [kind, reach]
    for (side, selector, isWidening) in [
      ("from", constraint.from, constraint.kind == .forbid), ("to", constraint.to, true),
    ] {
      for term in selector.terms {
        let key: Setting.Key =
          isWidening != term.isNegated ? .wideningTerm : .narrowingTerm
        if case .tag(let number) = term.subject {
          let tag = tags[number]
          parts += tag.patterns.map { pattern in
            Setting(
              key, "\(name) \(side) \(term.text) \(pattern.text)", "tag '\(tag.name)'",
              at: tag.location)
          }
        } else {
          let text = text(of: term, names)
          parts.append(Setting(key, "\(name) \(side) \(text)", words, at: constraint.location))
        }
      }
    }
    for index in parts.indices { parts[index].whole = entry.id }
    return [entry] + parts
  }

  private func text(of term: Selector.Term, _ names: [String: String]) -> String {
    guard case .layer(let number) = term.subject else { return term.text }
    let name = layers[number].name
    return "layer:\(names[name] ?? name)"
  }
}

extension Configuration.Exception {
  /// Distinguishes the exception from others.
  var key: String {
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
