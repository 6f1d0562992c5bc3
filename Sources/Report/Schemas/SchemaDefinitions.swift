/// Parts that several JSON Schemas have, each the members of their `$defs`.
enum SchemaDefinitions {
  /// Modules and links, as the graph has them.
  static let graph = """
        "line": {"type": "integer", "minimum": 1},
        "change": {
          "description": "What became of it since the revision that the graph is compared with.",
          "enum": ["added", "removed"]
        },
        "id": {
          "description": "Unique: core/Network/project.yml#ISSNetwork, or layer:core for a group.",
          "type": "string",
          "minLength": 1
        },
        "module": {
          "type": "object",
          "additionalProperties": false,
          "required": ["id", "name", "linkage", "roles", "external"],
          "properties": {
            "id": {"$ref": "#/$defs/id"},
            "name": {"type": "string"},
            "type": {"description": "The product type, as specs name it.", "type": "string"},
            "platform": {"type": "string"},
            "linkage": {"enum": ["static", "dynamic", "none", "unknown"]},
            "layer": {"type": "string"},
            "roles": {"type": "array", "uniqueItems": true, "items": {"enum": [\(roles)]}},
            "spec": {"description": "Relative to the root of the workspace.", "type": "string"},
            "line": {"$ref": "#/$defs/line"},
            "external": {"description": "Whether no spec builds it.", "type": "boolean"},
            "members": {
              "description": "How many modules it represents, where it is a layer or project.",
              "type": "integer",
              "minimum": 1
            },
            "change": {"$ref": "#/$defs/change"}
          }
        },
        "link": {
          "type": "object",
          "additionalProperties": false,
          "required": ["from", "to", "kind", "linked", "embedded", "file", "line", "findings"],
          "properties": {
            "from": {"$ref": "#/$defs/id"},
            "to": {"$ref": "#/$defs/id"},
            "kind": {"description": "The key of the dependency.", "type": "string"},
            "linked": {"type": "boolean"},
            "embedded": {"type": "boolean"},
            "file": {"description": "Relative to the root of the workspace.", "type": "string"},
            "line": {"$ref": "#/$defs/line"},
            "findings": {
              "description": "The rules that the link breaks.",
              "type": "array",
              "uniqueItems": true,
              "items": {"type": "string"}
            },
            "count": {
              "description": "How many links it represents, where an end is a layer or project.",
              "type": "integer",
              "minimum": 1
            },
            "change": {"$ref": "#/$defs/change"}
          }
        }
    """

  /// Findings, as the report has them.
  static let findings = """
        "count": {"type": "integer", "minimum": 0},
        "position": {
          "description": "Lines from 1; columns count Unicode scalars from 1, ends are exclusive.",
          "type": "integer",
          "minimum": 1
        },
        "path": {
          "description": "Relative to the root of the workspace.",
          "type": "string",
          "minLength": 1
        },
        "name": {
          "description": "A module, as Project/Target where its name is not unique.",
          "type": "string"
        },
        "codeOwners": {
          "description": "As they are written; none where nobody owns it.",
          "type": "array",
          "uniqueItems": true,
          "items": {"type": "string", "minLength": 1}
        },
        "finding": {
          "type": "object",
          "additionalProperties": false,
          "required": ["rule", "severity", "state", "message", "notes", "help", "fingerprint"],
          "dependentRequired": {
            "file": ["line", "column", "endLine", "endColumn"],
            "line": ["file"]
          },
          "properties": {
            "rule": {
              "description": "A rule, or the id of an entry of 'links' in rules.yml.",
              "type": "string",
              "minLength": 1
            },
            "severity": {"enum": ["error", "warning"]},
            "state": {
              "description": "Known findings never fail a run.",
              "enum": ["new", "known"]
            },
            "message": {"type": "string", "minLength": 1},
            "file": {"$ref": "#/$defs/path"},
            "line": {"$ref": "#/$defs/position"},
            "column": {"$ref": "#/$defs/position"},
            "endLine": {"$ref": "#/$defs/position"},
            "endColumn": {"$ref": "#/$defs/position"},
            "from": {
              "description": "The module it is about, or the one that links.",
              "$ref": "#/$defs/name"
            },
            "to": {"description": "What is linked, as modules are named.", "$ref": "#/$defs/name"},
            "fromLayer": {"type": "string"},
            "toLayer": {"type": "string"},
            "owners": {
              "description": "The images that a static library ends up in.",
              "type": "array",
              "items": {"$ref": "#/$defs/name"}
            },
            "chain": {
              "description": "The links that prove the finding, in walking order.",
              "type": "array",
              "minItems": 1,
              "items": {
                "type": "object",
                "additionalProperties": false,
                "required": ["from", "to", "file", "line"],
                "properties": {
                  "from": {"$ref": "#/$defs/name"},
                  "to": {"$ref": "#/$defs/name"},
                  "file": {"$ref": "#/$defs/path"},
                  "line": {"$ref": "#/$defs/position"}
                }
              }
            },
            "codeOwners": {
              "description": "Who owns the specs of both ends, as CODEOWNERS says.",
              "type": "object",
              "additionalProperties": false,
              "required": ["from", "to"],
              "properties": {
                "from": {
                  "description": "Of 'from'; without it, of the file.",
                  "$ref": "#/$defs/codeOwners"
                },
                "to": {"$ref": "#/$defs/codeOwners"}
              }
            },
            "notes": {
              "type": "array",
              "items": {
                "type": "object",
                "additionalProperties": false,
                "required": ["message"],
                "dependentRequired": {"file": ["line", "column"], "line": ["file"]},
                "properties": {
                  "message": {"type": "string"},
                  "file": {"$ref": "#/$defs/path"},
                  "line": {"$ref": "#/$defs/position"},
                  "column": {"$ref": "#/$defs/position"}
                }
              }
            },
            "help": {"type": "array", "maxItems": 2, "items": {"type": "string"}},
            "fingerprint": {
              "description": "The same for the same finding after folders move and layers are renamed.",
              "type": "string",
              "pattern": "^[0-9a-f]{16}$"
            }
          }
        }
    """

  private static let roles = GraphView.Role.allCases.filter { $0 != .external }
    .map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
}
