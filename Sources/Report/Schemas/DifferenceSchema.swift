/// The JSON Schema (2020-12) of what `modlint diff --format json` prints.
public let differenceSchema = """
  {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "modlint diff",
    "description": "What a working tree has and a revision had not, and the other way round.",
    "type": "object",
    "additionalProperties": false,
    "required": ["version", "modules", "links", "findings"],
    "properties": {
      "version": {"const": \(Difference.version)},
      "modules": {
        "type": "object",
        "additionalProperties": false,
        "required": ["added", "removed", "changed"],
        "properties": {
          "added": {"type": "array", "items": {"$ref": "#/$defs/module"}},
          "removed": {"type": "array", "items": {"$ref": "#/$defs/module"}},
          "changed": {
            "type": "array",
            "items": {
              "type": "object",
              "additionalProperties": false,
              "required": ["name", "older", "newer"],
              "properties": {
                "name": {"type": "string"},
                "older": {"$ref": "#/$defs/module"},
                "newer": {"$ref": "#/$defs/module"}
              }
            }
          }
        }
      },
      "links": {
        "type": "object",
        "additionalProperties": false,
        "required": ["added", "removed"],
        "properties": {
          "added": {"type": "array", "items": {"$ref": "#/$defs/link"}},
          "removed": {"type": "array", "items": {"$ref": "#/$defs/link"}}
        }
      },
      "findings": {
        "type": "object",
        "additionalProperties": false,
        "required": ["gained", "lost"],
        "properties": {
          "gained": {"type": "array", "items": {"$ref": "#/$defs/finding"}},
          "lost": {"type": "array", "items": {"$ref": "#/$defs/finding"}}
        }
      }
    },
    "$defs": {
      "position": {"type": "integer", "minimum": 1},
      "path": {
        "description": "Relative to the root of the workspace.",
        "type": "string",
        "minLength": 1
      },
      "module": {
        "type": "object",
        "additionalProperties": false,
        "required": ["name", "type", "linkage"],
        "properties": {
          "name": {"type": "string"},
          "layer": {"type": "string"},
          "type": {"description": "The product type, as specs name it.", "type": "string"},
          "linkage": {"enum": ["static", "dynamic", "none", "unknown"]},
          "spec": {"$ref": "#/$defs/path"}
        }
      },
      "link": {
        "type": "object",
        "additionalProperties": false,
        "required": ["from", "to", "kind", "file", "line"],
        "properties": {
          "from": {"type": "string"},
          "to": {"type": "string"},
          "fromLayer": {"type": "string"},
          "toLayer": {"type": "string"},
          "kind": {"description": "The key of the dependency.", "type": "string"},
          "file": {"$ref": "#/$defs/path"},
          "line": {"$ref": "#/$defs/position"}
        }
      },
      "finding": {
        "description": "Those lost stand where they stood then.",
        "type": "object",
        "additionalProperties": false,
        "required": ["rule", "severity", "message", "fingerprint"],
        "dependentRequired": {"file": ["line", "column"], "line": ["file"]},
        "properties": {
          "rule": {"type": "string", "minLength": 1},
          "severity": {"enum": ["error", "warning"]},
          "message": {"type": "string", "minLength": 1},
          "file": {"$ref": "#/$defs/path"},
          "line": {"$ref": "#/$defs/position"},
          "column": {"$ref": "#/$defs/position"},
          "from": {"type": "string"},
          "to": {"type": "string"},
          "fingerprint": {
            "description": "The same for the same finding after folders move and layers are renamed.",
            "type": "string",
            "pattern": "^[0-9a-f]{16}$"
          }
        }
      }
    }
  }

  """
