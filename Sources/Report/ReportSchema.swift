/// The JSON Schema (2020-12) of the `json` format, for those who read it.
public let reportSchema = """
  {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "modlint report",
    "description": "What modlint lint --format json prints. What a finding does not have is absent.",
    "type": "object",
    "additionalProperties": false,
    "required": ["version", "findings", "summary"],
    "properties": {
      "version": {"const": \(JSONReporter.version)},
      "findings": {"type": "array", "items": {"$ref": "#/$defs/finding"}},
      "summary": {"$ref": "#/$defs/summary"}
    },
    "$defs": {
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
      },
      "summary": {
        "type": "object",
        "additionalProperties": false,
        "required": ["modules", "links", "layers", "errors", "warnings", "known", "excepted"],
        "properties": {
          "modules": {"$ref": "#/$defs/count"},
          "links": {
            "description": "Distinct pairs of modules that are linked.",
            "$ref": "#/$defs/count"
          },
          "layers": {"$ref": "#/$defs/count"},
          "errors": {"description": "New ones.", "$ref": "#/$defs/count"},
          "warnings": {"description": "New ones.", "$ref": "#/$defs/count"},
          "known": {"$ref": "#/$defs/count"},
          "excepted": {
            "description": "Allowed by exceptions, and not among the findings.",
            "$ref": "#/$defs/count"
          },
          "nestedWorkspaces": {
            "description": "Folders with a rules.yml of their own, which were not read.",
            "$ref": "#/$defs/count"
          }
        }
      }
    }
  }

  """
