import Imports
import Testing

@Suite struct MentionTests {
  private func mentioned(_ text: String, _ language: SourceLanguage?) -> [String] {
    mentions(of: ["Hook", "Rope", "Ünï"], in: Array(text.utf8), language).sorted()
  }

  @Test func wordsOfCode() {
    #expect(mentioned("let a = Hook.b + Ropes + aHook", .swift) == ["Hook"])
    #expect(mentioned("f(`Rope`, #Hook, @Ünï)", .swift) == ["Hook", "Rope", "Ünï"])
    #expect(mentioned("[Hook new]; Rope_x(1);", .cFamily) == ["Hook"])
  }

  @Test func noBreakSpacesPartWords() {
    for language in [SourceLanguage.swift, .cFamily, nil] {
      #expect(mentioned("a\u{A0}Hook\u{A0}b\u{A0}\u{A0}Rope", language) == ["Hook", "Rope"])
    }
  }

  @Test func stringsMention() {
    #expect(mentioned(#"NSClassFromString("Hook.View")"#, .swift) == ["Hook"])
    #expect(mentioned(#"let u = "http://Hook/\(Rope)""#, .swift) == ["Hook", "Rope"])
    #expect(mentioned(#"id u = @"http://Hook"; char c = 'x';"#, .cFamily) == ["Hook"])
    #expect(mentioned("let u = /Hook/\nlet v = #/Rope/#", .swift) == ["Hook", "Rope"])
  }

  @Test func commentsDoNot() {
    #expect(mentioned("// Hook\n/* Rope /* */ Rope */ let a = 1 // Hook", .swift).isEmpty)
    #expect(mentioned("// Hook\n/* Rope */ int a; // Hook", .cFamily).isEmpty)
    #expect(mentioned(#"int a; /* " */ Hook b; // ""#, .cFamily) == ["Hook"])
  }

  @Test func otherTexts() {
    let storyboard = #"<!-- Rope --><view customModule="Hook" customModuleProvider="target"/>"#
    #expect(mentioned(storyboard, nil) == ["Hook", "Rope"])
    #expect(mentions(of: [], in: Array("Hook".utf8), nil).isEmpty)
    #expect(mentions(of: [""], in: Array("Hook".utf8), .swift).isEmpty)
  }
}
