import Foundation
import Report
@testable import SpecReading
import Testing

/// The schema of specs is whole; what it accepts, validators of others check: scripts/check_schemas.py.
@Suite struct SpecSchemaTests {
  private static func members() throws -> [String: Any] {
    let json = try JSONSerialization.jsonObject(with: Data(specSchema.utf8))
    return try #require(json as? [String: Any])
  }

  /// The properties of each kind of mapping.
  private static func properties() throws -> [String: [String: [String: Any]]] {
    var mappings = try #require(members()["definitions"] as? [String: [String: Any]])
    mappings["project"] = try members()
    return mappings.mapValues { $0["properties"] as? [String: [String: Any]] ?? [:] }
  }

  /// All values of `key` in JSON, however deep.
  private static func values(of key: String, in json: Any) -> [Any] {
    if let members = json as? [String: Any] {
      return members.flatMap { name, value in
        (name == key ? [value] : []) + values(of: key, in: value)
      }
    }
    return (json as? [Any] ?? []).flatMap { values(of: key, in: $0) }
  }

  @Test func isOfTheDraftThatEditorsRead() throws {
    let members = try Self.members()
    #expect(members["$schema"] as? String == "http://json-schema.org/draft-07/schema#")
  }

  @Test func definesAllThatItRefersTo() throws {
    let members = try Self.members()
    let known = Set(try #require(members["definitions"] as? [String: Any]).keys)
    let used = Set(
      Self.values(of: "$ref", in: members).compactMap { $0 as? String }
        .map { $0.replacing("#/definitions/", with: "") })
    #expect(used == known)
  }

  @Test func describesEachKeyOfAMapping() throws {
    var mappings = try Self.properties()
    mappings["buildSettings"] = nil
    mappings["settings"]?["dependencies"] = nil
    for (name, keys) in mappings {
      for (key, value) in keys {
        let description = try #require(value["description"] as? String, "\(name).\(key)")
        #expect(description.hasSuffix("."), "\(name).\(key)")
      }
    }
  }

  @Test(arguments: SpecSection.allCases) func hasTheKeysOfTheTable(_ section: SpecSection) throws {
    let keys = try #require(Self.properties()["\(section)"])
    #expect(keys.keys.sorted() == section.keyNames.sorted())
  }

  @Test func hasTheKeysThatAreRead() throws {
    let known = Set(try Self.properties().values.flatMap(\.keys))
    let read = SpecKey.allCases.map(\.spelling)
    #expect(read.filter { !known.contains($0) }.isEmpty)
  }
}
