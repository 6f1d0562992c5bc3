import Diagnostics
import Files
import Foundation
import Graph
import Packages
import TestSupport
import Testing

@Suite struct PackageReaderTests {
  private static let manifest = """
    // swift-tools-version: 5.9
    import PackageDescription

    let names = ["Kit", "Base"]
    let package = Package(
      name: "Kit",
      products: [.library(name: "KitStatic", type: .static, targets: names)],
      dependencies: [.package(path: "../Other"), .package(url: "https://a.example/b", from: "1.0.0")],
      targets: names.map { .target(name: $0, dependencies: $0 == "Kit" ? ["Base"] : []) }
        + [.testTarget(name: "KitTests", dependencies: ["Kit"])])
    """

  @Test func describesAComputedPackage() throws {
    let root = try TemporaryFolder(["libs/My Kit/Package.swift": Self.manifest])
    let answers = try root.ask("libs/My Kit")
    #expect(answers.failures.isEmpty)
    let kit = try #require(answers.packages["libs/My Kit"])
    #expect(kit.name == "Kit")
    #expect(kit.products.map(\.name) == ["KitStatic"])
    #expect(kit.products.map(\.kind) == [.static])
    #expect(kit.products[0].targets.map(\.name) == ["Kit", "Base"])
    #expect(kit.targets.map(\.name) == ["Kit", "Base", "KitTests"])
    #expect(kit.targets.map(\.kind) == [.regular, .regular, .test])
    #expect(kit.targets[0].dependencies.map(\.name) == ["Base"])
    #expect(kit.dependencies.map(\.source) == [.path("../Other"), .url("https://a.example/b")])
    #expect(kit.dependencies.map(\.requirement) == [nil, "from 1.0.0"])
  }

  /// A toolchain's `swift` may be a link to a driver that looks at the name it was started by.
  @Test func startsALinkByItsOwnName() throws {
    let driver = #"""
      #!/bin/sh
      echo "{\"name\": \"$(basename "$0")\"}"
      """#
    let root = try TemporaryFolder(["Kit/Package.swift": "// one", "bin/swiftly": driver])
    try FileManager.default.createSymbolicLink(
      atPath: root.path + "/bin/swift", withDestinationPath: "swiftly")
    let swift = try #require(Program.path(of: "swift", in: root.path + "/bin"))
    #expect(swift == root.path + "/bin/swift")
    #expect(try root.ask("Kit", swiftIn: "bin").packages["Kit"]?.name == "swift")
  }

  @Test func asksNothingAboutAnotherManifestThanTheOneOnDisk() throws {
    let root = try TemporaryFolder(["Kit/Package.swift": "// one", "bin/swift": Self.counting])
    let answers = root.reader(swiftIn: "bin")
      .describe([.init(path: "Kit", manifest: Array("// two".utf8), location: .start)])
    #expect(answers.failures.map(\.reason) == ["its manifest on disk is a different one"])
    #expect(root.calls == 0)
  }

  /// A `swift` that counts its calls and answers with a name.
  private static let counting = """
    #!/bin/sh
    echo call >>"$(dirname "$0")/../calls"
    echo '{"name": "Fake", "products": [], "targets": []}'
    """

  @Test func asksOnlyASwiftThatIsThere() throws {
    let root = try TemporaryFolder(["Kit/Package.swift": "// one"])
    let reader = PackageReader(root: root.path, swift: nil)
    let answers = reader.describe([
      .init(path: "Kit", manifest: Array("// one".utf8), location: .start)
    ])
    #expect(
      answers.failures.map(\.reason) == [
        "'swift' was not found on the PATH outside of the repository"
      ])
  }

  @Test func tellsWhyAPackageStaysUnknown() throws {
    let failing = "#!/bin/sh\necho \"warning: w\nerror: 'kit': no good\nmore\" >&2; exit 1"
    let root = try TemporaryFolder([
      "Kit/Package.swift": "", "Empty/README.md": "", "bin/swift": failing,
      "slow/swift": "#!/bin/sh\nsleep 20", "odd/swift": "#!/bin/sh\necho hello",
      "none/empty": "",
    ])
    func reasons(_ folder: String, _ path: String = "Kit") throws -> [String] {
      try root.ask(path, swiftIn: folder, timeLimit: 2_000).failures.map(\.reason)
    }
    #expect(try reasons("bin") == ["'swift package dump-package' failed: error: 'kit': no good"])
    #expect(try reasons("slow") == ["'swift' was stopped because it took more than 2 seconds"])
    #expect(try reasons("odd") == ["'swift package dump-package' did not print JSON"])
    #expect(try reasons("bin", "Empty") == ["no such file"])
    #expect(try reasons("bin", "Nowhere") == ["no such folder"])
  }
}

extension TemporaryFolder {
  fileprivate var calls: Int {
    let text = try? String(contentsOfFile: path + "/calls", encoding: .utf8)
    return text?.split(separator: "\n").count ?? 0
  }

  /// What is said of the package at `path`, whose manifest is the one on disk.
  fileprivate func ask(
    _ path: String, swiftIn folder: String? = nil, timeLimit: Int = 120_000
  ) throws -> PackageReader.Answers {
    let file = self.path + "/" + path + "/Package.swift"
    let manifest = FileManager.default.contents(atPath: file).map { Array($0) } ?? []
    return reader(swiftIn: folder, timeLimit: timeLimit)
      .describe([.init(path: path, manifest: manifest, location: .start)])
  }

  fileprivate func reader(
    swiftIn folder: String? = nil, timeLimit: Int = 120_000
  ) -> PackageReader {
    let swift =
      folder.map { path + "/\($0)/swift" }
      ?? Program.path(of: "swift", in: ProcessInfo.processInfo.environment["PATH"] ?? "") ?? "swift"
    return PackageReader(root: path, swift: swift, timeLimit: timeLimit)
  }
}

extension SourceRange {
  fileprivate static let start = SourceRange(
    file: FileID(index: 0), start: Position(line: 1, column: 1), end: Position(line: 1, column: 1))
}
