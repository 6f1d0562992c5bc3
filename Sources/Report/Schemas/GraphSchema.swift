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
  \(SchemaDefinitions.graph)
    }
  }

  """
