/// The JSON Schema (2020-12) of what `modlint graph --format json` prints.
public let graphSchema = """
  {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "modlint graph",
    "description": "The modules of a workspace and their links. What is not known is absent.",
    "type": "object",
    "additionalProperties": false,
    "required": ["version", "modules", "links"],
    "properties": {
      "version": {"const": \(GraphJSONWriter.version)},
      "modules": {"type": "array", "items": {"$ref": "#/$defs/module"}},
      "links": {"type": "array", "items": {"$ref": "#/$defs/link"}}
    },
    "$defs": {
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
            "description": "How many modules it stands for, where it is a layer or project.",
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
            "description": "How many links it stands for, where an end is a layer or project.",
            "type": "integer",
            "minimum": 1
          },
          "change": {"$ref": "#/$defs/change"}
        }
      }
    }
  }

  """

private let roles = GraphView.Role.allCases.filter { $0 != .external }
  .map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
