@testable import Binaries
import Diagnostics
import Files
import Graph
import Testing

@Suite struct FrameworksTests {
  @Test func findsTheBinaryOfAFramework() {
    for path in ["X", "Versions/Current/X", "Versions/A/X"] {
      #expect(
        facts(["V/X.framework/\(path)": Sample.library], at: "V/X.framework")
          == [LinkageFact(.dynamic, .bytes(path: "V/X.framework/\(path)"))])
    }
    #expect(
      facts(["X.framework/X.tbd": Array("--- !tapi-tbd\n".utf8)], at: "X.framework")
        == [LinkageFact(.dynamic, .bytes(path: "X.framework/X.tbd"))])
  }

  @Test func listsOfALimitedSize() {
    func linkage(_ count: Int) -> [Linkage] {
      let list = Sample.infoPlist([["LibraryPath": "libX.a"]])
      let padding = Array(repeating: UInt8(ascii: " "), count: count - list.count)
      return facts(["X.xcframework/Info.plist": list + padding], at: "X.xcframework")
        .map(\.linkage)
    }
    #expect(linkage(Limits.propertyListSize) == [.static])
    #expect(linkage(Limits.propertyListSize + 1) == [.unknown])
  }

  @Test func frameworksThatDoNotTell() {
    let path = "X.framework"
    func obstacle(_ files: [String: [UInt8]]) -> LinkageFact.Obstacle? {
      guard case .nothing(_, let obstacle) = facts(files, at: path)[0].source else { return nil }
      return obstacle
    }
    #expect(obstacle([:]) == .missing)
    #expect(obstacle(["X.framework/Headers/X.h": []]) == .withoutBinary)
    #expect(obstacle(["X.framework/X/file": Sample.library]) == .withoutBinary)
    #expect(obstacle(["X.framework": Array("PK".utf8)]) == .unrecognised)
  }

  @Test func aPathMayLeadOutsideWhereItSaysSo() {
    #expect(facts(["../V/libx.a": Sample.archive()], at: "../V/libx.a").map(\.linkage) == [.static])
    #expect(
      facts(["../V/libx.a": Sample.archive()], at: "V/../../V/libx.a")
        == [.unknown("V/../../V/libx.a", .outside)])
  }

  @Test func eachPlatformHasItsLibrary() {
    let files: [String: [UInt8]] = [
      "X.xcframework/Info.plist": Sample.infoPlist([
        ["LibraryIdentifier": "ios", "LibraryPath": "X.framework", "SupportedPlatform": "ios"],
        [
          "LibraryIdentifier": "sim", "LibraryPath": "X.framework", "SupportedPlatform": "ios",
          "SupportedPlatformVariant": "simulator",
        ],
        ["LibraryIdentifier": "macos", "LibraryPath": "libX.dylib", "SupportedPlatform": "macos"],
        ["LibraryIdentifier": "xros", "LibraryPath": "libX.a", "SupportedPlatform": "xros"],
      ]),
      "X.xcframework/ios/X.framework/X": Sample.archive(),
      "X.xcframework/macos/libX.dylib": Sample.library,
    ]
    #expect(
      facts(files, at: "X.xcframework") == [
        LinkageFact(
          .static, .bytes(path: "X.xcframework/ios/X.framework/X"), on: [.iOS, .macCatalyst]),
        LinkageFact(
          .unknown, .nothing(path: "X.xcframework", .otherPlatforms), on: [.tvOS, .watchOS]),
        LinkageFact(.dynamic, .bytes(path: "X.xcframework/macos/libX.dylib"), on: [.macOS]),
        LinkageFact(.static, .propertyList(path: "X.xcframework/Info.plist"), on: [.visionOS]),
      ])
  }

  @Test func simulatorAndDeviceMustAgree() {
    var files: [String: [UInt8]] = [
      "X.xcframework/Info.plist": Sample.infoPlist([
        ["LibraryIdentifier": "ios", "LibraryPath": "libX.a", "SupportedPlatform": "ios"],
        ["LibraryIdentifier": "sim", "LibraryPath": "libX.dylib", "SupportedPlatform": "ios"],
        [
          "LibraryIdentifier": "cat", "LibraryPath": "libX.dylib", "SupportedPlatform": "ios",
          "SupportedPlatformVariant": "maccatalyst",
        ],
      ])
    ]
    func linkages() -> [Linkage] {
      facts(files, at: "X.xcframework").filter {
        !$0.platforms.isDisjoint(with: [.iOS, .macCatalyst])
      }.map(\.linkage)
    }
    #expect(linkages() == [.unknown, .dynamic])
    // The bytes beat the name.
    files["X.xcframework/sim/libX.dylib"] = Sample.archive()
    #expect(linkages() == [.static, .dynamic])
  }

  @Test func aLibraryWithoutAPlatformIsForAll() {
    let list = Sample.infoPlist([["LibraryPath": "libX.a"]])
    #expect(
      facts(["X.xcframework/Info.plist": list], at: "X.xcframework")
        == [LinkageFact(.static, .propertyList(path: "X.xcframework/Info.plist"))])
  }

  @Test func propertyListsThatDoNotTell() {
    func obstacle(_ list: [UInt8]?) -> LinkageFact.Obstacle? {
      let files = ["X.xcframework/a": []].merging(
        list.map { ["X.xcframework/Info.plist": $0] } ?? [:]
      ) { $1 }
      let found = facts(files, at: "X.xcframework")
      #expect(found.map(\.platforms) == [.all] && found.map(\.linkage) == [.unknown])
      guard case .nothing(_, let obstacle) = found[0].source else { return nil }
      return obstacle
    }
    #expect(obstacle(nil) == .missing)
    #expect(obstacle([]) == .empty)
    #expect(obstacle(Array("version https://git-lfs.github.com".utf8)) == .pointer)
    #expect(obstacle(Array("{}".utf8)) == .badPropertyList)
    #expect(obstacle(Array("<plist><dict/></plist>".utf8)) == .badPropertyList)
    #expect(obstacle(Sample.infoPlist([])) == .otherPlatforms)
    #expect(obstacle(Sample.infoPlist([["SupportedPlatform": "ios"]])) == .otherPlatforms)
    for path in ["../libX.a", "/libX.a", "a/../../libX.a", "", ".", "a//libX.a"] {
      let entry = ["LibraryPath": path, "SupportedPlatform": "ios"]
      #expect(obstacle(Sample.infoPlist([entry])) == .otherPlatforms, "\(path)")
    }
    let outside = ["LibraryIdentifier": "..", "LibraryPath": "libX.a"]
    #expect(obstacle(Sample.infoPlist([outside])) == .otherPlatforms)
    #expect(
      obstacle([UInt8](repeating: 32, count: 1 << 21))
        == .unreadable("is larger than 1048576 bytes"))
  }
}
