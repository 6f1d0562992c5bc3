internal import Diagnostics

extension ConfigurationLoader {
  mutating func loadRules(_ table: ConfigurationRecord?) {
    for entry in table?.entries ?? [] {
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

  /// Returns the mandatory limit that a rule lacks although it is on.
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
