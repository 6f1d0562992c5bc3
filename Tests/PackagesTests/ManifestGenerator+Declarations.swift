// Declarations of targets, products and packages.
extension ManifestGenerator {
  func plugin() -> String {
    ".plugin(name: \"Stamp\", capability: .buildTool(), dependencies: [])"
  }

  /// Targets that hold no code, or that the compiler loads.
  mutating func otherTargets() -> [String] {
    [
      ".systemLibrary(name: \"CZip\", pkgConfig: \"zip\", providers: [.brew([\"zip\"])])",
      ".binaryTarget(name: \"Blob\", path: \"Blob.xcframework\")",
      ".binaryTarget(name: \"Far\", url: \"https://a.example/f.zip\", checksum: \"\(checksum)\")",
      ".macro(name: \"Stringify\", dependencies: [])",
    ].filter { _ in chance(8) }
  }

  private var checksum: String { String(repeating: "0a", count: 32) }

  mutating func dependency(_ name: String) -> String {
    if chance(5) {
      let value = pick([
        "let it\(declarations.count): Self = \"\(name)\"",
        "let it\(declarations.count) = Self.target(name: \"\(name)\")",
        "var it\(declarations.count): Self { .byName(name: \(string(name))) }",
      ])
      declarations.append("extension Target.Dependency {\n  static \(value)\n}")
      return pick([".it", "Target.Dependency.it"]) + "\(declarations.count - 1)"
    }
    let condition = pick([
      "", "", ", condition: .when(platforms: [.iOS, .macCatalyst])",
      ", condition: .when(platforms: [.linux, .custom(\"freebsd\")])",
    ])
    return pick([
      "\"\(name)\"", ".target(name: \(string(name))\(condition))",
      ".byName(name: \"\(name)\"\(condition))",
      "Target.Dependency.target(name: \"\(name)\")",
    ])
  }

  mutating func product(_ name: String) -> String {
    pick([
      ".library(name: \"\(name)\", targets: [\(string(name))])",
      ".library(name: \"\(name)\", type: .static, targets: [\"\(name)\"])",
      ".library(name: \"\(name)\", type: .dynamic, targets: [\"\(name)\"] + [])",
      "Product.library(name: \"\(name)\", type: nil, targets: [\"\(name)\"])",
    ])
  }

  mutating func dependencies() -> [String] {
    let needed = [
      ("swift-log", "../swift-log"), ("other", "../other"), ("p", "../p"),
    ].filter { packages.contains($0.0) }.map { ".package(path: \"\($0.1)\")" }
    return needed
      + [
        ".package(path: \"../Fourth\")", ".package(name: \"Third\", path: \"Third\")",
        ".package(url: \"https://github.com/apple/swift-nio\", from: \"1.5.0\")",
        ".package(url: \"https://a.example/b.git\", .upToNextMinor(from: \"2.1.0\"))",
        ".package(url: \"https://a.example/c\", exact: \"1.0.0\")",
        ".package(url: \"https://a.example/d\", branch: \"main\")",
        ".package(url: \"https://a.example/e\", \"1.0.0\"..<\"1.5.0\")",
        ".package(url: \"https://a.example/f\", \"1.0.0\"...\"1.5.0\")",
        ".package(id: \"mona.LinkedList\", from: \"1.0.0\")",
        "Package.Dependency.package(url: \"https://a.example/g\", from: .init(1\(Self.comma) 2\(Self.comma) 3))",
      ].filter { _ in chance(4) }
  }
}
