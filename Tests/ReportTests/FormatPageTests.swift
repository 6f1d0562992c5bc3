import Foundation
import Report
import Testing

/// Each format has a page in `docs/formats`, and each page a format.
@Suite struct FormatPageTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "docs/formats")

  @Test(arguments: Format.allCases)
  func everyFormatHasAPage(_ format: Format) throws {
    let page = Self.folder.appending(path: "\(format.rawValue).md")
    let text = try String(contentsOf: page, encoding: .utf8)
    #expect(text.hasPrefix("# \(format.rawValue)\n\n"))
    #expect(text.contains("modlint"))
  }

  @Test(arguments: ["reference.md", "../CHANGELOG.md"])
  func pageNamesEveryFormat(_ name: String) throws {
    let page = Self.folder.deletingLastPathComponent().appending(path: name)
    let text = try String(contentsOf: page, encoding: .utf8)
    let missing = Format.allCases.map(\.rawValue).filter { format in
      let row = "| [`\(format)`](formats/\(format).md) |"
      return !text.contains(name == "reference.md" ? row : "`\(format)`")
    }
    #expect(missing == [], "not in docs/\(name)")
  }

  @Test func everyPageIsOfAFormat() throws {
    let pages = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
    #expect(Set(pages).subtracting(Format.allCases.map { "\($0.rawValue).md" }) == [])
  }
}
