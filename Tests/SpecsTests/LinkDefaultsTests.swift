import Diagnostics
import Graph
import Projects
@testable import SpecDecoding
import Testing

/// The defaults of XcodeGen, by the types of the two ends.
@Suite struct LinkDefaultsTests {
  private func target(_ type: ProductType, _ kind: Target.Kind = .plain) -> Target {
    let start = Position(line: 1, column: 1)
    let place = SourceRange(file: FileID(index: 0), start: start, end: start)
    let linkage: Linkage =
      switch type {
      case .staticFramework, .staticLibrary: .static
      case .framework, .xcFramework, .dynamicLibrary: .dynamic
      default: .none
      }
    return Target(
      name: "T", location: place, kind: kind, type: type, platform: .macOS,
      platforms: [.macOS], linkage: linkage)
  }

  @Test(arguments: ProductType.allCases)
  func dynamicsAreLinkedByAllButStaticLibraries(_ type: ProductType) {
    let links = LinkDefaults.links(target(type), target(.framework), declared: nil)
    #expect(links == (type != .staticLibrary))
  }

  @Test(arguments: ProductType.allCases)
  func staticsAreLinkedByWhatXcodeGenCallsExecutable(_ type: ProductType) {
    let links = LinkDefaults.links(target(type), target(.staticFramework), declared: nil)
    let isExecutable =
      type.isApp || type.isExtension || type.isSystemExtension || type.isTest || type == .tool
    #expect(links == isExecutable)
  }

  @Test(arguments: [ProductType.xpcService, .bundle, .ocUnitTestBundle, .metalLibrary, .none])
  func someLookExecutableAndAreNot(_ type: ProductType) {
    #expect(!LinkDefaults.links(target(type), target(.staticLibrary), declared: nil))
  }

  @Test func whatIsDeclaredWins() {
    #expect(LinkDefaults.links(target(.staticLibrary), target(.framework), declared: true))
    #expect(LinkDefaults.links(target(.framework), target(.application), declared: true))
    #expect(!LinkDefaults.links(target(.application), target(.framework), declared: false))
    #expect(embeds(target(.framework), target(.staticFramework), declared: true))
    #expect(!embeds(target(.application), target(.framework), declared: false))
  }

  private func embeds(_ dependent: Target, _ dependency: Target, declared: Bool?) -> Bool {
    LinkDefaults.embeds(
      dependent.type, type: dependency.type, linkage: dependency.linkage, declared: declared)
  }

  @Test func legacyTargetsAreNeverLinked() {
    #expect(!LinkDefaults.links(target(.application), target(.framework, .legacy), declared: true))
  }

  @Test(arguments: ProductType.allCases)
  func appsEmbedAllButStatics(_ type: ProductType) {
    let other = target(type)
    #expect(
      embeds(target(.application), other, declared: nil) == (other.linkage != .static))
  }

  @Test(arguments: ProductType.allCases)
  func testBundlesEmbedFrameworksAndBundles(_ type: ProductType) {
    let isEmbedded = embeds(target(.unitTestBundle), target(type), declared: nil)
    #expect(isEmbedded == (type == .framework || type == .bundle))
  }

  @Test func watchAppsLeaveCarthageToTheirExtension() {
    #expect(!LinkDefaults.embedsCarthage(.watch2App, on: .watchOS))
    #expect(LinkDefaults.embedsCarthage(.watch2Extension, on: .watchOS))
    #expect(LinkDefaults.embedsCarthage(.application, on: .iOS))
    #expect(!LinkDefaults.embedsCarthage(.framework, on: .iOS))
  }
}
