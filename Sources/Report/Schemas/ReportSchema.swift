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
  \(SchemaDefinitions.findings),
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
