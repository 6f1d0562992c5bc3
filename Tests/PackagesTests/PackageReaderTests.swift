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

    let package = Package(
      name: "Kit",
      products: [
        .library(name: "Kit", targets: ["Kit"]),
        .library(name: "KitStatic", type: .static, targets: ["Kit", "Base"]),
      ],
      dependencies: [.package(path: "../Other"), .package(url: "https://a.example/b", from: "1.0.0")],
      targets: [
        .target(name: "Kit", dependencies: ["Base", .product(name: "Other", package: "Other")]),
        .target(name: "Base"),
        .testTarget(name: "KitTests", dependencies: ["Kit"]),
      ])
    """

  private static let other = """
    // swift-tools-version: 5.9
    import PackageDescription

    let package = Package(
      name: "Other", products: [.library(name: "Other", type: .dynamic, targets: ["Other"])],
      targets: [.target(name: "Other")])
    """

  @Test func describesAPackageAndThoseItDependsOn() throws {
    let root = try TemporaryFolder([
      "libs/My Kit/Package.swift": Self.manifest,
      "libs/My Kit/Sources/Kit/a.swift": "", "libs/My Kit/Sources/Base/a.swift": "",
      "libs/My Kit/Tests/KitTests/a.swift": "",
      "libs/Other/Package.swift": Self.other, "libs/Other/Sources/Other/a.swift": "",
    ])
    let answers = root.reader().describe(["libs/My Kit"])
    #expect(answers.failures.isEmpty)
    let kit = try #require(answers.packages["libs/My Kit"])
    #expect(kit.name == "Kit")
    #expect(
      kit.products == [
        .init(name: "Kit", linkage: .unknown, targets: ["Kit"]),
        .init(name: "KitStatic", linkage: .static, targets: ["Kit", "Base"]),
      ])
    #expect(
      Set(kit.targets) == [
        .init(name: "Kit", targets: ["Base"], products: ["Other"]), .init(name: "Base"),
      ])
    #expect(
      Set(kit.dependencies) == [.local(path: "libs/Other"), .remote(url: "https://a.example/b")])
    #expect(answers.packages["libs/Other"]?.products.first?.linkage == .dynamic)
    #expect(answers.packages.count == 2)
  }

  /// A `swift` that counts its calls and answers with a name.
  private static let counting = """
    #!/bin/sh
    echo call >>"$(dirname "$0")/../calls"
    echo '{"name": "Fake", "products": [], "targets": []}'
    """

  @Test func asksAgainOnlyWhenSomethingChanged() throws {
    let root = try TemporaryFolder(["Kit/Package.swift": "// one", "bin/swift": Self.counting])
    #expect(root.reader(swiftIn: "bin").describe(["Kit"]).packages["Kit"]?.name == "Fake")
    _ = root.reader(swiftIn: "bin").describe(["Kit"])
    #expect(root.calls == 1)
    for file in ["Package.swift", "Package@swift-5.9.swift", "Package.resolved"] {
      try root.write("// two", to: "Kit/\(file)")
      _ = root.reader(swiftIn: "bin").describe(["Kit"])
      _ = root.reader(swiftIn: "bin").describe(["Kit"])
    }
    #expect(root.calls == 4)
    _ = root.reader(swiftIn: "bin", cached: false).describe(["Kit"])
    #expect(root.calls == 5)
  }

  @Test func passesOverABrokenCache() throws {
    let root = try TemporaryFolder(["Kit/Package.swift": "// one", "bin/swift": Self.counting])
    _ = root.reader(swiftIn: "bin").describe(["Kit"])
    for file in try FileManager.default.contentsOfDirectory(atPath: root.path + "/cache") {
      try root.write("modlint package 1 nonsense", to: "cache/\(file)")
    }
    #expect(root.reader(swiftIn: "bin").describe(["Kit"]).packages["Kit"]?.name == "Fake")
    #expect(root.calls == 2)
  }

  @Test func tellsWhyAPackageStaysUnknown() throws {
    let failing = "#!/bin/sh\necho \"warning: w\nerror: 'kit': no good\nmore\" >&2; exit 1"
    let root = try TemporaryFolder([
      "Kit/Package.swift": "", "Empty/README.md": "", "bin/swift": failing,
      "slow/swift": "#!/bin/sh\nsleep 20", "odd/swift": "#!/bin/sh\necho hello",
      "none/empty": "",
    ])
    func reasons(_ folder: String, _ path: String = "Kit") -> [String] {
      root.reader(swiftIn: folder, timeLimit: 300).describe([path]).failures.map(\.reason)
    }
    #expect(reasons("bin") == ["'swift package describe' failed: error: 'kit': no good"])
    #expect(reasons("slow") == ["'swift' was stopped because it took more than 0.3 seconds"])
    #expect(reasons("odd") == ["'swift package describe' did not print JSON"])
    #expect(reasons("bin", "Empty") == ["it has no Package.swift"])
    #expect(reasons("bin", "Nowhere") == ["no such folder"])
  }
}

// A workspace with a cache of its own.
extension TemporaryFolder {
  fileprivate var calls: Int {
    let text = try? String(contentsOfFile: path + "/calls", encoding: .utf8)
    return text?.split(separator: "\n").count ?? 0
  }

  fileprivate func reader(
    swiftIn folder: String? = nil, cached: Bool = true, timeLimit: Int = 120_000
  ) -> PackageReader {
    let swift = folder.map { path + "/\($0)/swift" } ?? "swift"
    return PackageReader(
      root: path, cache: cached ? PackageCache(folder: path + "/cache") : nil, swift: swift,
      timeLimit: timeLimit)
  }
}
