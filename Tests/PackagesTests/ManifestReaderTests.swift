import Diagnostics
import Packages
import Testing

@Suite struct ManifestReaderTests {
  private static let file = FileID(index: 7)

  static func read(_ text: String) -> ManifestContents {
    ManifestReader.read(Array(text.utf8), file: file)
  }

  static func literal(_ text: String) -> PackageManifest? {
    if case .literal(let manifest) = read(text) { manifest } else { nil }
  }

  static func package(_ rest: String, before: String = "", after: String = "") -> String {
    "// swift-tools-version: 5.9\nimport PackageDescription\n\(before)\n"
      + "let package = Package(name: \"Kit\", \(rest))\n\(after)\n"
  }

  @Test func everythingHasItsPlace() throws {
    let manifest = try #require(
      Self.literal(
        """
        import PackageDescription
        let package = Package(
          name: "Kit",
          products: [.library(name: "Kit", type: .dynamic, targets: ["Kit"])],
          dependencies: [.package(path: "../Ö"), .package(url: "https://a.b/c", from: "1.2.0")],
          targets: [
            .target(name: "Kit", dependencies: [
              "Böse", .product(name: "C", package: "c", condition: .when(platforms: [.iOS]))
            ], path: "Code", plugins: ["Gen"]),
          ])
        """))
    func range(_ line: UInt32, _ start: UInt32, _ end: UInt32) -> SourceRange {
      SourceRange(
        file: Self.file, start: Position(line: line, column: start),
        end: Position(line: line, column: end))
    }
    #expect(manifest.name == "Kit")
    let product = try #require(manifest.products.first)
    #expect(product.kind == .dynamic)
    #expect(product.location == range(4, 29, 34))
    #expect(product.targets.map(\.location) == [range(4, 62, 67)])
    #expect(manifest.dependencies.map(\.source) == [.path("../Ö"), .url("https://a.b/c")])
    #expect(manifest.dependencies.map(\.requirement) == [nil, "from 1.2.0"])
    #expect(manifest.dependencies[1].location == range(5, 42, 87))
    let target = try #require(manifest.targets.first)
    #expect(target.kind == .regular)
    #expect(target.path == "Code")
    #expect(target.location == range(7, 19, 24))
    #expect(target.dependencies.map(\.name) == ["Böse", "C"])
    #expect(target.dependencies.map(\.location) == [range(8, 7, 13), range(8, 15, 85)])
    #expect(target.dependencies[1].platforms == ["ios"])
    #expect(target.plugins.map(\.name) == ["Gen"])
  }

  @Test(arguments: [
    "let a = \"A\"; let b = \"B\"",
    "let a: String = \"A\", b = \"B\"",
    "private let a = \"A\"\nfileprivate var b = \"\\u{42}\"",
    "let a = \"\" + \"A\"\nlet b = (\n\"B\"\n)",
    "#if canImport(Foundation)\nimport Foundation\n#endif\nlet a = \"A\"\nlet b = \"B\"",
    "#if !(os(iOS) || swift(>=6.0)) && DEBUG // why\n#elseif canImport(a.B)\n#endif\nlet a = \"A\", b = \"B\"",
    "#if os(Linux)\nlet c = 1\n#else\nlet c = 2\n#endif\nlet a = \"A\", b = \"B\"",
    "import class Foundation.ProcessInfo\n/* /* */ let b = 1 */let a = \"A\"// let a\nlet b = \"B\"",
  ])
  func constants(before: String) throws {
    let text = Self.package(
      "targets: [.target(name: a, dependencies: [.target(name: b)]), .target(name: b)]",
      before: before)
    let manifest = try #require(Self.literal(text))
    #expect(manifest.targets.map(\.name) == ["A", "B"])
    #expect(manifest.targets[0].dependencies.map(\.name) == ["B"])
  }

  @Test(arguments: [
    "package.targets += [.target(name: \"B\")]",
    "package.targets.append(.target(name: \"B\"))",
    "package.targets.append(contentsOf: [.target(name: \"B\")])",
    "let more: [Target] = [Target.target(name: \"B\")]\npackage.targets += more",
    "package\n  .targets\n  += []\n  + [.target(name: \"B\",),]",
    "for t in package.targets {\n  var s = t.swiftSettings ?? []\n  s += [:].map { name, value in .define(\"\\(name)\") }\n  t.swiftSettings = s\n}\npackage.targets += [.target(name: \"B\")]",
    "package.dependencies += []; package.targets += [.target(name: \"B\")];",
    "let other = package\nother.targets.append(.target(name: \"B\"))",
    "func f() -> Int { package.targets.append(.target(name: \"B\")); return 1 }\nlet x = f()",
    "package.targets += [.target(name: \"C\")]\nfor i in package.targets.indices where i == 1 { package.targets[i].name = \"B\" }",
  ])
  func additions(after: String) throws {
    let text = Self.package("targets: [.target(name: \"A\")]", after: after)
    #expect(try #require(Self.literal(text)).targets.map(\.name) == ["A", "B"])
  }

  /// Targets that closures make of others.
  @Test(arguments: [
    "package.targets.compactMap { $0.type == .test ? nil : .byName(name: $0.name) }",
    "package.targets.filter { !$0.isTest }.map { .target(name: $0.name) }",
    "package.targets.compactMap { t in\n  if t.isTest { return nil } else { return \"\\(t.name)\" }\n}",
  ])
  func targetsOfOthers(dependencies: String) throws {
    let text = Self.package(
      "targets: [.target(name: \"A\"), .testTarget(name: \"T\")]",
      after: "package.targets.append(.target(name: \"All\", dependencies: \(dependencies)))")
    let targets = try #require(Self.literal(text)).targets
    #expect(targets.map(\.name) == ["A", "T", "All"])
    #expect(targets.last?.dependencies.map(\.name) == ["A"])
  }

  @Test(arguments: [
    ("", "package.targets.first { $0.isTest }!.dependencies = []"),
    ("", "func f(_ t: Target) { t.path = a }\npackage.targets.forEach(f)"),
    ("", "for target in package.targets { target.swiftSettings = f(target) }"),
    ("", "if unknown { package.targets = [] }"),
    ("", "#if hasFeature(X)\npackage.targets += []\n#endif"),
    ("", "package.targets += [.target(name: \"A\")]"),
    ("", "package.targets += [] [.target(name: \"B\")]"),
    ("", "let second = Package(name: \"Second\")"),
    ("", "func f() -> Bool { package.targets = []; return true }\nlet x = true || f()"),
    ("", "struct S { init() { package.targets = [] } }\nlet s = \"\\(S())\""),
    ("", "#if os(Linux)"),
    ("#if osLinux)\n#endif", ""), ("#if\n#endif", ""), ("#if os Linux\n#endif", ""),
    ("#if a &&\n#endif", ""), ("#if a\n#elseif )\n#endif", ""),
    ("#if a\nlet c = (\n#endif", ""), ("#if a\n#else\n#else\n#endif", ""),
    ("", "/* /* */"), ("", "let x = /a\"/"), ("", "let x = \"\"\"a\n\"\"\""), ("", "func + () {}"),
    ("let a = \"B\"\n", ""),
    ("let Target = \"B\"\n", ""), ("typealias Target = Int", ""), ("struct Package {}", ""),
    ("extension Target { static func target(name: String) -> Target { Target() } }", ""),
    (
      "#if hasFeature(X)\nlet b = \"B\"\n#endif\nlet c: [Target] = [Target.target(name: b)]",
      "package.targets += c"
    ),
  ])
  func programs(before: String, after: String) {
    let text = Self.package(
      "targets: [.target(name: a)]", before: "let a = \"A\"\n" + before, after: after)
    guard case .computed(let name, _) = Self.read(text) else {
      Issue.record("not computed: \(text)")
      return
    }
    // Where the text cannot be taken apart, nothing of it is known.
    #expect(name == nil || name == "Kit")
  }

  /// What no graph depends on, and what does not run.
  @Test(arguments: [
    "for target in package.targets where target.type != .test { target.swiftSettings = [] }",
    "package.targets.filter({ $0.isTest }).forEach { $0.cSettings = ($0.cSettings ?? []) + [] }",
    "for i in package.targets.indices { package.targets[i].swiftSettings?.append(.define(\"X\")) }",
    "if unknown { package.platforms = [] } else { package.swiftLanguageModes?.append(.v6) }",
    "let x = \"\"\"\n  \"a\"\n  \"\"\"", "let x = a.count", "let x = a ?? \"B\"",
    "let x = a as String",
    "let x: String { \"B\" }", "func x() { package.targets = [] }",
    "let x = [1: \"B\"].map { $0.key / 2 }", "@available(*, unavailable) let b = 1",
    "#if hasFeature(X)\nimport X\n#endif", "protocol P { var x: Int { get } }",
    "#if TUIST\nlet x = PackageSettings(a: [\"b\": .c])\n#endif",
    "var x = 1\nx += 2\nwhile x > 4 { x -= 1 }",
  ])
  func nothingOfTheGraph(after: String) throws {
    let manifest = try #require(
      Self.literal(
        Self.package("targets: [.target(name: \"A\")]", before: "let a = \"\"", after: after)))
    #expect(manifest.targets.map(\.name) == ["A"])
    #expect(!manifest.dependsOnHost)
  }

  /// Conditions on the system and on variables, as Xcode on a Mac decides them.
  @Test(arguments: [
    "#if os(macOS)\nlet n = \"A\"\n#else\nlet n = \"B\"\n#endif",
    "#if canImport(Darwin) && !canImport(Glibc)\nlet n = \"A\"\n#elseif os(iOS)\nlet n = 1\n#endif",
    "let x = Context.environment[\"X\"]\nlet n = x == nil ? \"A\" : \"B\"",
    "let n = ProcessInfo.processInfo.environment[\"X\"] ?? \"A\"",
    "let e = Context.environment\nlet n = e[\"X\"]?.lowercased() == \"true\" ? \"B\" : \"A\"",
    "let n = getenv(\"X\") != nil || false ? \"B\" : \"A\"",
  ])
  func host(before: String) throws {
    let text = Self.package("targets: [.target(name: \"\\(n)\")]", before: before)
    let manifest = try #require(Self.literal(text))
    #expect(manifest.targets.map(\.name) == ["A"])
    #expect(manifest.dependsOnHost)
  }

  /// An optional prints as one, and a dependency as what it is made of.
  @Test(arguments: [
    "let n: String? = \"A\"", "let n: Target.Dependency = \"A\"",
    "let n = Context.environment[\"X\"]",
    "let m: String? = \"A\"\nlet n = m", "let n = 1",
    "let n = Context.environment[\"HOME\"] ?? \"A\"",
  ])
  func whatPrintsAsSomethingElse(before: String) {
    guard
      case .computed = Self.read(
        Self.package("targets: [.target(name: \"\\(n)\")]", before: before))
    else {
      Issue.record("not computed: \(before)")
      return
    }
  }

  @Test func theManifestForAVersion() {
    func chosen(_ versions: [String: String]) -> String? {
      ManifestFiles.manifest(among: versions.keys.sorted()) { name in
        versions[name].map { Array("// swift-tools-version:\($0)".utf8) }
      }
    }
    let usual = ["Package.swift": "5.9"]
    #expect(chosen(usual) == "Package.swift")
    for (name, tools, isChosen) in [
      ("6", "5.5", true), ("6.0", "6.0", true), ("6.0", "5.9", false), ("5", "5.10", true),
      ("99", "6.0", false), ("x", "6.0", false), ("5.9.1", "6.0", true),
    ] {
      let file = "Package@swift-\(name).swift"
      let expected = isChosen ? file : "Package.swift"
      #expect(chosen(usual.merging([file: tools]) { $1 }) == expected)
    }
    let tooNew = ["Package.swift": "99.0", "Package@swift-5.9.swift": "5.9"]
    #expect(chosen(tooNew) == "Package@swift-5.9.swift")
  }

  @Test(arguments: [
    "targets: names.map { .target(name: $0) }",
    "targets: [.target(name: \"A\") .target(name: \"B\")]",
    "targets: [.target(name: \"A\")\n.target(name: \"B\")]",
    "targets: [.target(name: \"A\"), .target(name: \"A\")]",
    "targets: [.target(name: \"\")]",
    "targets: [.target(name: x ? \"A\" : \"B\")]",
    "targets: [.init(name: \"A\")]",
    "products: [.library(name: \"A\", type: kind, targets: [])]",
  ])
  func otherForms(rest: String) {
    guard case .computed(let name, _) = Self.read(Self.package(rest)) else {
      Issue.record("not computed: \(rest)")
      return
    }
    #expect(name == "Kit")
  }

  @Test func requirements() throws {
    let forms = [
      "from: \"1.0.0\"", ".upToNextMajor(from: \"1.0.0\")", ".upToNextMinor(from: \"1.0.0\")",
      "exact: \"1.0.0\"", ".exact(\"1.0.0\")", "branch: \"main\"", "revision: \"abc\"",
      "\"1.0.0\"..<\"1.5.0\"", "\"1.0.0\"...\"1.5.0\"", "from: Version(1, 2, 3)",
    ]
    let list = forms.map { ".package(url: \"https://a.b/c\", \($0))" }.joined(separator: ", ")
    let manifest = try #require(Self.literal(Self.package("dependencies: [\(list)], targets: []")))
    #expect(
      manifest.dependencies.map(\.requirement) == [
        "from 1.0.0", "from 1.0.0", "minor 1.0.0", "exact 1.0.0", "exact 1.0.0", "branch main",
        "revision abc", "from 1.0.0 to 1.5.0", "from 1.0.0 through 1.5.0", nil,
      ])
  }

  @Test func placeOfTheFirstThingThatIsNotLiteral() {
    let text = Self.package("targets: [],\n  products: [].shuffled()")
    #expect(
      Self.read(text)
        == .computed(name: "Kit", at: .init(Position(line: 5, column: 15), code: ".shuffled")))
    #expect(Self.read("") == .computed(name: nil, at: .init(Position(line: 1, column: 1))))
  }

  /// None takes more than a blink, nor more memory than its size.
  @Test func bounds() {
    let deep = String(repeating: "[", count: 100_000)
    let doubled = (1..<60).map { "let a\($0) = a\($0 - 1) + a\($0 - 1)" }.joined(separator: "\n")
    let dependencies = "let d: [Target.Dependency] = [\(String(repeating: "\"A\",", count: 1000))]"
    let functions =
      "func f0(_ a: [Target]) -> [Target] { a }\n"
      + (1..<40).map {
        "func f\($0)(_ a: [Target]) -> [Target] { f\($0 - 1)(a) + f\($0 - 1)(a) }\n"
      }.joined() + "func e(_ a: [Target]) -> [Target] { f39(a) }\nlet d: [Target] = []"
    let ternaries = String(repeating: "true ? \"B\" : ", count: 20_000)
    let targets = (0..<1000).map { ".target(name: \"T\($0)\", dependencies: d)," }.joined()
    for text in [
      Self.package("targets: \(deep)"),
      Self.package("targets: a59", before: "let a0 = [1]\n" + doubled),
      Self.package("targets: [.target(name: a59)]", before: "let a0 = \"a\"\n" + doubled),
      Self.package("targets: [\(targets)]", before: dependencies),
      "//" + String(repeating: " ", count: Limits.manifestSize) + "\n"
        + Self.package("targets: []"),
      Self.package("targets: e(d)", before: functions),
      Self.package("targets: []", after: String(repeating: "enum A {", count: 10_000)),
      Self.package("targets: []", after: "if x " + String(repeating: "{ if x ", count: 10_000)),
      Self.package("targets: [.target(name: \(ternaries)\"A\")]"),
    ] {
      let time = ContinuousClock().measure {
        guard case .computed = Self.read(text) else {
          Issue.record("not computed: \(text.prefix(200))")
          return
        }
      }
      #expect(time < .seconds(10))
    }
    #expect(Self.literal(Self.package("targets: []")) != nil)
  }

  @Test func textThatIsNotUTF8IsComputed() {
    let text = Array(Self.package("targets: []").utf8) + [0x2f, 0x2f, 0xff]
    guard case .computed = ManifestReader.read(text, file: Self.file) else {
      Issue.record("not computed")
      return
    }
  }
}
