import Diagnostics
import Testing

@testable import YAML

@Suite struct PlaceTests {
  @Test func scalars() throws {
    let document = try Document(
      """
      plain: some text   # comment
      single: 'it''s'
      double: "a\\tb"
      "quoted key" : x
      literal: |
        one
        two
      folded: >-
        three
      blank:
      last: end
      """)
    let places = [
      "plain": "1:8-1:17", "single": "2:9-2:16", "double": "3:9-3:15", "quoted key": "4:16-4:17",
      "blank": "10:7-10:7", "last": "11:7-11:10",
    ]
    for (key, place) in places {
      #expect(document.place(try document.node(key)) == place, "\(key)")
    }
    #expect(document.tree.range(of: try document.node("literal")).start.line == 5)
    #expect(document.tree.string(try document.node("literal")) == "one\ntwo\n")
    #expect(document.tree.string(try document.node("folded")) == "three")
    #expect(document.tree.string(try document.node("single")) == "it's")
    #expect(document.tree.string(try document.node("double")) == "a\tb")
  }

  @Test func aMappingEndsWithTheAliasThatIsLast() throws {
    let document = try Document("a: &x one\nb:\n  c: 1\n  d: *x\ne: 2\n")
    #expect(document.place(try document.node("b")) == "3:3-4:8")
    #expect(document.place(document.root) == "1:1-5:5")
  }

  @Test func nothingIsBehindALastLineWithoutEnd() throws {
    let document = try Document("?")
    #expect(document.place(document.root) == "1:1-1:2")
    let values = document.tree.entries(of: document.root).map { document.place($0.value) }
    #expect(values == ["1:2-1:2"])
  }

  @Test func keys() throws {
    let document = try Document("a: 1\n'b c': 2\n? d\n: 3\n")
    let keys = document.tree.entries(of: document.root).map { document.place($0.key) }
    #expect(keys == ["1:1-1:2", "2:1-2:6", "3:3-3:4"])
  }

  @Test func blockCollectionsEndWhereTheirLastValueEnds() throws {
    let document = try Document(
      """
      targets:
        App:
          dependencies:
            - target: Kit   # why

            - sdk: x.tbd

        Kit: {}
      """)
    #expect(document.place(try document.node("targets")) == "2:3-8:10")
    #expect(document.place(try document.node("targets", "App")) == "3:5-6:19")
    #expect(document.place(try document.node("targets", "App", "dependencies")) == "4:7-6:19")
    let first = try document.node("targets", "App", "dependencies", "0")
    #expect(document.place(first) == "4:9-4:20")
  }

  @Test func flowCollectionsEndBehindTheirBracket() throws {
    let document = try Document("a: [1, {b: 2} ]\nc: {}\nd: [\n  x\n]\n")
    #expect(document.place(try document.node("a")) == "1:4-1:16")
    #expect(document.place(try document.node("a", "1")) == "1:8-1:14")
    #expect(document.place(try document.node("c")) == "2:4-2:6")
    #expect(document.place(try document.node("d")) == "3:4-5:2")
  }

  @Test func columnsCountScalars() throws {
    let document = try Document("größe: [ä, 🚀🚀, x]\n")
    #expect(document.place(try document.node("größe", "1")) == "1:12-1:14")
    #expect(document.place(try document.node("größe", "2")) == "1:16-1:17")
  }

  @Test func aByteOrderMarkAndCarriageReturnsTakeNoRoom() throws {
    let document = try Document("\u{feff}a: 1\r\nb: [x,\r\n  y]\r\n")
    #expect(document.place(try document.node("a")) == "1:4-1:5")
    #expect(document.place(try document.node("b", "1")) == "3:3-3:4")
  }

  @Test func aliasesStandWhereTheirAnchorIs() throws {
    let document = try Document("a: &x [1]\nb: *x\nc: &y text\nd: *y\ne: &k key\n*k : 1\n")
    #expect(document.place(try document.node("b")) == document.place(try document.node("a")))
    #expect(document.place(try document.node("d")) == document.place(try document.node("c")))
    // A key is told apart where it stands itself.
    let key = try #require(document.tree.entry(of: document.root, named: "key")).key
    #expect(document.place(key) == "6:1-6:3")
  }

  @Test func filesOfSeveralLayersAreToldApart() throws {
    var document = try Document("a: 1\n")
    var other = Tree()
    let parser = JSONParser(knownKeys: Document.knownKeys, rule: "test")
    let root = try parser.parse(Array(#"{"name": [2]}"#.utf8), into: &other, file: .init(index: 0))
    let copy = document.tree.addLayer(copying: other, root: root, file: .init(index: 7))
    #expect(document.show(copy) == "{name: [int 2]}")
    #expect(document.tree.range(of: copy).file.index == 7)
    #expect(document.tree.range(of: document.root).file.index == 0)
    #expect(document.tree.layer(of: copy) == 1)
  }
}
