/// Makes up Swift sources that are full of what looks like imports.
package struct SwiftSourceGenerator {
  private var random: SplitMix64
  private var modules = 0

  package init(seed: UInt64) { random = SplitMix64(state: seed) }

  /// A source that a compiler can read: what it imports follows from its rules.
  package mutating func source() -> String {
    var text = random.pick(["", "", "", "\u{FEFF}", "#!/usr/bin/swift import Bang\n"])
    let ending = random.pick(["\n", "\n", "\n", "\r\n", "\r"])
    for _ in 0..<Int.random(in: 1...14, using: &random) { text += item(depth: 0) + "\n" }
    if random.pick([true, false, false]) { text.removeLast() }
    return text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: ending)
  }

  /// Any bytes: parts of sources in any order, with some of them broken.
  package mutating func soup() -> [UInt8] {
    var bytes: [UInt8] = []
    for _ in 0..<Int.random(in: 1...40, using: &random) {
      bytes += Array((chance(3) ? item(depth: 0) : random.pick(Self.scraps)).utf8)
      if chance(3) { bytes.append(random.pick(Array(" \n\t;\r".utf8))) }
    }
    for _ in 0..<Int.random(in: 0...6, using: &random) where !bytes.isEmpty {
      let place = Int.random(in: 0..<bytes.count, using: &random)
      switch Int.random(in: 0..<4, using: &random) {
      case 0: bytes.remove(at: place)
      case 1: bytes.insert(random.pick(Self.signs), at: place)
      case 2: bytes[place] = random.pick(Self.signs)
      default: bytes.removeLast(min(bytes.count, place % 7))
      }
    }
    return bytes
  }

  private static let signs =
    Array("\"'#\\/*()[]{}`@.;:,<>=!&| \n\r\t\u{0}aé_1".utf8) + [0xFF, 0x80, 0xC2, 0xA0]

  private static let scraps = [
    "import A", "import", "import struct B.C", "@testable ", "@_exported ", "public ", "`", "\"",
    "\"\"\"", "#\"", "\"#", "#\"\"\"", "\"\"\"#", "\\(", "\\#(", "\\", "(", ")", "{", "}", "[", "]",
    "//",
    "/*", "*/", "#/", "/#", "##/\n", "/", " / ", "= /x/ ", ".", ";", "#if A", "#if os(Linux) &&",
    "#elseif (B", "#else", "#endif", "<#", "#>", "@", "'", "\n", "\r\n", "\r", "let a = ", "x", "é",
    "/* import B */", "// import C", "\"import D\"", "#", "##", "1", "!", "==", "...", ":",
    "\u{A0}", "\u{A0}", "@ ", "word import ", "testable ",
  ]

  private mutating func chance(_ one: Int) -> Bool {
    Int.random(in: 0..<one, using: &random) == 0
  }

  private mutating func module() -> String {
    modules += 1
    return random.pick(["Mod", "Kit", "Ünï", "_M", "importer"]) + "\(modules)"
  }

  private mutating func item(depth: Int) -> String {
    switch Int.random(in: 0..<12, using: &random) {
    case 0..<4: return statement()
    case 4: return comment()
    case 5: return "let s\(modules) = " + string(depth: 0) + (chance(3) ? "; " + statement() : "")
    case 6: return "let r\(modules) = " + regex()
    case 7:
      let inner = (0..<3).map { _ in "  " + random.pick(["let a = 1", comment(), "f(import: 1)"]) }
      return (["func f\(modules)() {"] + inner + ["}"]).joined(separator: "\n")
    case 8 where depth < 3: return conditional(depth)
    case 9: return random.pick(["", "  ", "\t"])
    case 10:
      return random.pick([
        "x.import", "f(import: 1, b: [2])", "struct Import { let importNet = 1 }",
        "let `import` = 1", "func `a import B`() {}", "y\n  .import(z)", "let q = a / b / c",
        "let t = (1, /* import C */ 2)", "g(/, \"import D\")", "h(^/, /)",
        "g(/, \"//\")", "g(/, \"a/b\")", "g(1, /, \"(/\", /)",
      ])
    default: return comment() + statement() + random.pick(["", " // import E", "; ", " /* a */"])
    }
  }

  private mutating func statement() -> String {
    var text = ""
    for _ in 0..<Int.random(in: 0...2, using: &random) {
      text += random.pick([
        "@testable", "@_exported", "@preconcurrency", "@_implementationOnly", "@_spi(Part)",
        "@_spi(import)", "@_documentation(visibility: internal)", "@ testable", "@\n_exported",
        "@/* import */preconcurrency", "@\u{A0}testable",
      ])
      text += random.pick([" ", " ", "\n", " /* import X */ ", "\t", "\u{A0}"])
    }
    if chance(4) {
      text += random.pick(["public ", "internal ", "package ", "private ", "fileprivate "])
    }
    text +=
      "import"
      + random.pick([
        " ", " ", " ", "  ", "\t", "\n", "/**/", " // c\n", "\u{A0}", " \u{A0} ",
      ])
    if chance(5) {
      let kind = random.pick([
        "struct", "class", "enum", "protocol", "typealias", "func", "var", "let",
      ])
      return text + kind + " " + module() + "." + random.pick(["a", "`class`", "b.c"])
    }
    let name = module()
    return text + (chance(6) ? "`\(name)`" : name)
      + random.pick(["", "", ".Sub", ".Sub.Part", ";"])
  }

  private mutating func comment() -> String {
    random.pick([
      "// import A", "/// Use import B.", "/* import C */", "/* /* import D */\nimport E */",
      "/**\n * import F\n */", "// \" /*", "/* // */", "/***/", "//", "/* \"\"\" */",
    ]) + "\n"
  }

  private mutating func string(depth: Int) -> String {
    let inner = depth < 2 && chance(3) ? "(" + string(depth: depth + 1) + ", (1))" : "(1)"
    switch Int.random(in: 0..<7, using: &random) {
    case 0: return "\"import A; \\\" \\\\\""
    case 1: return "\"\\\(inner) import B\""
    case 2: return "\"\"\"\nimport C \\\(inner)\n \" \"\" \\\"\"\"\nimport D\n\"\"\""
    case 3: return "#\"import E \" \\ \\n \\#\(inner)\"#"
    case 4: return "##\"\"\"\nimport F \"\"\"# \\#(\n\\##\(inner)\n\"\"\"##"
    case 5: return "#\"\"\"#"
    default: return "\"\""
    }
  }

  private mutating func regex() -> String {
    random.pick([
      "#/import A/#", "#/\nimport B\n  \\/# c\n/#", "##/ \" /# import C/##", "#/ a \"\"\" /#",
    ])
  }

  private mutating func conditional(_ depth: Int) -> String {
    let conditions = [
      "DEBUG", "os(Linux)", "!os(Linux)", "os(iOS) || os(Linux)", "os(Linux) && !DEBUG", "true",
      "false", "(DEBUG || true) && !false", "!(os(macOS) || os(iOS)) // import A",
      "os(Linux) /* b */", "(DEBUG ||\n  os(Linux))", "targetEnvironment(simulator)",
    ]
    var text = "#if " + random.pick(conditions) + "\n" + item(depth: depth + 1)
    if chance(2) { text += "\n#elseif " + random.pick(conditions) + "\n" + item(depth: depth + 1) }
    if chance(2) { text += "\n#else\n" + item(depth: depth + 1) }
    return text + "\n#endif"
  }
}
