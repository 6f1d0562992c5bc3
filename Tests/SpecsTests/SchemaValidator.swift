import Foundation

/// Validates values against a JSON Schema of draft-07, as far as the schema of specs uses it.
struct SchemaValidator {
  typealias Schema = [String: Any]

  private let root: Schema
  private let definitions: [String: Schema]

  init(_ text: String) throws {
    root = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? Schema ?? [:]
    definitions = root["definitions"] as? [String: Schema] ?? [:]
  }

  func accepts(_ value: SampleValue) -> Bool { accepts(value, root) }

  private func accepts(_ value: SampleValue, _ schema: Schema) -> Bool {
    if let reference = schema["$ref"] as? String {
      return accepts(value, definitions[reference.replacing("#/definitions/", with: "")] ?? [:])
    }
    return hasType(value, schema) && isAllowed(value, schema) && combines(value, schema)
      && accepts(entriesOf: value, schema) && accepts(elementsOf: value, schema)
  }

  private func hasType(_ value: SampleValue, _ schema: Schema) -> Bool {
    guard let type = schema["type"] else { return true }
    let types = type as? [String] ?? [type as? String ?? ""]
    return types.contains(value.type) || value.type == "integer" && types.contains("number")
  }

  private func isAllowed(_ value: SampleValue, _ schema: Schema) -> Bool {
    if let choices = schema["enum"] as? [String] {
      guard let text = value.text, choices.contains(text) else { return false }
    }
    if let pattern = schema["pattern"] as? String, let text = value.text {
      return matches(text, pattern)
    }
    return true
  }

  private func combines(_ value: SampleValue, _ schema: Schema) -> Bool {
    if let choices = schema["anyOf"] as? [Schema], !choices.contains(where: { accepts(value, $0) })
    {
      return false
    }
    if let all = schema["allOf"] as? [Schema], !all.allSatisfy({ accepts(value, $0) }) {
      return false
    }
    if let not = schema["not"] as? Schema, accepts(value, not) { return false }
    if let condition = schema["if"] as? Schema, let then = schema["then"] as? Schema {
      return !accepts(value, condition) || accepts(value, then)
    }
    return true
  }

  private func accepts(entriesOf value: SampleValue, _ schema: Schema) -> Bool {
    guard case .map(let entries) = value else { return true }
    for key in schema["required"] as? [String] ?? [] where !entries.contains(where: { $0.0 == key })
    {
      return false
    }
    let properties = schema["properties"] as? [String: Schema] ?? [:]
    let patterns = schema["patternProperties"] as? [String: Schema] ?? [:]
    return entries.allSatisfy { key, item in
      if let names = schema["propertyNames"] as? Schema, !accepts(.text(key), names) {
        return false
      }
      var own = patterns.filter { matches(key, $0.key) }.map(\.value)
      if let property = properties[key] { own.append(property) }
      if own.isEmpty {
        if schema["additionalProperties"] as? Bool == false { return false }
        if let others = schema["additionalProperties"] as? Schema { own.append(others) }
      }
      return own.allSatisfy { accepts(item, $0) }
    }
  }

  private func accepts(elementsOf value: SampleValue, _ schema: Schema) -> Bool {
    guard case .list(let elements) = value else { return true }
    if let items = schema["items"] as? Schema, !elements.allSatisfy({ accepts($0, items) }) {
      return false
    }
    guard let contained = schema["contains"] as? Schema else { return true }
    return elements.contains { accepts($0, contained) }
  }

  private func matches(_ text: String, _ pattern: String) -> Bool {
    text.range(of: pattern, options: .regularExpression) != nil
  }
}

/// A value of a spec, of one of the kinds that YAML has.
indirect enum SampleValue: Sendable {
  case blank
  case text(String)
  case number(Int)
  case decimal(Double)
  case bool(Bool)
  case list([SampleValue])
  case map([(String, SampleValue)])

  /// The type as JSON Schema calls it.
  var type: String {
    switch self {
    case .blank: "null"
    case .text: "string"
    case .number: "integer"
    case .decimal: "number"
    case .bool: "boolean"
    case .list: "array"
    case .map: "object"
    }
  }

  var text: String? { if case .text(let text) = self { text } else { nil } }

  /// In one line of YAML.
  var yaml: String {
    switch self {
    case .blank: ""
    case .text(let text): "\"\(text)\""
    case .number(let number): "\(number)"
    case .decimal(let number): "\(number)"
    case .bool(let flag): "\(flag)"
    case .list(let elements): "[\(elements.map(\.yaml).joined(separator: ", "))]"
    case .map(let entries):
      "{\(entries.map { "\"\($0.0)\": \($0.1.yaml)" }.joined(separator: ", "))}"
    }
  }

  /// The mapping with another value for a key, or with one more key.
  func setting(_ key: String, to value: SampleValue) -> SampleValue {
    guard case .map(let entries) = self else { return self }
    return .map(entries.filter { $0.0 != key } + [(key, value)])
  }
}
