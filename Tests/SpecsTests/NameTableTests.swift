import Testing

@testable import Specs

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
}
