import Diagnostics
import Imports
import Testing

/// What counts as an import in Swift, form by form.
@Suite struct SwiftImportTests {
  @Test func formsOfAnImport() {
    expect(
      """
      @testable import Aspen
      @_exported import Birch
      @preconcurrency import Cedar
      @_spi(Internal) import Elder
      internal import Fir
        public import Gorse
      import struct Hazel.Thing
      private import class Iris.Thing
      import Foundation; import Juniper ; import Laurel
      import `Maple`
      @preconcurrency
      import Nettle
      func late() {}
      import func Oak.thing
      import Poplar.Sub.Part
      """,
      [
        "Aspen 1:18", "Birch 2:19 exported", "Cedar 3:24", "Elder 4:24", "Fir 5:17",
        "Gorse 6:17", "Hazel 7:15", "Iris 8:22", "Foundation 9:8", "Juniper 9:27", "Laurel 9:44",
        "Maple 10:8", "Nettle 12:8", "Oak 14:13", "Poplar 15:8",
      ])
  }

  @Test func blanksOfManyKinds() {
    expect(
      """
      import\u{A0}A
      \u{A0}import \u{A0} B\u{A0}
      @testable\u{A0}import struct\u{A0}C.D
      @ testable import E
      @\u{A0}_exported
      import F
      @
      testable import G
      @/* c */_exported /* d */ import H; let i = 1;\u{A0}import J
      import K\u{A0}.L
      """,
      [
        "A 1:8", "B 2:11", "C 3:25", "E 4:19", "F 6:8 exported",
        "G 8:17", "H 9:34 exported", "J 9:55", "K 10:8",
      ])
    expect("import\u{2003}A\nimports\u{A0}B\nx.\u{A0}import\u{A0}C", [])
  }

  @Test func runsOfHashes() {
    expect("##\nimport A\n###if X\nimport B\n#endif\nimport C", ["A 2:8", "B 4:8 if X", "C 6:8"])
    expect("let a = ####\"b \"### \"####; import C", ["C 1:35"])
  }

  @Test func attributesInAnyOrder() {
    expect(
      """
      @_implementationOnly import A
      @_spi(One) @_spi(Two) @testable import B
      package @testable import C
      private(set) import D
      @_exported @preconcurrency import struct E.F
      @testable
      // A comment.
      public
      import G
      @_documentation(visibility: internal) @_exported import H
      @_weakLinked import I
      fileprivate import J; open import K
      """,
      [
        "A 1:29", "B 2:40", "C 3:26", "D 4:21", "E 5:42 exported",
        "G 9:8", "H 10:57 exported", "I 11:21", "J 12:20", "K 12:35",
      ])
  }

  @Test func attributesOfOtherDeclarations() {
    expect("@testable func f() {}\nimport A\n@_exported\nlet x = 1\nimport B", ["A 2:8", "B 5:8"])
  }

  @Test func kinds() {
    expect(
      """
      import typealias A.T
      import enum B.T
      import protocol C.T
      import var D.v
      import let E.v
      import func F.+
      import class G.`class`
      """,
      ["A 1:18", "B 2:13", "C 3:17", "D 4:12", "E 5:12", "F 6:13", "G 7:14"])
  }

  /// The compiler takes no module from these.
  @Test func kindsWithoutAModule() {
    expect("import struct A\nimport let\nimport G.\nimport H", ["G 3:8", "H 4:8"])
  }

  @Test func blanksBetween() {
    expect(
      "import\nA\nimport\n\n// c\nB\nimport/*x*/C\nimport`D`\nimport\tE;import F\n/**/import G",
      ["A 2:1", "B 6:1", "C 7:12", "D 8:7", "E 9:8", "F 9:17", "G 10:12"])
  }

  @Test func lineEndings() {
    expect("import A\r\nimport B\r\n", ["A 1:8", "B 2:8"])
    expect("import A\rimport B // x\rimport C", ["A 1:8", "B 1:17", "C 1:31"])
    expect("import A", ["A 1:8"])
    expect("import A.", ["A 1:8"])
    expect("import", [])
    expect("import ", [])
    expect("", [])
  }

  @Test func startOfTheFile() {
    expect("\u{FEFF}import A\nimport B", ["A 1:8", "B 2:8"])
    expect("#!/usr/bin/swift import X\nimport A", ["A 2:8"])
    expect("\u{FEFF}#!/usr/bin/swift import X\nimport A", ["A 2:8"])
  }

  @Test func oddBytes() {
    expect(
      Array("import A\0\nimport\0B\nlet x = \"\0\"\nimport C\0".utf8), ["A 1:8", "B 2:8", "C 4:8"])
    expect(Array("let x = \"".utf8) + [0xC0, 0x80, 0xFF] + Array("\"\nimport A".utf8), ["A 2:8"])
    expect(Array("// ".utf8) + [0xFF, 0xFE] + Array("\nimport A".utf8), ["A 2:8"])
  }

  @Test func wordsOfOtherAlphabets() {
    expect("import Ünï\n/* ü */ import 日本; import Z", ["Ünï 1:8", "日本 2:16", "Z 2:27"])
    expect("let 日import = 1\nlet importÜ = 2", [])
  }

  @Test func otherUsesOfTheWord() {
    expect(
      """
      func `import`() {}
      f(import: 1)
      x.import
      y
        .import(z)
      struct Import { var importNet = 1; var reimport = 2 }
      #import
      $import
      let `a import B` = 1
      #warning("import C")
      {
        import D
      }
      [ import E
      ]
      """, [])
  }

  @Test func comments() {
    expect(
      """
      /* import A /* import B */
      import C */
      // import D
      /// Use it to import E.
      //import F
      /**
       * import G
       */
      import Z // import H
      """, ["Z 9:8"])
    expect("import A\n/* /* */\nimport B", ["A 1:8"])
  }

  @Test func strings() {
    expect(
      #"""
      let text = "import A; "; let t = "\"import B"
      let lines = """
      import C
      \(String("""
      import D
      """))
      import E \"""
      import F
      """
      let open = "import G
      import Z
      let one = 'import H'
      """#, ["Z 11:8"])
  }

  @Test func rawStrings() {
    expect(
      ##"""
      let raw = #"""
      "" import A \(1)
      import B
      """#
      let other = #"import C \#("import D")"#
      let one = #"""#
      import E
      let two = #""" import F "#
      import G
      """##, ["E 7:8", "G 9:8"])
  }

  @Test func interpolations() {
    expect("let a = \"\\(\n1)\"\nimport A\nlet b = \"\\(f(\")\"))\"\nimport B", ["A 3:8", "B 5:8"])
    expect(
      "let a = \"\\(1 // )\n)\"\nimport A\nlet b = \"\\(2 /* \") */)\"\nimport B",
      ["A 3:8", "B 5:8"])
    // Not closed: what follows counts.
    expect("let a = \"\\(1 // )\"\nimport A", ["A 2:8"])
    expect("let a = \"\\(f(\"x\n\"))\"\nimport A", ["A 3:8"])
  }

  @Test func regularExpressions() {
    expect(
      """
      let pattern = #/
      import A
      /#
      let b = #/ import B /#
      let c = ##/
      /#
      import C
      /##
      import Y
      let d = #/ import D
      import Z
      """, ["Y 9:8", "Z 11:8"])
    expect("let a = #/\nimport A", ["A 2:8"])
    expect(#"let a = /"/; import A"#, ["A 1:21"])
    expect(#"let a = f(/"[/]/, /\/"/); import A"#, ["A 1:34"])
    expect(#"let a = b / c; let d = "/"; import A"#, ["A 1:36"])
    expect(#"let a = reduce(1, /); let d = "/"; import A"#, ["A 1:43"])
    expect(#"let a = b/c + "/"; import A; let d = "/""#, ["A 1:27"])
    expect(#"let a = f(/a"b/, "("); import A"#, ["A 1:31"])
    expect(#"let a = f(/"(/, 1); import A"#, ["A 1:28"])
  }

  @Test func operatorsThatStartComments() {
    expect(
      "let a = b +/* import A\n*/ c\nimport B\nlet d = e *// import C\nf\nimport D",
      ["B 3:8", "D 6:8"])
  }

  @Test func bracketsThatAreNeverClosed() {
    expect("}\nimport A\n)\nimport B", ["A 2:8", "B 4:8"])
    expect("#if swift(>=99)\n{{{ \" (\n#endif\nimport A", ["A 4:8"])
    expect("#if A\nfunc f() {\n#else\nfunc g() {\n#endif\n}\nimport B", ["B 7:8"])
  }
}
