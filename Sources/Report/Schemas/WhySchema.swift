/// The JSON Schema (2020-12) of what `modlint why --json` prints: of one module, or of two.
public let whySchema = """
  {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "modlint why",
    "description": "All about a module, or the chains of links between two.",
    "oneOf": [
      {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "version", "module", "facts", "links", "linkedBy", "absorbedBy", "codeOwners", "findings"
        ],
        "properties": {
          "version": {"const": \(ModuleReport.version)},
          "module": {"$ref": "#/$defs/module"},
          "facts": {"type": "array", "items": {"$ref": "#/$defs/fact"}},
          "links": {"type": "array", "items": {"$ref": "#/$defs/link"}},
          "linkedBy": {"type": "array", "items": {"$ref": "#/$defs/link"}},
          "absorbedBy": {
            "description": "The binaries that a static module is copied into.",
            "type": "array",
            "uniqueItems": true,
            "items": {"$ref": "#/$defs/name"}
          },
          "codeOwners": {"$ref": "#/$defs/codeOwners"},
          "findings": {"type": "array", "items": {"$ref": "#/$defs/finding"}}
        }
      },
      {
        "type": "object",
        "additionalProperties": false,
        "required": ["version", "from", "to", "chains", "complete"],
        "properties": {
          "version": {"const": \(Chains.version)},
          "from": {"description": "As it was asked for.", "type": "string"},
          "to": {"description": "As it was asked for.", "type": "string"},
          "chains": {
            "description": "Shortest first, each in walking order.",
            "type": "array",
            "items": {"type": "array", "items": {"$ref": "#/$defs/link"}}
          },
          "complete": {"description": "Whether there are no others.", "type": "boolean"}
        }
      }
    ],
    "$defs": {
      "fact": {
        "type": "object",
        "additionalProperties": false,
        "required": ["fact", "value"],
        "dependentRequired": {"file": ["line"], "line": ["file"]},
        "properties": {
          "fact": {"description": "What it is about, as 'layer'.", "type": "string"},
          "value": {"type": "string"},
          "because": {"description": "How it is known.", "type": "string"},
          "file": {"$ref": "#/$defs/path"},
          "line": {"$ref": "#/$defs/line"}
        }
      },
  \(SchemaDefinitions.graph),
  \(SchemaDefinitions.findings)
    }
  }

  """
