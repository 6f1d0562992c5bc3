internal import Graph
internal import Text

/// Returns the JSON Schema (draft-07) of a project.yml for XcodeGen 2.45.4, for editors.
///
/// It is generated from the key table of `unknown-key` and `ignored-value`, which do not judge schemes
/// and breakpoints, and accepts values that XcodeGen reads in full. It applies to specs and to included files, so it requires no key that
/// includes and templates may add. It cannot express which top-level keys only contain anchors,
/// whether a number has a decimal point, or that references resolve.
public func specSchema() -> String {
  let sections = SpecSection.allCases.filter { $0 != .project }
  return JSON.object([
    "$schema": .text("http://json-schema.org/draft-07/schema#"),
    "title": .text("XcodeGen project.yml"),
    "description": .text("A project, or a part of one, as XcodeGen 2.45.4 reads it."),
  ])
  .appending(SpecSection.project.schema)
  .appending(
    .object([
      "definitions": .object(
        members: [
          ("variable", .object(["type": .text("string"), "pattern": .text(variablePattern)])),
          ("settings", .settings), ("buildSettings", .buildSettings),
        ] + sections.map { ("\($0)", $0.schema) })
    ])
  )
  .printed()
}

private let variablePattern = #"\$\{[^}]+\}"#

/// The pattern of top-level keys that only contain anchors; a schema cannot follow aliases, so that
/// it includes the usual names.
private let privateKeyPattern =
  "^[._]|^x-|^(?:anchors|aliases|common|defaults|definitions|shared|variables|versions?)$"

extension SpecSection {
  fileprivate var reference: JSON { .reference("\(self)") }

  fileprivate var schema: JSON {
    let names = keyNames.joined(separator: "|")
    return JSON.object([
      "type": otherTypes.map { .texts(["object"] + $0) },
      // The pattern applies to texts and not to mappings.
      "pattern": self == .buildPhase
        ? .text("^(?:sources|headers|resources|none)$|\(variablePattern)") : nil,
      "properties": .object(members: keys.map { ($0.name, $0.schema) }),
      "patternProperties": .object(
        members: [(variablePattern, .inline([:])), ("^(?:\(names)):REPLACE$", .inline([:]))]
          + (self == .project ? [(privateKeyPattern, .inline([:]))] : [])),
      "additionalProperties": .flag(false),
    ]).appending(demands)
  }

  /// Requires one key of each group, unless a key is a variable.
  private var demands: JSON {
    let groups = requiredKeys.map { group in
      let choices = group.map { key in
        JSON.inline([
          "required": .texts([key]),
          "properties": .inline(members: [
            (key, self == .buildPhase ? .inline(["type": .text("object")]) : .type("string"))
          ]),
        ])
      }
      return choices.count == 1 ? choices[0] : .object(["anyOf": .array(choices)])
    }
    guard !groups.isEmpty else { return .object([:]) }
    let variable = JSON.inline(["pattern": .text(variablePattern)])
    return .object([
      "if": .inline(["propertyNames": .inline(["not": variable])]),
      "then": groups.count == 1 ? groups[0] : .object(["allOf": .array(groups)]),
    ])
  }
}

extension KeyEntry {
  fileprivate var schema: JSON {
    let standard: JSON? =
      switch standard {
      case .flag(let flag): .flag(flag)
      case .text(let text): .text(text)
      case nil: nil
      }
    return JSON.object(["description": .text(summary), "default": standard])
      .appending(shape.schema(orBlank: otherwise != .refused))
  }
}

extension KeyShape {
  // Values may be blank, lists and tables only if `orBlank`.
  fileprivate func schema(orBlank: Bool) -> JSON {
    switch self {
    case .any: .object([:])
    case .text, .release: .type("string")
    case .boolean: .type("boolean")
    case .wholeNumber: orBlank ? .type("integer") : .object(["type": .text("integer")])
    case .version: .type("string", "number")
    case .versions: .any([SpecSection.deploymentTarget.reference, .type("string", "number")])
    case .list: .type("array")
    case .texts, .allTexts: .type("array").appending(.object(["items": .type("string")]))
    case .textOrTexts:
      .type("string", "array").appending(.object(["items": .type("string")]))
    case .mapping: .type("object")
    case .choice(let choices):
      .choice(
        choices.words, or: choices.areInAnyCase ? [.inAnyCase(choices.words)] : [],
        orBlank: orBlank)
    case .choices(let choices):
      .type("array").appending(.object(["items": .choice(choices.words)]))
    case .flagOrText: .type("boolean", "string")
    case .platforms: .platforms
    case .productType: .productType
    default: mappingSchema(orBlank: orBlank)
    }
  }

  /// Returns the schema of a mapping, or of a value that contains mappings.
  private func mappingSchema(orBlank: Bool) -> JSON {
    switch self {
    case .section(let section): section.reference
    case .sections(let section): .list(of: section.reference, orBlank: orBlank)
    case .items(.include):
      .any([
        SpecSection.include.reference, .list(of: SpecSection.include.reference, orBlank: false),
      ])
    case .items(let section):
      .type("string", "array").appending(.object(["items": section.reference]))
    case .table(let section): .table(of: section.reference, orBlank: orBlank)
    case .settings: .reference("settings")
    case .settingGroups: .table(of: .reference("settings"))
    case .configurations: .table(of: .choice(Words.configurationTypes.words))
    case .attributes: .table(of: .type("string"))
    case .phase: SpecSection.buildPhase.reference
    // The keys of a mapping are the names of variables.
    case .variables:
      .object([
        "type": .texts(["array", "object", "null"]),
        "items": SpecSection.environmentVariable.reference,
      ])
    case .buildTypes:
      .object(["type": .text("object"), "additionalProperties": .buildTypes])
    default: .object([:])
    }
  }
}

extension JSON {
  fileprivate static func reference(_ name: String) -> JSON {
    .inline(["$ref": .text("#/definitions/\(name)")])
  }

  /// Returns the schema of some types; a blank value counts as missing.
  fileprivate static func type(_ names: String...) -> JSON {
    .object(["type": .texts(names + ["null"])])
  }

  fileprivate static func any(_ choices: [JSON]) -> JSON { .object(["anyOf": .array(choices)]) }

  fileprivate static func choice(
    _ choices: [String], or others: [JSON] = [], orBlank: Bool = true
  ) -> JSON {
    let blank = orBlank ? [JSON.inline(["type": .text("null")])] : []
    return .any([.inline(["enum": .texts(choices)])] + others + [.reference("variable")] + blank)
  }

  fileprivate static func inAnyCase(_ words: [String]) -> JSON {
    let patterns = words.filter { $0 == $0.lowercased() }.map { word in
      word.map { "[\($0)\($0.isLetter ? $0.uppercased() : "")]" }.joined()
    }
    return .inline([
      "type": .text("string"), "pattern": .text("^(?:\(patterns.joined(separator: "|")))$"),
    ])
  }

  fileprivate static func list(of items: JSON, orBlank: Bool) -> JSON {
    .object(["type": .texts(orBlank ? ["array", "null"] : ["array"]), "items": items])
  }

  fileprivate static func table(of values: JSON, orBlank: Bool = true) -> JSON {
    .object([
      "type": .texts(orBlank ? ["object", "null"] : ["object"]), "additionalProperties": values,
    ])
  }

  /// A short name, or the whole identifier.
  fileprivate static var productType: JSON {
    let identifier = JSON.inline([
      "type": .text("string"), "pattern": .text(#"^com\.apple\.product-type\."#),
    ])
    return .choice(ProductType.allCases.map(\.rawValue), or: [identifier])
  }

  /// A platform, or several, each of which creates a target.
  fileprivate static var platforms: JSON {
    let platform = JSON.object(["enum": .texts(KeyShape.Words.platforms.words)])
    let list = JSON.object([
      "type": .text("array"), "items": .any([platform, .reference("variable")]),
    ])
    return .any([platform, .reference("variable"), list])
  }

  /// The actions for which a scheme builds a target: a fixed text, a list of actions, or a boolean
  /// for each action.
  fileprivate static var buildTypes: JSON {
    let actions = KeyShape.Words.actions.words
    let lone = actions.filter { $0 != "testing" }
    return .any([
      .inline(["enum": .texts(["all", "none", "testing", "indexing"])]),
      .type("array").appending(.object(["items": .choice(actions)])),
      .object([
        "not": .any([.inline(["type": .text("array")]), .inline(["enum": .texts(lone)])])
      ]),
    ])
  }

  // A list of mappings under `dependencies` belongs to the target.
  fileprivate static var buildSettings: JSON {
    .object([
      "type": .texts(["object", "null"]),
      "properties": .object(["dependencies": noListOfMappings]),
    ])
  }

  private static var noListOfMappings: JSON {
    .inline([
      "not": .inline(["type": .text("array"), "contains": .inline(["type": .text("object")])])
    ])
  }

  /// Build settings, or only `base`, `configs` and `groups`.
  fileprivate static var settings: JSON {
    func described(_ name: String, _ summary: String, _ value: JSON) -> (String, JSON) {
      (name, JSON.object(["description": .text(summary)]).appending(value))
    }
    let configuration = JSON.inline([
      "allOf": .inline([.inline(["type": .text("object")]), .reference("settings")])
    ])
    return .object([
      "type": .texts(["object", "null"]),
      "properties": .object(members: [
        described("base", "Build settings of all configurations.", .reference("buildSettings")),
        described(
          "configs", "Settings by configuration: of each whose name contains the key.",
          .table(of: configuration)),
        described("groups", "Groups of 'settingGroups' to start from.", .object([:])),
        described("presets", "The old name of 'groups'.", .object([:])),
        ("dependencies", noListOfMappings),
      ]),
      "if": .any(["base", "configs", "groups"].map { .inline(["required": .texts([$0])]) }),
      "then": .object([
        "propertyNames": .object([
          "pattern": .text("^(?:base|configs|groups|presets)$|:REPLACE$|\(variablePattern)")
        ])
      ]),
    ])
  }
}
