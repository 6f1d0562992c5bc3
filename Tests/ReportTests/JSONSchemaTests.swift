import Foundation
import Testing

@testable import Report

/// The schemas agree with the code that writes what they describe, and with each other.
///
/// That they accept what commands print, a validator of others checks: scripts/check_reports.py.
@Suite struct JSONSchemaTests {
  private static func members(of schema: JSONSchema) throws -> [String: Any] {
    let json = try JSONSerialization.jsonObject(with: Data(schema.text.utf8))
    return try #require(json as? [String: Any])
  }

  /// All values of `key`, however deep.
  private static func values(of key: String, in json: Any) -> [Any] {
    if let members = json as? [String: Any] {
      return members.flatMap { name, value in
        (name == key ? [value] : []) + values(of: key, in: value)
      }
    }
    return (json as? [Any] ?? []).flatMap { values(of: key, in: $0) }
  }

  @Test(arguments: JSONSchema.allCases)
  func saysWhatItDescribes(_ schema: JSONSchema) throws {
    let members = try Self.members(of: schema)
    #expect(members["title"] as? String == "modlint \(schema.rawValue)")
    #expect(members["$schema"] as? String == "https://json-schema.org/draft/2020-12/schema")
    #expect(schema.text.hasSuffix("}\n"))
  }

  @Test(arguments: JSONSchema.allCases)
  func hasTheVersionOfItsWriter(_ schema: JSONSchema) throws {
    let properties = Self.values(of: "properties", in: try Self.members(of: schema))
    let versions = properties.compactMap { ($0 as? [String: Any])?["version"] as? [String: Any] }
    #expect(!versions.isEmpty)
    #expect(versions.allSatisfy { $0["const"] as? Int == schema.version })
  }

  @Test func namesAllRoles() throws {
    let roles = GraphView.Role.allCases.map(\.rawValue).filter { $0 != "external" }
    for schema in [JSONSchema.graph, .why] {
      let shapes = Self.values(of: "roles", in: try Self.members(of: schema))
      let items = shapes.compactMap { ($0 as? [String: Any])?["items"] as? [String: Any] }
      #expect(items.compactMap { $0["enum"] as? [String] } == [roles])
    }
  }

  /// A finding or module that several schemas have is the same in each.
  @Test(arguments: [
    (JSONSchema.graph, ["module", "link", "id", "line", "change"]),
    (.report, ["finding", "position", "path", "name", "codeOwners"]),
  ])
  func sharesDefinitionsWithWhy(_ schema: JSONSchema, _ names: [String]) throws {
    let own = try #require(Self.members(of: schema)["$defs"] as? [String: Any])
    let other = try #require(Self.members(of: .why)["$defs"] as? [String: Any])
    for name in names {
      let definition = try #require(own[name] as? NSDictionary)
      #expect(definition == other[name] as? NSDictionary, "\(name)")
    }
  }

  @Test func refersToNothingThatIsMissing() throws {
    for schema in JSONSchema.allCases {
      let members = try Self.members(of: schema)
      let known = Set(try #require(members["$defs"] as? [String: Any]).keys)
      let used = Self.values(of: "$ref", in: members).compactMap { $0 as? String }
      #expect(Set(used.map { $0.replacing("#/$defs/", with: "") }).isSubset(of: known))
    }
  }
}
