import Imports
import Testing

@Suite struct ClangModuleMapTests {
  private func names(_ text: String) -> [String] {
    ClangModuleMap.names(in: Array(text.utf8)).sorted()
  }

  @Test func declarations() {
    #expect(names("module A { header \"a.h\" }") == ["A"])
    #expect(
      names("framework module A [system] [extern_c] {\n  umbrella header \"A.h\"\n}") == ["A"])
    #expect(names("module A {}\nmodule B {}") == ["A", "B"])
    #expect(names("module A.Part {}") == ["A"])
    #expect(names("module \"A-1\" {}") == ["A-1"])
    #expect(names("extern module A \"a.modulemap\"") == ["A"])
  }

  @Test func whatIsInsideOfOthersHasNoName() {
    #expect(
      names("module A {\n  explicit module B { export * }\n  module * { export * }\n}") == ["A"])
  }

  @Test func commentsAndStringsDeclareNothing() {
    #expect(names("// module A {}\n/* module B {} */ module C { header \"module D\" }") == ["C"])
  }

  @Test func anyBytesCanBeRead() {
    #expect(names("") == [])
    #expect(names("module") == [])
    #expect(names("module \"") == [""])
    #expect(names("}}} module A {{{ module B") == ["A"])
    #expect(names("module module A {}") == ["module"])
  }
}
