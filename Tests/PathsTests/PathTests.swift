import Paths
import Paths
import Testing

@Suite struct PathTests {
  /// What `Path(base) + Path(path)` of PathKit 1.0.1 gives.
  static let joined: [(base: String, path: String, result: String)] = [
    ("", "", "."), (".", "", "."), ("", "a", "a"), (".", "a", "a"), ("a", "", "a"),
    ("a", "b", "a/b"), ("a/b", "c/d", "a/b/c/d"), ("a/", "b", "a/b"), ("a//b", "c", "a/b/c"),
    ("a", "b//c", "a/b/c"), ("./a", "./b/./c", "a/b/c"), (".", "./A.framework", "A.framework"),
    ("sub", "../A", "A"), ("sub", "../../A", "../A"), ("a/b", "../../../c", "../c"),
    ("a/../b", "..", "a/.."), ("..", "../x", "../../x"), (".", "a/../B", "a/../B"),
    (".", "a/b/..", "a/b/.."), ("a", "..b", "a/..b"), ("a", ".b", "a/.b"), ("x", ".", "x"),
    ("sub", "/abs/x/", "/abs/x/"), ("/", "../a", "/a"), ("/a", "../../b", "/b"),
    (".", "//a//b", "//a//b"), ("~", "x", "~/x"), ("a", "~/x", "a/~/x"),
    ("a/b", "../c", "a/c"), ("a/b/c", "../../d/e", "a/d/e"), ("a/b/c", "..", "a/b"),
    ("a/é/c", "../ü/x", "a/é/ü/x"), ("a/...", "../b", "a/b"), ("a/.b", "../.c", "a/.c"),
    ("../a", "b", "../a/b"), ("../a/b", "../c", "../a/c"), (".", "../../a", "../../a"),
    // A slash at the end stays, and becomes two.
    (".", "Sources/", "Sources//"), ("sub", "Sources/", "sub/Sources//"), ("x", "./", "x//"),
    ("sub", "../", "."), (".", "../", "..//"), ("sub", "..//", "."), ("a/b", "../../", "."),
    (".", "./", "."), ("", "./", "."), ("a/b", "../", "a//"), ("a", "../../", "..//"),
  ]

  @Test(arguments: joined)
  func joins(_ base: String, _ path: String, _ result: String) {
    #expect(Path.join(base, path) == result)
  }

  @Test(arguments: [
    ("a/b.yml", "a"), ("b.yml", "."), ("a/b/c", "a/b"), (".", ".."), ("..", "../.."), ("/", "/"),
    ("/a", "/"), ("a/", "."), ("../a", ".."), ("a/.b", "a"),
    ("../../a.yml", "../.."), ("../a/b", "../a"), ("é/ü/x", "é/ü"), (".a", "."),
  ])
  func parents(_ path: String, _ parent: String) { #expect(Path.parent(path) == parent) }

  @Test(arguments: [
    ("a/b", "b"), ("a", "a"), ("a/b/", "b"), ("a//", "a"), ("/", "/"), ("a/..", ".."), ("", ""),
  ])
  func lastComponents(_ path: String, _ last: String) {
    #expect(Path.lastComponent(path) == last)
  }

  @Test(arguments: [
    ("a.yml", "a", "yml"), ("a.b.c", "a.b", "c"), ("a", "a", nil), (".json", ".json", nil),
    ("a.", "a.", nil),
  ])
  func extensions(_ name: String, _ stem: String, _ ending: String?) {
    let split = Path.splitExtension(name)
    #expect(split.stem == stem && split.extension == ending)
  }

  @Test func whatLeadsOutside() {
    for path in ["..", "../a", "/a", "/"] { #expect(Path.leadsOutside(path)) }
    for path in ["a", "a/../..", "..a", "", "."] { #expect(!Path.leadsOutside(path)) }
  }

  @Test(arguments: [
    ("", ""), (".", ""), ("a/./b//c/", "a/b/c"), ("a/../b", "b"), ("../a/..", ".."),
    ("../../a", "../../a"), ("/a/../..", "/"), ("/../a", "/a"),
  ])
  func normalizes(_ path: String, _ result: String) {
    #expect(Path.normalized(path) == result)
  }

  @Test(arguments: [
    ("a/b", "a", "b"), ("a", "a", "."), ("c", "a/b", "../../c"), ("/a/c", "/a/b", "../c"),
    ("a", "", "a"), ("ab", "a", "../ab"),
  ])
  func isSeenFromFolders(_ path: String, _ folder: String, _ result: String) {
    #expect(Path.relative(path, to: folder) == result)
  }

  @Test func liesInFolders() {
    let folders: Set = ["a/b", "c"]
    for path in ["a/b", "a/b/x/y", "c", "c/x"] { #expect(Path.lies(path, inAnyOf: folders)) }
    for path in ["a", "a/bc", "x/c", ""] { #expect(!Path.lies(path, inAnyOf: folders)) }
    #expect(!Path.lies("a", inAnyOf: [""]))
    #expect(Path.lies("", inAnyOf: [""]))
  }

  @Test(arguments: [
    ("a/b/c", "a", "b/c"), ("a", "a", ""), ("ab", "a", nil), ("a", "a/b", nil), ("a/b", "", "a/b"),
    ("", "", ""), ("/a/b", "/a", "b"), ("/a", "/", "a"), ("/", "/", ""), ("/a", "", nil),
    ("b/a", "a", nil),
  ])
  func partsInFolders(_ path: String, _ folder: String, _ part: String?) {
    #expect(Path.part(of: path, in: folder).map { String($0) } == part)
    #expect(Path.lies(path, in: folder) == (part != nil))
  }

  @Test(arguments: [
    ("a/b/c", ["a/b", "a", ""]), ("a", [""]), ("", []), ("/a/b", ["/a", "/"]), ("/", []),
    ("../a", ["..", ""]),
  ])
  func foldersAbove(_ path: String, _ folders: [String]) {
    #expect(Array(Path.folders(above: path)) == folders)
  }

  @Test(arguments: [
    ("", "a", "a"), ("a", "b", "a/b"), ("/", "a", "/a"), ("a", "..", "a/.."), ("a", "", "a/"),
  ])
  func entriesOfFolders(_ folder: String, _ name: String, _ path: String) {
    #expect(Path.join(folder, entry: name) == path)
  }

  @Test(arguments: [("", 0), ("a", 1), ("a/b", 2), ("/a//b/", 2), ("a/", 1), ("/", 0)])
  func takesPathsApart(path: String, count: Int) {
    #expect(Path(path).count == count)
  }

  @Test func equalPathsAreEqual() {
    #expect(Path("a/b/") == Path("/a//b"))
    #expect(Path("a/b").folder == Path("a"))
    #expect(Path("a").folder == Path(""))
    #expect(Path("").folder == Path(""))
    #expect(Path("a/b/c").prefix(2).text == "a/b")
    #expect(Path("a/b/c").contains(Array("b".utf8)))
    #expect(!Path("a/b/c").contains(Array("a/b".utf8)))
  }
}
