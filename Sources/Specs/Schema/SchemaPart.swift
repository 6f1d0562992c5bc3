internal import Graph
internal import Text

/// What in a specification is no mapping of a kind.
enum SchemaPart: String, CaseIterable {
  /// A text that a variable is part of.
  case variable
  case settings, buildSettings

  /// A variable, wherever it stands in a text.
  static let variablePattern = #"\$\{[^}]+\}"#

  /// Top-level keys that are there for the author of the file; where aliases lead a schema cannot see,
  /// so that the usual names for what aliases share are among them.
  static let privateKeyPattern =
    "^[._]|^x-|^(?:anchors|aliases|common|defaults|definitions|shared|variables|versions?)$"

  var reference: JSON { .inline(["$ref": .text("#/definitions/\(rawValue)")]) }

  var schema: JSON {
    switch self {
    case .variable: .object(["type": .text("string"), "pattern": .text(Self.variablePattern)])
    case .settings: Self.levels
    // A list of mappings under this name was meant for the target.
    case .buildSettings:
      .object([
        "type": .texts(["object", "null"]),
        "properties": .object(["dependencies": Self.noListOfMappings]),
      ])
    }
  }

  private static let noListOfMappings = JSON.inline([
    "not": .inline(["type": .text("array"), "contains": .inline(["type": .text("object")])])
  ])

  /// Build settings, or `base`, `configs` and `groups`, beside which there is nothing.
  private static var levels: JSON {
    let names = ["base", "configs", "groups"]
    let summaries = [
      "base": "Build settings of all configurations.",
      "configs": "Settings by configuration: of each whose name contains the key.",
      "groups": "Groups of 'settingGroups' to start from.",
      "presets": "The old name of 'groups'.",
    ]
    func described(_ name: String, _ value: JSON) -> (String, JSON) {
      (name, JSON.object(["description": summaries[name].map(JSON.text)]).appending(value))
    }
    let configuration = JSON.inline([
      "allOf": .inline([.inline(["type": .text("object")]), settings.reference])
    ])
    return .object([
      "type": .texts(["object", "null"]),
      "properties": .object(members: [
        described("base", buildSettings.reference),
        described(
          "configs",
          .object(["type": .texts(["object", "null"]), "additionalProperties": configuration])),
        described("groups", .object([:])),
        described("presets", .object([:])),
        ("dependencies", noListOfMappings),
      ]),
      "if": .object([
        "anyOf": .array(names.map { .inline(["required": .texts([$0])]) })
      ]),
      "then": .object([
        "propertyNames": .object([
          "pattern": .text("^(?:base|configs|groups|presets)$|:REPLACE$|\(variablePattern)")
        ])
      ]),
    ])
  }

  /// The value of a key where neither its kind nor its type is all.
  static func value(under key: SpecKey, of kind: MappingKind) -> JSON? {
    func mapping(of value: JSON, orBlank: Bool = true) -> JSON {
      .object([
        "type": orBlank ? .texts(["object", "null"]) : .text("object"),
        "additionalProperties": value,
      ])
    }
    switch (kind, key) {
    case (_, .settings): return settings.reference
    case (.project, .settingGroups), (.project, .settingPresets):
      return mapping(of: settings.reference)
    case (.project, .configs):
      return mapping(of: ValueShape.choice(IgnoredKeyChecker.configurationTypes).schema)
    case (.target, .templateAttributes): return mapping(of: ValueShape.text.schema)
    case (.target, .platform): return platform
    case (.target, .type):
      let identifiers = JSON.inline(["pattern": .text(#"^com\.apple\.product-type\."#)])
      return ValueShape.schema(ofChoices: ProductType.allCases.map(\.rawValue), or: [identifiers])
    case (_, .environmentVariables):
      // As a mapping, its keys are the names of variables.
      return .object([
        "type": .texts(["array", "object", "null"]),
        "items": MappingKind.environmentVariable.reference,
      ])
    case (.include, .enable), (.include, .relativePaths):
      return .object(["type": .texts(["boolean", "string", "null"])])
    case (.build, .targets): return mapping(of: buildTypes, orBlank: false)
    default: return nil
    }
  }

  /// One platform, or several, each of which makes a target.
  private static var platform: JSON {
    let platforms = JSON.object(["enum": .texts(Platform.allCases.map(\.rawValue))])
    return .object([
      "anyOf": .array([
        platforms, variable.reference,
        .object([
          "type": .text("array"),
          "items": .object(["anyOf": .array([platforms, variable.reference])]),
        ]),
      ])
    ])
  }

  /// For which actions a scheme builds a target: a fixed set of texts, a list of actions, or whether to by action.
  private static var buildTypes: JSON {
    let lone = IgnoredKeyChecker.actions + IgnoredKeyChecker.longActions.filter { $0 != "testing" }
    return .object([
      "anyOf": .array([
        .inline(["enum": .texts(["all", "none", "testing", "indexing"])]),
        ValueShape.choices(IgnoredKeyChecker.actions + IgnoredKeyChecker.longActions).schema,
        .object([
          "not": .object([
            "anyOf": .array([
              .inline(["type": .text("array")]), .inline(["enum": .texts(lone)]),
            ])
          ])
        ]),
      ])
    ])
  }
}
