/// The JSON Schema (2020-12) of what `modlint stats --json` prints.
public let statisticsSchema = """
  {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "modlint stats",
    "description": "Measures of a module graph. What cannot be determined is absent.",
    "type": "object",
    "additionalProperties": false,
    "required": ["version", "summary", "layers", "layerLinks", "modules"],
    "properties": {
      "version": {"const": \(StatisticsJSON.version)},
      "summary": {
        "type": "object",
        "additionalProperties": false,
        "required": ["modules", "links", "depth", "criticalPath", "cyclic", "ccd"],
        "properties": {
          "modules": {"$ref": "#/$defs/count"},
          "links": {"$ref": "#/$defs/count"},
          "depth": {"description": "Links of the longest chain.", "$ref": "#/$defs/count"},
          "criticalPath": {
            "description": "The modules of that chain, each of which links the next.",
            "type": "array",
            "items": {"$ref": "#/$defs/id"}
          },
          "cyclic": {"description": "Modules in a dependency cycle.", "$ref": "#/$defs/count"},
          "parallelism": {"description": "Modules that can be built at a time.", "type": "number", "minimum": 0},
          "ccd": {"description": "Cumulative component dependency.", "$ref": "#/$defs/count"},
          "acd": {"description": "Its average.", "type": "number", "minimum": 0},
          "nccd": {
            "description": "Its ratio to that of a balanced binary tree.",
            "type": "number",
            "minimum": 0
          }
        }
      },
      "layers": {
        "type": "array",
        "items": {
          "type": "object",
          "additionalProperties": false,
          "required": ["modules", "fanIn", "fanOut"],
          "properties": {
            "name": {"description": "Absent for modules in no layer.", "type": "string"},
            "modules": {"$ref": "#/$defs/count"},
            "fanIn": {"$ref": "#/$defs/count"},
            "fanOut": {"$ref": "#/$defs/count"},
            "instability": {"$ref": "#/$defs/instability"}
          }
        }
      },
      "layerLinks": {
        "type": "array",
        "items": {
          "type": "object",
          "additionalProperties": false,
          "required": ["links", "violations"],
          "properties": {
            "from": {"type": "string"},
            "to": {"type": "string"},
            "links": {"$ref": "#/$defs/count"},
            "violations": {"$ref": "#/$defs/count"}
          }
        }
      },
      "modules": {
        "type": "array",
        "items": {
          "type": "object",
          "additionalProperties": false,
          "required": ["id", "name", "fanIn", "fanOut", "depth", "needs"],
          "properties": {
            "id": {"$ref": "#/$defs/id"},
            "name": {"type": "string"},
            "layer": {"type": "string"},
            "fanIn": {"$ref": "#/$defs/count"},
            "fanOut": {"$ref": "#/$defs/count"},
            "instability": {"$ref": "#/$defs/instability"},
            "depth": {"$ref": "#/$defs/count"},
            "needs": {"description": "Modules it leads to.", "$ref": "#/$defs/count"}
          }
        }
      }
    },
    "$defs": {
      "count": {"type": "integer", "minimum": 0},
      "id": {"description": "As graphs have them.", "type": "string", "minLength": 1},
      "instability": {
        "description": "Fan-out of all fan; absent for what has neither.",
        "type": "number",
        "minimum": 0,
        "maximum": 1
      }
    }
  }

  """
