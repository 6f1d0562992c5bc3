import Foundation
import Testing

/// docs/architecture.md tells of the modules and folders that there are.
@Suite struct ArchitecturePageTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  /// The rows of the tables of a section of the page, by their cells.
  private static func rows(of section: String) throws -> [[String]] {
    let sections = try text("docs/architecture.md").components(separatedBy: "\n## ")
    let lines = sections.first { $0.hasPrefix(section) }?.split(separator: "\n") ?? []
    return lines.filter { $0.hasPrefix("| ") }.map {
      $0.dropFirst().dropLast().split(separator: "|", omittingEmptySubsequences: false).map {
        $0.trimmingCharacters(in: .whitespaces)
      }
    }
  }

  /// The first table is the one in Package.swift, which leaves out libraries of others.
  @Test func hasTheModulesOfThePackage() throws {
    var layer = ""
    let listed = try Self.rows(of: "# Architecture").compactMap { cells -> PackageModule? in
      guard cells.count == 4, let name = cells[1].wholeMatch(of: /`(\w+)`/)?.1 else { return nil }
      if !cells[0].isEmpty { layer = cells[0] }
      let links = Set(cells[3].matches(of: /\w+/).map { String($0.0) })
      return PackageModule(
        name: String(name), layer: layer, links: links.subtracting(["ArgumentParser"]))
    }
    let table = try PackageModule.all(in: Self.text("Package.swift"))
    #expect(!table.isEmpty)
    #expect(Set(listed).subtracting(table) == [], "more than Package.swift has")
    #expect(Set(table).subtracting(listed) == [], "missing on the page")
  }

  /// Types and files on the page exist.
  @Test(arguments: ["Data flow", "Where to make changes"])
  func namesWhatThereIs(_ section: String) throws {
    let sections = try Self.text("docs/architecture.md").components(separatedBy: "\n## ")
    let page = try #require(sections.first { $0.hasPrefix(section) })
    let sources = Self.root.appending(path: "Sources").path
    let paths = (FileManager.default.subpaths(atPath: sources) ?? []).filter {
      $0.hasSuffix(".swift")
    }
    var known = Set(try PackageModule.all(in: Self.text("Package.swift")).map(\.name) + ["Int"])
    for path in paths {
      let declared = /\b(?:struct|enum|class|protocol) (\w+)/
      known.formUnion(try Self.text("Sources/" + path).matches(of: declared).map { String($0.1) })
    }
    let named = Set(page.matches(of: /`([A-Z]\w+)[^`\/]*`/).map { String($0.1) })
    #expect(named.count > 5)
    #expect(named.subtracting(known) == [])
    let files = page.matches(of: /`((?:Sources|Tests)\/[\w\/.]+)`/).map { String($0.1) }
    #expect(
      files.filter { !FileManager.default.fileExists(atPath: Self.root.path + "/" + $0) } == [])
  }
}
