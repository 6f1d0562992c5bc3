import Diagnostics
import Testing

@testable import YAML

@Suite struct StructureTests {
  @Test(arguments: [
    "", "\n\n", "   \n", "# only a comment\n", "---\n...\n# and another\n", "\u{feff}",
  ])
  func emptyFilesHaveNoEntries(_ text: String) throws {
    let document = try Document(text)
    #expect(document.tree.entries(of: document.root).isEmpty)
  }

  @Test func otherRootsAreWhatTheyAre() throws {
    #expect(try Document("- a\n").shown == "[a]")
    #expect(try Document("text").shown == "text")
  }

  @Test func directivesAreFine() throws {
    #expect(try Document("%YAML 1.1\n---\na: b\n").shown == "{a: b}")
    #expect(try Document("%YAML 1.2\n---\na: b\n...\n").shown == "{a: b}")
  }

  @Test func ofEqualKeysTheLastWinsWhole() throws {
    let document = try Document("a: {x: 1, y: 2}\nb: 3\na: {z: 4}\n'b': 5\n")
    #expect(document.shown == "{a: {z: int 4}, b: int 5}")
    let noted = document.tree.duplicateKeys.map {
      "\(document.place($0.first)) \(document.place($0.second))"
    }
    #expect(noted == ["1:1-1:2 3:1-3:2", "2:1-2:2 4:1-4:4"])
  }

  @Test func keysOfSetsAreToldApartAsWell() throws {
    let document = try Document("a: !!set {x, y, x}\n")
    let noted = document.tree.duplicateKeys.map {
      "\(document.place($0.first)) \(document.place($0.second))"
    }
    #expect(noted == ["1:11-1:12 1:17-1:18"])
  }

  @Test func manyKeysAreToldApart() throws {
    let lines = (0..<500).map { "key\($0 % 400): \($0)" }
    let document = try Document(lines.joined(separator: "\n"))
    #expect(document.tree.entries(of: document.root).count == 400)
    #expect(document.show(try document.node("key99")) == "int 499")
    #expect(document.tree.duplicateKeys.count == 100)
  }

  @Test func mergedKeysGiveWayToOwnOnesWhereverTheyStand() throws {
    let base = "x: &x {a: 1, b: 2}\n"
    #expect(try Document(base + "y: {<<: *x, b: 3}\n").shown.hasSuffix("y: {a: int 1, b: int 3}}"))
    let behind = try Document(base + "y: {b: 3, <<: *x}\n")
    #expect(behind.show(try behind.node("y", "a")) == "int 1")
    #expect(behind.show(try behind.node("y", "b")) == "int 3")
  }

  @Test func inAListOfMergesTheEarlierWinsAndOfTwoMergesTheLater() throws {
    let base = "x: &x {a: 1, l: [1]}\ny: &y {a: 2, l: [2], b: 3}\n"
    let list = try Document(base + "z: {<<: [*x, *y]}\n")
    #expect(list.show(try list.node("z", "a")) == "int 1")
    #expect(list.show(try list.node("z", "l")) == "[int 1]")
    #expect(list.show(try list.node("z", "b")) == "int 3")
    let two = try Document(base + "z: {<<: *x, <<: *y}\n")
    #expect(two.show(try two.node("z", "a")) == "int 2")
    #expect(two.tree.duplicateKeys.isEmpty)
  }

  @Test func mergesNest() throws {
    let document = try Document("x: &x {a: 1}\ny: &y {<<: *x, b: 2}\nz: {<<: {<<: *y, c: 3}}\n")
    #expect(document.show(try document.node("z")) == "{a: int 1, b: int 2, c: int 3}")
  }

  @Test(arguments: ["text", "[1, 2]", "12", "~"])
  func whatIsNoMappingIsNotMerged(_ value: String) throws {
    #expect(try Document("a: 1\n<<: \(value)\n").shown == "{a: int 1}")
  }

  @Test func onlyAPlainArrowMerges() throws {
    #expect(try Document("'<<': {a: 1}\n").shown == "{<<: {a: int 1}}")
    #expect(try Document("!!str <<: {a: 1}\n").shown == "{<<: {a: int 1}}")
  }

  @Test func anAliasMeansTheLatestAnchorBeforeIt() throws {
    let document = try Document("a: &x 1\nb: *x\nc: &x two\nd: *x\n")
    #expect(document.shown == "{a: int 1, b: int 1, c: two, d: two}")
  }

  @Test func insideItsOwnNodeAnAnchorIsNotYetThere() throws {
    #expect(
      failure { () throws(Diagnostic) in try Document("a: &x [*x]\n") }
        == "1:8: unquoted '*x' is a YAML alias, but there is no anchor '&x' before it")
    #expect(try Document("o: &x 1\na: &x [*x]\n").shown == "{o: int 1, a: [int 1]}")
  }

  @Test func aliasesAsKeys() throws {
    #expect(try Document("a: &k name\n*k : 1\n").shown == "{a: name, name: int 1}")
    let document = try Document("a: &k name\n*k : 1\n")
    let key = try #require(document.tree.entry(of: document.root, named: "name")).key
    #expect(document.tree.keyID(of: key) == KeyID(number: 1))
  }

  @Test func changingAnAliasedTextLeavesItsAnchorAsItIs() throws {
    var document = try Document("a: &x one\nb: *x\n")
    document.tree.setText(
      of: try document.node("b"), to: Array("two".utf8), in: Document.knownKeys)
    #expect(document.shown == "{a: one, b: two}")
  }

  @Test func aTreeIsEmptiedForTheNextFile() throws {
    var tree = Tree()
    var parser = Parser(knownKeys: Document.knownKeys, rule: "test")
    _ = try parser.parse(
      Array("a: &x 1\nb: {<<: {c: 2}}\nb: 3".utf8), into: &tree, file: .init(index: 0))
    tree.removeAll()
    #expect(tree.nodeCount == 0)
    #expect(throws: Diagnostic.self) {
      try parser.parse(Array("b: *x".utf8), into: &tree, file: .init(index: 0))
    }
  }

  @Test(arguments: ["", "# \u{e4}\n"])
  func textsAreTheirsWhereverTheyStandInTheFile(_ start: String) throws {
    let document = try Document(
      start
        + """
        plain: a b # comment
        &key anchored: &value  some text
        tagged: !!str 12
        folded: one
          two
        single: 'it''s'
        double: "a\\tb"
        block: |
          a
           b
        flow: [x,y , {"k":v}, ]
        empty:
        again: *value

        """.replacing("\n", with: start.isEmpty ? "\r\n" : "\n"))
    #expect(
      document.shown == """
        {plain: a b, anchored: some text, tagged: 12, folded: one two, single: it's, \
        double: a\tb, block: a\n b\n, flow: [x, y, {k: v}], empty: , again: some text}
        """)
  }

  @Test func knownKeysAreFoundInAllKindsOfMappings() throws {
    let keys = (1...3).map { KeyID(number: UInt16($0)) }
    var document = try Document(
      """
      base: &base {name: 1, x: 2}
      written: {a: 1, targets: [], name: *base}
      merged: {<<: *base, targets: 3, name: 4, name: 5}
      """)
    let found = { [tree = document.tree] (id: NodeID) in
      keys.map { key in tree.value(of: id, for: key).map { tree.isScalar($0) } }
    }
    #expect(found(try document.node("base")) == [true, nil, nil])
    #expect(found(try document.node("written")) == [false, false, nil])
    let merged = try document.node("merged")
    #expect(found(merged) == [true, true, nil])
    let name = try #require(document.tree.value(of: merged, for: keys[0]))
    #expect(document.tree.string(name) == "5")
    #expect(found(name) == [nil, nil, nil])
    let key = document.tree.entries(of: merged)[0].key
    let text = document.tree.addText([], like: merged)
    #expect(document.tree.isKey(key))
    #expect(!document.tree.isKey(merged))
    #expect(!document.tree.isKey(text))
  }

  @Test func changedKeysAreUnited() throws {
    var document = try Document("a: 1\nb: {a: 2, c: 3}\n")
    let key = try #require(document.tree.entry(of: document.root, named: "b")).key
    document.tree.setText(of: key, to: Array("a".utf8), in: Document.knownKeys)
    document.tree.uniteKeys()
    #expect(document.shown == "{a: {a: int 2, c: int 3}}")
    #expect(document.tree.duplicateKeys.count == 1)
  }
}
