import Testing

@testable import Projects

@Suite struct NameTableTests {
  @Test func aNameHasOneNumber() {
    var names = NameTable()
    let ids = (0..<5000).map { names.intern("name \($0)") }
    #expect(Set(ids).count == 5000)
    #expect(names.count == 5000)
    #expect((0..<5000).map { names.intern("name \($0)") } == ids)
    #expect(names.count == 5000)
    #expect(names.string(ids[4711]) == "name 4711")
  }

  @Test func onlyWhatIsThereIsFound() {
    var names = NameTable()
    let id = names.intern("größe")
    let empty = names.intern("")
    #expect(names.find("größe") == id)
    #expect(names.find("") == empty)
    #expect(names.find("grösse") == nil)
    #expect(Array(names.bytes(of: id)) == Array("größe".utf8))
  }

  @Test func namesAreOrderedByTheirBytes() {
    var names = NameTable()
    let ordered = ["", "A", "App", "AppKit", "AppKit2", "Apple", "app", "größe", "\u{10ffff}"]
    let ids = ordered.reversed().map { names.intern($0) }
    let sorted = ids.sorted { names.precedes($0, $1) }
    #expect(sorted.map { names.string($0) } == ordered)
    #expect(ids.allSatisfy { !names.precedes($0, $0) })
  }
}

@Suite struct SpellingTests {
  @Test func eachSpellingIsANameOfItsOwn() {
    var names = NameTable()
    let composed = names.intern("Caf\u{e9}")
    #expect(!names.hasSpellings)
    let decomposed = names.intern("Cafe\u{301}")
    let other = names.intern("Cafe")
    #expect(composed != decomposed && names.hasSpellings)
    #expect(names.isSame(composed, decomposed) && !names.isSame(composed, other))
    #expect(names.form(of: decomposed) == names.form(of: composed))
    #expect(names.spellings(of: decomposed) == [composed, decomposed])
    #expect(names.spellings(of: other).isEmpty)
    #expect(names.string(decomposed).utf8.count == 6)
  }

  @Test func isFoundInAnySpelling() {
    var names = NameTable()
    let name = names.intern("\u{212b}")
    #expect(names.find("A\u{30a}") == name && names.find("\u{c5}") == name)
    #expect(names.find("A") == nil)
  }

  @Test func staysWhenTablesAreMerged() {
    var (a, b) = (NameTable(), NameTable())
    let composed = a.intern("\u{e9}")
    let decomposed = b.intern("e\u{301}")
    let moved = a.intern(allOf: b)[Int(decomposed.index)]
    #expect(a.isSame(composed, moved))
  }
}
