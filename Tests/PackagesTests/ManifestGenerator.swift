import TestSupport

/// Writes manifests in the ways that people write them: constants, joined lists, comments, odd layout,
/// declarations added later, and now and then a program or a mistake.
struct ManifestGenerator {
  private var random: SplitMix64
  private var names: [String] = []
  private var constants: [String] = []
  /// Extensions, which may come before the package or behind it.
  var declarations: [String] = []
  /// The packages that targets name.
  var packages: Set<String> = []
  /// Whether the manifest has a mistake of syntax.
  private(set) var isBroken = false
  /// Whether the mistake is in a function that may never be called, which is not read then.
  private(set) var mayBreakUnusedCode = false

  init(seed: UInt64) { random = SplitMix64(state: seed) }

  mutating func manifest() -> String {
    let words = ["Harbour", "Quay", "Rope", "Knot", "Mast", "Cargo", "Lens", "Tide", "Büro", "b-2"]
    names = Array(words.shuffled(using: &random).prefix(number(1...6)))
    var targets = names.map { target($0) }
    if chance(3) { targets.append(plugin()) }
    targets += otherTargets()
    var added = ""
    if targets.count > 1, chance(3) {
      let last = targets.removeLast()
      added = pick([
        "package.targets += [\(last)]", "package.targets.append(\(last))",
        "package.targets.append(contentsOf: [\n  \(last),\n])",
        "package\n  .targets += [\(last)] + []",
      ])
    }
    let targetList = list(targets, type: "Target")
    let products = list(
      names.filter { _ in chance(2) }.map { product($0) }, type: "Product")
    let packageList = list(dependencies(), type: "Package.Dependency")
    var arguments = ["name: \(string("Kit"))"]
    if chance(3) { arguments.append("defaultLocalization: \"en\"") }
    if chance(2) {
      arguments.append(
        ("platforms: [.iOS(.v16), .macOS(\"13.0\"), .custom(\"x\", versionString: \"1\")]")
          .replacing(",", with: Self.comma))
    }
    arguments.append("products: \(products)")
    let hasTraits = chance(5)
    if hasTraits {
      arguments.append(
        ("traits: [\"Fast\", .trait(name: \"Slow\", enabledTraits: [\"Fast\"]), "
          + ".default(enabledTraits: [\"Fast\"])]").replacing(",", with: Self.comma))
    }
    arguments += ["dependencies: \(packageList)", "targets: \(targetList)"]
    if chance(4) { arguments.append("swiftLanguageModes: [.v5\(Self.comma) .version(\"6\")]") }
    if chance(4) { arguments.append("cxxLanguageStandard: .cxx17") }
    let package = "let package = Package(\(joined(arguments)))"
    let isBehind = chance(2)
    if chance(4), !added.isEmpty { added = condition(added) }
    var text =
      "// swift-tools-version: 6.\(hasTraits ? 1 : 0)\n\(header())import PackageDescription\n"
    if package.contains(".macro(") || constants.contains(where: { $0.contains(".macro(") })
      || added.contains(".macro(")
    {
      text += "import CompilerPluginSupport\n"
    }
    let (before, behind) = isBehind ? ([], declarations) : (declarations, [])
    text += (constants + before + [package, added, program()] + behind).filter { !$0.isEmpty }
      .joined(separator: pick(["\n", "\n\n", "\n// .target(name: \"Ghost\")\n"]))
    text += pick(["\n", "", "\n/* the end */"])
    if chance(6) { text = broken(text) }
    return text.replacing(Self.comma, with: ",")
  }

  /// A comma where nothing is read, so that nothing tells if it is missing.
  static let comma = "\u{E000}"

  // MARK: Parts

  private mutating func header() -> String {
    pick([
      "", "", "import Foundation\n",
      "#if canImport(Foundation)\nimport class Foundation.NSObject\n#endif\n",
      "/* /* nested */ let package = Package(name: \"Wrong\") */\n",
      "#if os(Linux)\nlet host = \"Linux\"\n#else\nlet host = \"Mac\"\n#endif\n",
    ])
  }

  private mutating func program() -> String {
    pick([
      "", "", "", "", "", "", "for target in package.targets { target.path = \"X\" }",
      "package.targets = package.targets.reversed()", "package.name = \"Other\"",
      "if package.targets.count > 1 { package.targets.removeLast() }",
      "let unused = [\"a\", \"b\"].map { $0 + \"c\" }",
      "let more = [1, 2, -3]; let less = [\"a\": 1]",
      "for target in package.targets where target.type != .macro { target.swiftSettings = [] }",
      "package.targets.forEach { $0.swiftSettings = ($0.swiftSettings ?? []) + [] }",
      "package.targets.filter { $0.isTest }.forEach { $0.dependencies = [] }",
      "package.targets.append(.target(name: \"All\", dependencies: package.targets.compactMap {\n"
        + "  $0.type == .regular ? .byName(name: $0.name) : nil\n}))",
      "for n in [\"One\", \"Two\"] { package.targets.append(.target(name: n + \"Core\")) }",
      "package.swiftLanguageModes = [.v5, .v6]", "package.products = []",
      "let all: Int = { package.products = []; return 1 }()",
    ]).replacing(",", with: Self.comma)
  }

  private mutating func target(_ name: String) -> String {
    let kind = pick(["target", "target", "target", "executableTarget", "testTarget"])
    let others = names.filter { $0 != name }
    var dependencies = others.filter { _ in chance(3) }.map { dependency($0) }
    if chance(4) {
      packages.insert("swift-log")
      dependencies.append(".product(name: \"Logging\", package: \"swift-log\")")
    }
    var arguments = ["name: \(string(name))"]
    if chance(2) || !dependencies.isEmpty {
      arguments.append("dependencies: \(list(dependencies, type: "Target.Dependency"))")
    }
    if chance(3) { arguments.append("path: \"Code/\(name)\"") }
    if chance(4) { arguments.append("exclude: [\"README.md\"\(Self.comma) \"a\\\\b\"]") }
    if chance(4) {
      arguments.append("resources: [.process(\"Assets\")\(Self.comma) .copy(\"Data\")]")
    }
    if chance(3) {
      arguments.append(
        pick([
          "swiftSettings: [.define(\"X\", .when(configuration: .debug)), .unsafeFlags([\"-x\"])]",
          "swiftSettings: [.define(true ? \"X\" : { $0 }(\"Y\"))]",
        ]).replacing(",", with: Self.comma)
      )
    }
    if chance(5) {
      arguments.append(
        "linkerSettings: [.linkedLibrary(\"z\"\(Self.comma) .when(platforms: [.linux]))]")
    }
    if chance(6) {
      packages.insert("p")
      arguments.append("plugins: [.plugin(name: \"Gen\"), .plugin(name: \"P\", package: \"p\")]")
    }
    if chance(8) { return described(name, dependencies) }
    if chance(6) {
      declarations.append(
        "extension Target {\n  static func make\(declarations.count)(_ name: String, at path: String? = nil, "
          + "uses: [Target.Dependency] = []) -> Target {\n    .target(name: name, dependencies: uses, "
          + "path: path ?? \"Code/\\(name)\")\n  }\n}")
      let path = pick(["", ", at: \"Other\"", ", at: nil"])
      let uses = dependencies.isEmpty ? "" : ", uses: [\(dependencies.joined(separator: ", "))]"
      return ".make\(declarations.count - 1)(\(string(name))\(path)\(uses))"
    }
    return pick([".", ".", "Target."]) + "\(kind)(\(joined(arguments)))"
  }

  /// A target that a structure of the manifest describes.
  private mutating func described(_ name: String, _ dependencies: [String]) -> String {
    let type = "Spec\(declarations.count)"
    declarations.append(
      """
      struct \(type) {
        enum Kind: String, CaseIterable { case plain, tests = "Tests" }
        var kind: Kind
        let name: String
        var uses: [Target.Dependency] = []
        var folder: String?
        static func plain(_ name: String) -> \(type) { \(type)(kind: .plain, name: name) }
      }
      extension \(type).Kind {
        var folder: String {
          switch self {
          case .plain: return "Code"
          case .tests: return rawValue
          }
        }
      }
      extension \(type) {
        func target() -> Target {
          var path = [kind.folder]
          path.append(folder ?? name)
          guard kind != .tests else {
            return .testTarget(name: name, dependencies: uses, path: path.joined(separator: "/"))
          }
          return Target.target(name: name, dependencies: uses, path: path.joined(separator: "/"))
        }
      }
      """)
    let uses = dependencies.isEmpty ? "" : ", uses: [\(dependencies.joined(separator: ", "))]"
    let folder = pick(["", ", folder: \"Other\"", ", folder: nil"])
    let specs = [
      "\(type)(kind: .plain, name: \(string(name))\(uses)\(folder))",
      "\(type)(kind: .tests, name: \"\(name)\"\(uses))",
      "\(type)(kind: \(type).Kind.allCases.filter { $0 == .tests }.contains(.plain) "
        + "? .plain : .tests, name: \"\(name)\"\(uses))",
    ]
    return pick(specs + ["\(type).plain(\(string(name)))"]) + ".target()"
  }

  /// A list that statements and closures make of a constant.
  private mutating func walked(_ list: String, type: String) -> String {
    constants.append("let list\(constants.count): [\(type)] = \(list)")
    let name = "list\(constants.count - 1)"
    switch number(0...3) {
    case 0:
      constants.append(
        "var list\(constants.count): [\(type)] = []\n"
          + "for it in \(name) { list\(constants.count).append(it) }")
      return "list\(constants.count - 1)"
    case 1:
      declarations.append(
        "extension Array where Element == \(type) {\n"
          + "  func kept\(declarations.count)(_ isKept: Bool) -> [\(type)] { filter { _ in isKept } }\n}"
      )
      return "\(name).kept\(declarations.count - 1)(\(pick(["true", "!false"])))"
    default:
      return name
        + pick([
          ".map { $0 }", ".filter { _ in true }", ".compactMap { it in it }", ".flatMap { [$0] }",
          ".reversed()",
          ".compactMap { it -> \(type)? in\n  if true { return it }\n  return nil\n}",
        ])
    }
  }

  /// Statements that run, by a condition that swift and modlint decide alike.
  private mutating func condition(_ statements: String) -> String {
    let other = "package.targets = []"
    return pick([
      "if Context.environment[\"MODLINT_NONE\"] == nil {\n\(statements)\n} else {\n\(other)\n}",
      "if let x = Context.environment[\"MODLINT_NONE\"], x == \"1\" {\n\(other)\n}\n\(statements)",
      "#if swift(>=6.0) && !DEBUG\n\(statements)\n#else\n\(other)\n#endif",
      "#if compiler(<6.0)\n\(other)\n#elseif hasFeature(Embedded) || true\n\(statements)\n#endif",
    ])
  }

  // MARK: Forms

  /// A string as a literal, a constant or a sum, or now and then with an interpolation.
  mutating func string(_ text: String) -> String {
    switch number(0...11) {
    case 0:
      constants.append("let name\(constants.count) = \"\(text)\"")
      return "name\(constants.count - 1)"
    case 1: return "\"\(text)\" + \"\""
    case 2: return "(\"\(text)\")"
    case 3 where chance(4): return "\"\\(\"\(text)\")\""
    case 4:
      declarations.append("enum Names\(declarations.count) { static let it = \"\(text)\" }")
      let name = "Names\(declarations.count - 1).it"
      return pick([name, "\"\\(\(name))\""])
    case 5: return "#\"\(text)\"#"
    case 6 where chance(2): return "[\"\(text)\", \"\"].map { \"\\($0)\" }.joined()"
    case 7 where chance(2):
      declarations.append(
        "enum Names\(declarations.count): String {\n  case other, it = \"\(text)\"\n"
          + "  var text: String { self == .it ? rawValue : \"\" }\n}")
      return "Names\(declarations.count - 1).it.\(pick(["rawValue", "text"]))"
    default: return "\"\(text)\""
    }
  }

  private mutating func list(_ elements: [String], type: String) -> String {
    let comma = elements.isEmpty ? "" : pick(["", ",", ", // last\n"])
    let text =
      "[\(elements.joined(separator: pick([", ", ",\n    ", ", /* , */ ", " ,\n"])))\(comma)]"
    switch number(0...7) {
    case 0:
      constants.append("let list\(constants.count): [\(type)] = \(text)")
      return "list\(constants.count - 1)"
    case 1 where elements.count > 1:
      let middle = elements.count / 2
      return "[\(elements[..<middle].joined(separator: ","))]"
        + pick([" + ", "\n + ", "+", " +\n"]) + "[\(elements[middle...].joined(separator: ","))]"
    case 2 where !elements.isEmpty: return walked(text, type: type)
    default: return text
    }
  }

  private mutating func joined(_ arguments: [String]) -> String {
    let separator = pick([", ", ",\n  ", " ,\n\n", ", // ,\n", ","])
    return pick(["", "\n  "]) + arguments.joined(separator: separator) + pick(["", "\n", "/**/"])
  }

  /// The text without one of the signs that hold it together.
  private mutating func broken(_ text: String) -> String {
    let places = text.indices.filter { ",()[]\"".contains(text[$0]) && $0 > text.startIndex }
    guard let place = places.randomElement(using: &random) else { return text }
    isBroken = true
    let line = text[..<place].split(separator: "\n").last ?? ""
    mayBreakUnusedCode = line.contains("static func")
    var copy = text
    copy.remove(at: place)
    return copy
  }

  private mutating func number(_ range: ClosedRange<Int>) -> Int {
    .random(in: range, using: &random)
  }

  mutating func chance(_ one: Int) -> Bool { number(1...one) == 1 }

  mutating func pick(_ choices: [String]) -> String {
    choices[number(0...(choices.count - 1))]
  }
}
