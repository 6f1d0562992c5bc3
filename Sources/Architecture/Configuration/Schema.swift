internal import Diagnostics
internal import Text

/// Returns the JSON Schema (draft-07) of rules.yml, for editors and other validators.
///
/// It is generated from the parser's table and accepts the same files, but does not check
/// references between names.
public func rulesSchema(of catalog: RuleCatalog) -> String {
  schema(
    of: .file(catalog), "modlint rules.yml",
    "The ground rules of a workspace, as modlint checks them.")
}

func schema(
  of section: ConfigurationSection, _ title: String, _ description: String
) -> String {
  JSON.object([
    "$schema": .text("http://json-schema.org/draft-07/schema#"),
    "title": .text(title),
    "description": .text(description),
  ]).appending(ConfigurationShape.section { section }.schema()).printed()
}

extension ConfigurationShape {
  /// Returns the schema of a value; keys whose entries are all commented out may be null.
  fileprivate func schema(isBlankAllowed: Bool = true) -> JSON {
    func type(_ name: String) -> JSON {
      isBlankAllowed ? .texts([name, "null"]) : .text(name)
    }
    switch self {
    case .text(let text): return text.schema
    case .word(let words): return .object(["enum": .texts(words)])
    case .flag: return .object(["type": .text("boolean")])
    case .version(let numbers):
      return numbers.count == 1
        ? .object(["const": .number(numbers.lowerBound)])
        : .object(["enum": .array(numbers.map { .number($0) })])
    case .count: return .object(["type": .text("integer"), "minimum": .number(1)])
    case .list(let element): return .object(["type": type("array"), "items": element.schema()])
    case .table(let element):
      return .object(["type": type("object"), "additionalProperties": element.schema()])
    case .section(let section):
      let isNeeded = section().keys.contains(where: \.isRequired)
      return .object(["type": isNeeded ? .text("object") : type("object")])
        .appending(section().schema)
    case .choice(let scalar, let list, let mapping):
      var shapes = [scalar, list, mapping].compactMap { $0 }
      // A rule with a mandatory limit cannot be enabled by a word.
      if case .section(let section) = mapping, section().limit != nil { shapes[0] = .word(["off"]) }
      return .object(["anyOf": .array(shapes.map { $0.schema(isBlankAllowed: false) })])
    }
  }
}

extension ConfigurationShape.Text {
  fileprivate var schema: JSON {
    let pattern: String? =
      switch self {
      case .day: "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"
      case .id: "^[A-Za-z0-9._-]+$"
      case .constraint, .link: "^[^>]*[^> ][^>]*->>?[^>]*[^> ][^>]*$"
      default: nil
      }
    // YAML reads `0.4` as a number.
    if case .versions = self { return .object(["type": .texts(["string", "number"])]) }
    return .object([
      "type": .text("string"), "pattern": pattern.map(JSON.text),
      "minLength": pattern == nil ? .number(1) : nil,
    ])
  }
}

extension ConfigurationSection {
  fileprivate var limit: String? {
    keys.first { key in
      guard case .count = key.shape else { return false }
      return true
    }?.name
  }

  fileprivate var schema: JSON {
    let required = keys.filter(\.isRequired).map(\.name)
    let choices = exactlyOne.map { JSON.object(["required": .texts([$0])]) }
    let isOn = JSON.object([
      "required": .texts(["severity"]),
      "properties": .object([
        "severity": .object(["enum": .texts(["warning", "error"])])
      ]),
    ])
    return .object([
      "additionalProperties": .flag(false),
      "properties": .object(members: keys.map { ($0.name, $0.schema) }),
      "required": required.isEmpty ? nil : .texts(required),
      "oneOf": choices.isEmpty ? nil : .array(choices),
      "if": limit == nil ? nil : isOn,
      "then": limit.map { .object(["required": .texts([$0])]) },
    ])
  }
}

extension ConfigurationKey {
  fileprivate var schema: JSON {
    let description = standard.map { "\(summary); default: \($0)" } ?? summary
    return .object(["description": .text(description)]).appending(shape.schema())
  }
}
