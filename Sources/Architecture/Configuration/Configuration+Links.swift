internal import Diagnostics
internal import Text

// Constraints.
extension ConfigurationLoader {
  mutating func loadConstraints(_ field: ConfigurationField) {
    let scope = Selector.Scope(
      layers: result.layers.map(\.name), tags: result.tags.map(\.name))
    for element in field.elements {
      guard let record = element.record, let id = record["id"],
        let rule = record["forbid"] ?? record["only"]
      else { continue }
      let isNew = checkConstraintID(id)
      if constraintIDs[id.text] == nil { constraintIDs[id.text] = id.range }
      guard let (arrow, from, to) = sides(of: rule, in: scope), isNew else { continue }
      result.links.append(
        Configuration.LinkConstraint(
          id: RuleID(id.text), kind: record["only"] == nil ? .forbid : .only, from: from, to: to,
          isTransitive: arrow.isTransitive, because: record["because"]?.text,
          instead: record["instead"]?.text, url: record["url"]?.text,
          level: level(record["severity"]), location: id.range))
    }
  }

  private mutating func checkConstraintID(_ field: ConfigurationField) -> Bool {
    let id = RuleID(field.text)
    if !isID(field.text) {
      report(.badID(field.text), at: field.range)
    } else if catalog[id] != nil {
      report(.isRule(id), at: field.range)
    } else if let first = constraintIDs[field.text] {
      report(.duplicateID(id), at: field.range, notes: [.init(.firstUse, at: first)])
    } else {
      return true
    }
    return false
  }

  private mutating func sides(
    of field: ConfigurationField, in scope: Selector.Scope
  ) -> (Arrow, from: Selector, to: Selector)? {
    guard let arrow = arrow(field) else { return nil }
    // Parses both sides, so that the errors of both are reported.
    let sides = [arrow.from, arrow.to].map { text -> Selector? in
      do throws(Diagnostic) {
        return try Selector(text, at: field.range, in: scope)
      } catch {
        problems.append(error)
        return nil
      }
    }
    guard let from = sides[0], let to = sides[1] else { return nil }
    return (arrow, from, to)
  }

  private mutating func arrow(_ field: ConfigurationField) -> Arrow? {
    if let arrow = Arrow(field.text) { return arrow }
    report(.isNoArrow(field.text), at: field.range)
    return nil
  }
}

// Exceptions.
extension ConfigurationLoader {
  mutating func loadExceptions(_ field: ConfigurationField) {
    for element in field.elements {
      guard let record = element.record, let rule = record["rule"], let reason = record["reason"]
      else { continue }
      let about = about(record)
      let isKnown = checkRule(rule)
      let day = record["until"].map { Day($0.text) }
      if case .some(nil) = day, let until = record["until"] {
        report(.badDay(until.text), at: until.range)
      }
      // An exception with an invalid `until` would never expire.
      let hasBadDay = record.invalid.contains("until") || day == .some(nil)
      guard let (about, location) = about, isKnown, !hasBadDay else { continue }
      result.exceptions.append(
        Configuration.Exception(
          about: about, rule: RuleID(rule.text), reason: reason.text, until: day ?? nil,
          location: location))
    }
  }

  private mutating func about(
    _ record: ConfigurationRecord
  ) -> (Configuration.Exception.About, SourceRange)? {
    if let file = record["file"] {
      return pattern(file).map { (.file($0), file.range) }
    }
    if let module = record["module"] {
      if let glob = Glob(module.text) { return (.module(glob), module.range) }
      report(.badPattern(module.text), at: module.range)
      return nil
    }
    guard let link = record["link"], let arrow = arrow(link) else { return nil }
    guard let from = Glob(arrow.from), let to = Glob(arrow.to) else {
      report(.badPattern(link.text), at: link.range)
      return nil
    }
    return (.link(from: from, to: to), link.range)
  }

  private mutating func checkRule(_ field: ConfigurationField) -> Bool {
    let id = RuleID(field.text)
    guard id != .invalidRules else {
      report(.cannotBeExcepted(id), at: field.range)
      return false
    }
    if catalog[id] != nil || constraintIDs[id.name] != nil { return true }
    let names = catalog.map(\.id.name) + constraintIDs.keys.sorted { $0.precedes($1) }
    report(
      .unknownRule(id, nearest: ForeignWords.inRules.word(meantBy: id.name, among: names)),
      at: field.range)
    return false
  }
}

private func isID(_ text: String) -> Bool {
  text.utf8.allSatisfy { byte in
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
      UInt8(ascii: "."):
      true
    default: false
    }
  }
}

extension Diagnostic.Message {
  fileprivate static let firstUse: Self = "first used here"

  fileprivate static func badID(_ id: String) -> Self {
    "'\(id)' is not a valid id: use letters, digits, '-', '_' and '.'"
  }

  fileprivate static func isRule(_ id: RuleID) -> Self {
    "id '\(id.name)' is the name of a rule"
  }

  fileprivate static func duplicateID(_ id: RuleID) -> Self {
    "id '\(id.name)' is used twice"
  }

  fileprivate static func isNoArrow(_ text: String) -> Self {
    "'\(text)' must contain one arrow, as in 'A -> B'"
  }

  fileprivate static func badDay(_ text: String) -> Self {
    "'until' must be a date, written YYYY-MM-DD, not '\(text)'"
  }

  fileprivate static func cannotBeExcepted(_ rule: RuleID) -> Self {
    "'\(rule.name)' does not allow exceptions; fix the cause"
  }

  fileprivate static func unknownRule(_ id: RuleID, nearest: String?) -> Self {
    Diagnostic.Message("unknown rule '\(id.name)'" + nearestSuffix(nearest))
  }
}

/// `A -> B`, or `A ->> B` for links through others.
struct Arrow {
  var from: String
  var to: String
  var isTransitive: Bool

  init?(_ text: String) {
    let sides = text.split(separator: "->", omittingEmptySubsequences: false)
    guard sides.count == 2 else { return nil }
    isTransitive = sides[1].hasPrefix(">")
    from = trimmed(sides[0])
    to = trimmed(isTransitive ? sides[1].dropFirst() : sides[1])
    if from.isEmpty || to.isEmpty { return nil }
  }
}

func trimmed(_ text: some StringProtocol) -> String {
  var scalars = Substring(text).unicodeScalars
  while let first = scalars.first, first.properties.isWhitespace { scalars.removeFirst() }
  while let last = scalars.last, last.properties.isWhitespace { scalars.removeLast() }
  return String(scalars)
}
