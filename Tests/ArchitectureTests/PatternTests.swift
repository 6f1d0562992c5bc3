import Diagnostics
import Testing

@testable import Architecture
import Paths

@Suite struct PatternTests {
  static let place = SourceRange(
    file: FileID(index: 0), start: Position(line: 1, column: 1), end: Position(line: 1, column: 2))

  @Test(arguments: [
    ("domain/**", "domain", true), ("domain/**", "domain/Crew", true),
    ("domain/**", "domain/Crew/Sub", true), ("domain/**", "x/domain", false),
    ("domain/**", "domains", false),
    ("features/domain", "features/domain", true), ("features/domain", "features/domain/X", true),
    ("features/domain", "features", false), ("domain/", "domain/X", true),
    ("./domain/", "domain", true), ("/domain", "domain/X", true),
    ("Apps/*", "Apps/Harbor", true), ("Apps/*", "Apps", false), ("Apps/*", "Apps/A/B", false),
    ("**/Core", "a/b/Core", true), ("**/Core", "Core", true), ("**/Core", "a/Core/b", false),
    ("**/Core/**", "a/Core/b", true), ("a/**/z", "a/z", true), ("a/**/z", "a/b/c/z", true),
    ("a/**/b/**/z", "a/b/x/b/y/z", true), ("a/**/b/**/z", "a/c/z", false),
    ("*/Kit*", "x/KitOld", true), ("/", "", true), ("/", "a", true),
    ("domain", "domain", false),
  ])
  func matchesFolder(pattern: String, folder: String, isMatch: Bool) throws {
    let pattern = try #require(Pattern(pattern, at: Self.place))
    #expect(pattern.matches(folder: Path(folder)) == isMatch)
  }

  @Test(arguments: [
    ("domain/**", "domain", Pattern.Coverage.whole), ("domain/**", "domain/Crew", .whole),
    ("domain/**", "", .parts), ("domain/**", "core", .ends), ("a/*", "a/b", .ends),
    ("a/*", "a", .parts), ("**/Mocks", "a/b", .parts), ("**/Mocks", "a/Mocks", .parts),
    ("**/Mocks/**", "a/Mocks/b", .whole), ("a/**/z", "a/z", .parts), ("a/b", "a/b", .whole),
    ("a/b", "b", .ends), ("**", "", .whole),
  ])
  func coversFolders(pattern: String, folder: String, coverage: Pattern.Coverage) throws {
    let pattern = try #require(Pattern(pattern, at: Self.place))
    #expect(pattern.coverage(of: Path(folder)) == coverage)
  }

  @Test(arguments: [
    ("layers: [app, core]", "core/Net", false), ("layers: [app, core]", "", true),
    ("layers: [{ name: a, modules: ['a/**'] }]", "a/b", false),
    ("layers: [{ name: a, modules: ['a/**'] }]", "", true),
    ("layers: [{ name: a, modules: ['a/**'] }]", "b", false),
    ("layers: [{ name: a, modules: ['a/**'] }, { name: b, modules: ['a/*'] }]", "a/b", true),
    ("layers: [core]\nignore: ['**/Demo']", "core/Net", true),
    ("layers: [{ name: a, modules: ['a/**'], peers: { within: 'a/*' } }]", "a/b", false),
    ("layers: [{ name: a, modules: ['a/**'], peers: { within: 'a/*' } }]", "a", true),
    ("links: [{ id: x, forbid: 'a/b -> c' }]", "a", true),
    ("links: [{ id: x, forbid: 'a/b -> c' }]", "c", false),
  ])
  func asksForFoldersOnlyWherePatternsDiffer(rules: String, folder: String, differ: Bool) throws {
    let configuration = try Configuration(
      rules: Array("version: 1\n\(rules)\n".utf8), file: FileID(index: 0), catalog: RuleCatalog())
    let patterns = try #require(FolderPatterns(of: configuration))
    #expect(patterns.layersDiffer(below: folder) == differ)
  }

  @Test(arguments: [
    ("*Core", "ISSCore", true), ("a/Core", "Core", false), ("a/Core", "a/Core", false),
  ])
  func matchesName(pattern: String, name: String, isMatch: Bool) throws {
    let pattern = try #require(Pattern(pattern, at: Self.place))
    #expect(pattern.matches(name: Array(name.utf8)) == isMatch)
  }

  @Test(arguments: [
    ("package:Kit", "libs/Kit", "Product", true), ("package:kit", "libs/Kit", "Product", true),
    ("package:libs/*", "libs/Kit", "Product", true),
    ("package: Prod*", "libs/Kit", "Product", true),
    ("package:a.example/*", "https://a.example/b", "B", true),
    ("package:https://a.example/*", "https://a.example/b", "B", true),
    ("package:libs", "libs/Kit", "Product", false), ("Kit", "libs/Kit", "Kit", false),
  ])
  func matchesPackage(pattern: String, identity: String, product: String, isMatch: Bool) throws {
    let pattern = try #require(Pattern(pattern, at: Self.place))
    let matches = pattern.package?.matches(identity, product: Array(product.utf8)) ?? false
    #expect(matches == isMatch)
    #expect(!pattern.isFolder)
  }

  @Test func refusesAPackageWithoutName() {
    #expect(Pattern("package:", at: Self.place) == nil)
    #expect(Pattern("package:a[", at: Self.place) == nil)
  }

  @Test(arguments: [
    ("fastlane/**", "fastlane", true), ("fastlane/**", "a/fastlane", false),
    ("fastlane", "a/fastlane", true), ("old*", "a/oldies", true), ("old*", "oldies/a", false),
  ])
  func excludes(pattern: String, folder: String, isMatch: Bool) throws {
    let text = "version: 1\nexclude: ['\(pattern)']\n"
    let configuration = try Configuration(
      rules: Array(text.utf8), file: FileID(index: 0), catalog: RuleCatalog())
    #expect((configuration.exclusion(of: folder) != nil) == isMatch)
  }
}
