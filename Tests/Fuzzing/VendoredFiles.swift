import Binaries
import Files
import Graph
import TestSupport

/// The bytes as a library, as the binary of a framework and as a part of an XCFramework.
func readBinary(_ bytes: [UInt8]) {
  let reader = BinaryReader(
    MemoryTree([
      "lib.a": bytes, "Kit.framework/Kit": bytes,
      "Kit.xcframework/Info.plist": Array(availableLibraries.utf8),
      "Kit.xcframework/ios-arm64/libKit.a": bytes,
    ]))
  let alone = reader.facts(at: "lib.a")
  let framework = reader.facts(at: "Kit.framework")
  require(alone.map(\.linkage) == framework.map(\.linkage), "a bundle changes a binary")
  requireDisjoint(alone)
  requireDisjoint(reader.facts(at: "Kit.xcframework"))
}

/// The bytes as the property list of an XCFramework.
func readPropertyList(_ bytes: [UInt8]) {
  let archive = Array("!<arch>\n".utf8)
  let reader = BinaryReader(
    MemoryTree([
      "Kit.xcframework/Info.plist": bytes, "Kit.xcframework/ios-arm64/libKit.a": archive,
    ]))
  requireDisjoint(reader.facts(at: "Kit.xcframework"))
}

/// Facts are about sets of platforms that have none in common, and all together.
private func requireDisjoint(_ facts: [LinkageFact]) {
  var seen: PlatformSet = []
  for fact in facts {
    require(seen.isDisjoint(with: fact.platforms), "two facts about one platform")
    seen.formUnion(fact.platforms)
  }
  require(seen == .all, "no fact about some platform")
}

private let availableLibraries = """
  <?xml version="1.0" encoding="UTF-8"?>
  <plist version="1.0"><dict><key>AvailableLibraries</key><array><dict>
  <key>LibraryIdentifier</key><string>ios-arm64</string>
  <key>LibraryPath</key><string>libKit.a</string>
  <key>SupportedPlatform</key><string>ios</string>
  </dict></array></dict></plist>
  """
