import Testing
import YAML

@testable import Specs

@Suite struct SpecPathTests {
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
    ("sub", "../", "/"), (".", "../", "..//"),
  ]

  @Test(arguments: joined)
  func joins(_ base: String, _ path: String, _ result: String) {
    #expect(SpecPath.join(base, path) == result)
  }

  @Test(arguments: joined.filter { $0.base == "." || $0.base.isEmpty })
  func whatNeedsNoNormalizingStaysAsItIs(_ base: String, _ path: String, _ result: String) {
    if !needsNormalizing(Array(path.utf8)[...]) { #expect(path == result) }
  }

  @Test(arguments: [
    ("a/b.yml", "a"), ("b.yml", "."), ("a/b/c", "a/b"), (".", ".."), ("..", "../.."), ("/", "/"),
    ("/a", "/"), ("a/", "."), ("../a", ".."), ("a/.b", "a"),
    ("../../a.yml", "../.."), ("../a/b", "../a"), ("é/ü/x", "é/ü"), (".a", "."),
  ])
  func parents(_ path: String, _ parent: String) { #expect(SpecPath.parent(path) == parent) }

  @Test(arguments: [
    ("a/b", "b"), ("a", "a"), ("a/b/", "b"), ("a//", "a"), ("/", "/"), ("a/..", ".."), ("", ""),
  ])
  func lastComponents(_ path: String, _ last: String) {
    #expect(SpecPath.lastComponent(path) == last)
  }

  @Test(arguments: [
    ("a.yml", "a", "yml"), ("a.b.c", "a.b", "c"), ("a", "a", nil), (".json", ".json", nil),
    ("a.", "a.", nil),
  ])
  func extensions(_ name: String, _ stem: String, _ ending: String?) {
    let split = SpecPath.splitExtension(name)
    #expect(split.stem == stem && split.extension == ending)
  }

  @Test func whatLeadsOutside() {
    for path in ["..", "../a", "/a", "/"] { #expect(SpecPath.leadsOutside(path)) }
    for path in ["a", "a/../..", "..a", "", "."] { #expect(!SpecPath.leadsOutside(path)) }
  }
}
