internal import Diagnostics

/// The JSON Schema (2020-12) of rules.yml, for editors and other checkers.
///
/// Made from the table that the loader reads by, it accepts what the loader accepts; what it cannot
/// say is that names refer to something.
public func rulesSchema() -> String {
  schema(
    of: .file, "modlint rules.yml", "The ground rules of a workspace, as modlint checks them.")
}

/// The JSON Schema (2020-12) of modlint-baseline.yml; what it cannot say is in which order things
/// stand.
public func baselineSchema() -> String {
  schema(
    of: .baseline, Baseline.fileName,
    "The known findings of a workspace, as modlint records them.")
}

private func schema(
  of section: ConfigurationSection, _ title: String, _ description: String
) -> String {
  guard case .object(let members) = ConfigurationShape.section(section).schema else {
    preconditionFailure("a file is an object")
  }
  let head: [(String, JSON)] = [
    ("$schema", .string("https://json-schema.org/draft/2020-12/schema")),
    ("title", .string(title)),
    ("description", .string(description)),
  ]
  return JSON.object(head + members).text + "\n"
}

private indirect enum JSON {
  case string(String)
  case number(Int)
  case bool(Bool)
  case list([JSON])
  case object([(String, JSON)])

  static func words(_ words: [String]) -> JSON { .list(words.map { .string($0) }) }

  var text: String { text(indent: "") }

  private func text(indent: String) -> String {
    let inner = indent + "  "
    switch self {
    case .string(let text): return quoted(text)
    case .number(let number): return String(number)
    case .bool(let flag): return String(flag)
    case .list(let elements):
      let isShort = elements.allSatisfy { element in
        guard case .string = element else { return false }
        return true
      }
      let texts = elements.map { $0.text(indent: inner) }
      return isShort
        ? "[" + texts.joined(separator: ", ") + "]"
        : "[\n\(inner)" + texts.joined(separator: ",\n\(inner)") + "\n\(indent)]"
    case .object(let members):
      guard !members.isEmpty else { return "{}" }
      let texts = members.map { "\(quoted($0.0)): \($0.1.text(indent: inner))" }
      return "{\n\(inner)" + texts.joined(separator: ",\n\(inner)") + "\n\(indent)}"
    }
  }

  /// All texts are of this module and without control characters.
  private func quoted(_ text: String) -> String {
    var result = "\""
    for character in text {
      if character == "\"" || character == "\\" { result.append("\\") }
      result.append(character)
    }
    return result + "\""
  }
}

extension ConfigurationShape {
  fileprivate var schema: JSON { .object(members(isBlankAllowed: true)) }

  /// The members of the schema; a key whose entries are all commented out has the value null.
  private func members(isBlankAllowed: Bool) -> [(String, JSON)] {
    func type(_ name: String) -> (String, JSON) {
      ("type", isBlankAllowed ? .words([name, "null"]) : .string(name))
    }
    switch self {
    case .text(let text): return text.schema
    case .word(let words): return [("enum", .words(words))]
    case .flag: return [("type", .string("boolean"))]
    case .version(let number): return [("const", .number(number))]
    case .count: return [("type", .string("integer")), ("minimum", .number(1))]
    case .list(let element): return [type("array"), ("items", element.schema)]
    case .table(let element): return [type("object"), ("additionalProperties", element.schema)]
    case .section(let section):
      let isNeeded = section.keys.contains(where: \.isRequired)
      return [isNeeded ? ("type", .string("object")) : type("object")] + section.schema
    case .choice(let scalar, let list, let mapping):
      var shapes = [scalar, list, mapping].compactMap { $0 }
      // A rule that needs a limit cannot be turned on by a word.
      if case .section(let section) = mapping, section.limit != nil { shapes[0] = .word(["off"]) }
      return [("anyOf", .list(shapes.map { .object($0.members(isBlankAllowed: false)) }))]
    }
  }
}

extension ConfigurationShape.Text {
  fileprivate var schema: [(String, JSON)] {
    let type: (String, JSON) = ("type", .string("string"))
    return switch self {
    case .day: [type, ("pattern", .string("^[0-9]{4}-[0-9]{2}-[0-9]{2}$"))]
    case .id: [type, ("pattern", .string("^[A-Za-z0-9._-]+$"))]
    case .constraint, .link: [type, ("pattern", .string("^[^>]*[^> ][^>]*->>?[^>]*[^> ][^>]*$"))]
    default: [type, ("minLength", .number(1))]
    }
  }
}

extension ConfigurationSection {
  /// The key without which a rule that is on cannot work.
  fileprivate var limit: String? {
    keys.first { key in
      guard case .count = key.shape else { return false }
      return true
    }?.name
  }

  fileprivate var schema: [(String, JSON)] {
    var members: [(String, JSON)] = [
      ("additionalProperties", .bool(false)),
      ("properties", .object(keys.map { ($0.name, $0.schema) })),
    ]
    let required = keys.filter(\.isRequired).map(\.name)
    if !required.isEmpty { members.append(("required", .words(required))) }
    if !exactlyOne.isEmpty {
      let choices = exactlyOne.map { JSON.object([("required", .words([$0]))]) }
      members.append(("oneOf", .list(choices)))
    }
    guard let limit else { return members }
    let isOn = JSON.object([
      ("required", .words(["severity"])),
      ("properties", .object([("severity", .object([("enum", .words(["warning", "error"]))]))])),
    ])
    return members + [("if", isOn), ("then", .object([("required", .words([limit]))]))]
  }
}

extension ConfigurationKey {
  fileprivate var schema: JSON {
    guard case .object(let members) = shape.schema else { return shape.schema }
    let description = standard.map { "\(summary); default: \($0)" } ?? summary
    return .object([("description", .string(description))] + members)
  }
}
