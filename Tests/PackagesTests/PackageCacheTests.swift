import Files
import TestSupport
import Testing

@testable import Packages

@Suite struct PackageCacheTests {
  /// Whether a cache that the environment names is the one in `folder`.
  private func isCache(of environment: [String: String], in folder: String) throws -> Bool {
    let cache = try #require(PackageCache(environment: { environment[$0] }))
    let key = Array("key of \(environment)".utf8)
    cache.store([1, 2], for: key)
    #expect(cache.answer(to: key) == [1, 2])
    #expect(cache.answer(to: key + [0]) == nil)
    return PackageCache(folder: folder).answer(to: key) == [1, 2]
  }

  @Test func liesInTheUsersFolderForCaches() throws {
    let folder = try TemporaryFolder()
    #if canImport(Darwin)
    let home = folder.full("Library/Caches/modlint/packages")
    #else
    let home = folder.full(".cache/modlint/packages")
    #endif
    #expect(try isCache(of: ["HOME": folder.path], in: home))
    #expect(try isCache(of: ["HOME": folder.path, "XDG_CACHE_HOME": "relative"], in: home))
    let own = ["HOME": folder.path, "XDG_CACHE_HOME": folder.full("own")]
    #expect(try isCache(of: own, in: folder.full("own/modlint/packages")))
  }

  @Test(arguments: [[:], ["HOME": ""], ["HOME": "relative", "XDG_CACHE_HOME": "relative"]])
  func isNoneWithoutAFolder(_ environment: [String: String]) {
    #expect(PackageCache(environment: { environment[$0] }) == nil)
  }

  @Test func believesNoChangedAnswer() throws {
    let folder = try TemporaryFolder()
    let cache = PackageCache(folder: folder.full("cache"))
    cache.store(Array("answer".utf8), for: [2])
    let name = try #require(try folder.tree.entries(of: "cache").first?.name)
    let text = try folder.tree.bytes(of: "cache/\(name)", at: 0, count: 1000)
    for place in text.indices {
      var other = text
      other[place] ^= 1
      try folder.write(String(decoding: other, as: UTF8.self), to: "cache/\(name)")
      #expect(cache.answer(to: [2]) == nil)
    }
    cache.store([1], for: [2])
    #expect(cache.answer(to: [2]) == [1])
  }

  @Test func followsNoLinks() throws {
    let folder = try TemporaryFolder(["file": "old"])
    let cache = PackageCache(folder: folder.full("modlint/packages"))
    cache.store([1], for: [2])
    let name = try #require(try folder.tree.entries(of: "modlint/packages").first?.name)
    let entry = "modlint/packages/\(name)"
    let text = try folder.tree.bytes(of: entry, at: 0, count: 1000)
    try folder.write(String(decoding: text, as: UTF8.self), to: "copy")
    try folder.remove(entry)
    try folder.link(entry, to: "../../copy")
    #expect(cache.answer(to: [2]) == nil)
    try folder.remove(entry)
    try folder.link(entry, to: "../../file")
    cache.store([1], for: [2])
    #expect(cache.answer(to: [2]) == [1])
    #expect(try folder.tree.bytes(of: "file", at: 0, count: 9) == Array("old".utf8))
    for linked in ["modlint/packages", "modlint"] {
      try folder.remove(linked)
      try makeFolders(folder.full("elsewhere/packages"))
      try folder.link(linked, to: folder.full("elsewhere"))
      cache.store([3], for: [4])
      #expect(cache.answer(to: [4]) == nil)
    }
    #expect(try folder.tree.entries(of: "elsewhere/packages").isEmpty)
  }

  @Test func mayBeReadOnlyOrBroken() throws {
    let folder = try TemporaryFolder(["file": ""])
    let cache = PackageCache(folder: folder.full("file/below"))
    cache.store([1], for: [2])
    #expect(cache.answer(to: [2]) == nil)
  }
}
