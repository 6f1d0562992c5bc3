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

  @Test func referenceListsEveryFormat() throws {
    let page = Self.folder.deletingLastPathComponent().appending(path: "reference.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    for format in Format.allCases.map(\.rawValue) {
      #expect(text.contains("| [`\(format)`](formats/\(format).md) |"))
    }
  }

  @Test func everyPageIsOfAFormat() throws {
    let pages = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
    #expect(Set(pages) == Set(Format.allCases.map { "\($0.rawValue).md" }))
  }
}
