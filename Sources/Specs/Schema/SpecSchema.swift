internal import Graph
internal import Text

/// The JSON Schema (draft-07) of what XcodeGen 2.45.4 reads as project.yml, for editors.
///
/// Made from the tables that `unknown-key` and `ignored-value` judge by, it accepts what XcodeGen sees all of.
/// It fits whole specifications and the files that they include, so that it demands no key of a mapping
/// that includes and templates may add to. What it cannot say: which top-level keys hold anchors alone,
/// whether a number was written with a decimal point, and that names refer to something.
public func specSchema() -> String {
  let kinds = MappingKind.allCases.filter { $0 != .project }
  return JSON.object([
    "$schema": .text("http://json-schema.org/draft-07/schema#"),
    "title": .text("XcodeGen project.yml"),
    "description": .text("A project, or a part of one, as XcodeGen 2.45.4 reads it."),
  ])
  .appending(MappingKind.project.schema)
  .appending(
    .object([
      "definitions": .object(
        members: SchemaPart.allCases.map { ($0.rawValue, $0.schema) }
          + kinds.map { ($0.definitionName, $0.schema) })
    ])
  )
  .printed()
}

extension MappingKind {
  fileprivate var definitionName: String { "\(self)" }

  var reference: JSON { .inline(["$ref": .text("#/definitions/\(definitionName)")]) }

  /// What a mapping of this kind may hold.
  fileprivate var schema: JSON {
    let names = keys.map(\.spelling).joined(separator: "|")
    return JSON.object([
      "type": scalarTypes.map { .texts(["object"] + $0) },
      // Of texts it is a condition, of mappings none.
      "pattern": self == .buildPhase
        ? .text("^(?:sources|headers|resources|none)$|\(SchemaPart.variablePattern)") : nil,
      "properties": .object(members: keys.map { ($0.spelling, property($0)) }),
      "patternProperties": .object(
        members: [
          (SchemaPart.variablePattern, .inline([:])), ("^(?:\(names)):REPLACE$", .inline([:])),
        ] + (self == .project ? [(SchemaPart.privateKeyPattern, .inline([:]))] : [])),
      "additionalProperties": .flag(false),
    ]).appending(demands)
  }

  /// The types of what may stand for the mapping; `nil` where anything else is passed over.
  private var scalarTypes: [String]? {
    switch self {
    case .testTarget, .testableReference: nil
    case .include: ["string"]
    case .source, .buildPhase: ["string", "null"]
    case .options, .target, .aggregate, .dependency, .package, .plugin, .projectReference, .scheme,
      .build, .breakpoint:
      []
    default: ["null"]
    }
  }

  /// That one key of each group is there, unless a variable stands for a key.
  private var demands: JSON {
    let groups = requiredKeys.map { group in
      let choices = group.map { key in
        JSON.inline([
          "required": .texts([key.spelling]),
          "properties": .inline(members: [(key.spelling, ValueShape.text.schema)]),
        ])
      }
      return choices.count == 1 ? choices[0] : .object(["anyOf": .array(choices)])
    }
    guard !groups.isEmpty else { return .object([:]) }
    let variable = JSON.inline(["pattern": .text(SchemaPart.variablePattern)])
    return .object([
      "if": .inline(["propertyNames": .inline(["not": variable])]),
      "then": groups.count == 1 ? groups[0] : .object(["allOf": .array(groups)]),
    ])
  }

  private func property(_ key: SpecKey) -> JSON {
    JSON.object([
      "description": .text(summary(of: key)),
      "default": standard(of: key),
    ]).appending(value(under: key))
  }

  /// What the value of a key may be.
  private func value(under key: SpecKey) -> JSON {
    if let special = SchemaPart.value(under: key, of: self) { return special }
    let shape = shape(under: key) ?? refusedShape(under: key)
    guard let part = part(under: key) else { return shape?.schema ?? .object([:]) }
    let list = JSON.object([
      "type": .texts(isBlankRefused(under: key) ? ["array"] : ["array", "null"]),
      "items": part.kind.reference,
    ])
    switch part.form {
    case .single:
      guard case .version = shape else { return part.kind.reference }
      return .object(["anyOf": .array([part.kind.reference, ValueShape.version.schema])])
    case .list: return list
    case .items:
      if case .list = shape { return list }
      return .object(["anyOf": .array([part.kind.reference, list])])
    case .named:
      return .object([
        "type": .texts(isBlankRefused(under: key) ? ["object"] : ["object", "null"]),
        "additionalProperties": part.kind.reference,
      ])
    }
  }
}

extension ValueShape {
  /// A value that is left blank counts as not given.
  var schema: JSON {
    func type(_ names: String...) -> JSON {
      .object(["type": .texts(names + ["null"])])
    }
    switch self {
    case .text: return type("string")
    case .boolean: return type("boolean")
    case .wholeNumber: return type("integer")
    case .version: return type("string", "number")
    case .list: return type("array")
    case .texts: return type("array").appending(.object(["items": ValueShape.text.schema]))
    case .textOrTexts:
      return type("string", "array")
        .appending(.object(["items": ValueShape.text.schema]))
    case .mapping: return type("object")
    case .choice(let choices): return Self.schema(ofChoices: choices)
    case .choices(let choices):
      return type("array").appending(.object(["items": ValueShape.choice(choices).schema]))
    }
  }

  static func schema(ofChoices choices: [String], or others: [JSON] = []) -> JSON {
    let blank = JSON.inline(["type": .text("null")])
    return .object([
      "anyOf": .array(
        [.inline(["enum": .texts(choices)])] + others + [SchemaPart.variable.reference, blank])
    ])
  }
}
