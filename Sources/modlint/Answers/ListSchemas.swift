import Report

/// The JSON Schema (2020-12) of what `modlint list --json` prints, with `--externals` or without.
let listSchema = moduleListSchema(
  "list", "The modules of a workspace, or what it has from elsewhere.",
  items: ##"{"oneOf": [{"$ref": "#/$defs/module"}, {"$ref": "#/$defs/external"}]}"##,
  definitions: """
        "linkage": {"enum": ["static", "dynamic", "none", "unknown"]},
        "module": {
          "type": "object",
          "additionalProperties": false,
          "required": ["name", "type", "linkage", "spec"],
          "properties": {
            "name": {"type": "string"},
            "layer": {"description": "Both of a module in two.", "type": "string"},
            "type": {"description": "The product type, as specs name it.", "type": "string"},
            "linkage": {"$ref": "#/$defs/linkage"},
            "spec": {"description": "Relative to the root of the workspace.", "type": "string"}
          }
        },
        "external": {
          "type": "object",
          "additionalProperties": false,
          "required": ["name", "type", "linkage", "facts"],
          "properties": {
            "name": {"type": "string"},
            "type": {"enum": ["file", "carthage", "pod", "sdk", "package"]},
            "versions": {
              "description": "Those of lock files.",
              "type": "array",
              "minItems": 1,
              "items": {"type": "string"}
            },
            "linkage": {"$ref": "#/$defs/linkage"},
            "facts": {
              "description": "How it is linked on which platforms, and how that is known.",
              "type": "array",
              "items": {
                "type": "object",
                "additionalProperties": false,
                "required": ["platforms", "linkage", "source"],
                "properties": {
                  "platforms": {"type": "array", "uniqueItems": true, "items": {"type": "string"}},
                  "linkage": {"$ref": "#/$defs/linkage"},
                  "source": {
                    "enum": [
                      "bytes", "property-list", "rules.yml", "link-type", "carthage", "system",
                      "manifest", "none"
                    ]
                  },
                  "file": {"description": "What was read or looked for.", "type": "string"},
                  "reason": {"description": "Why it is not known.", "type": "string"}
                }
              }
            }
          }
        }
    """)

/// The JSON Schema (2020-12) of what `modlint affected --json` prints.
let affectedSchema = moduleListSchema(
  "affected", "The modules that changed files touch, and all that depend on them.",
  items: ##"{"$ref": "#/$defs/module"}"##,
  definitions: """
        "module": {
          "type": "object",
          "additionalProperties": false,
          "required": ["name", "spec", "test", "changed"],
          "properties": {
            "name": {"type": "string"},
            "spec": {"description": "Relative to the root of the workspace.", "type": "string"},
            "test": {"description": "Whether it is a test bundle.", "type": "boolean"},
            "changed": {
              "description": "The changed files that touch it; none where it depends on such a module.",
              "type": "array",
              "uniqueItems": true,
              "items": {"type": "string", "minLength": 1}
            }
          }
        }
    """)

/// The schema of a list of modules; `definitions` are the members of its `$defs`.
private func moduleListSchema(
  _ command: String, _ description: String, items: String, definitions: String
) -> String {
  """
  {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "modlint \(command)",
    "description": "\(description)",
    "type": "object",
    "additionalProperties": false,
    "required": ["version", "modules"],
    "properties": {
      "version": {"const": \(JSONWriter.moduleListVersion)},
      "modules": {"type": "array", "items": \(items)}
    },
    "$defs": {
  \(definitions)
    }
  }

  """
}
