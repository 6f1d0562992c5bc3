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

  @Test func mayBeReadOnlyOrBroken() throws {
    let folder = try TemporaryFolder(["file": ""])
    let cache = PackageCache(folder: folder.full("file/below"))
    cache.store([1], for: [2])
    #expect(cache.answer(to: [2]) == nil)
  }
}
