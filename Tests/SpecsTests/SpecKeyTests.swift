import Graph
import Projects
@testable import SpecReading
import Testing
@testable import YAML

@Suite struct SpecKeyTests {
  @Test func spellingsAreTheNamesOfTheCases() {
    let others: [SpecKey: String] = [
      .machOType: "MACH_O_TYPE", .conditionalMachOType: "MACH_O_TYPE[",
      .productNameSetting: "PRODUCT_NAME", .testHost: "TEST_HOST",
      .otherLinkerFlags: "OTHER_LDFLAGS", .conditionalLinkerFlags: "OTHER_LDFLAGS[",
      .disableDiamondDiagnostic: "DISABLE_DIAMOND_PROBLEM_DIAGNOSTIC",
      .mergedBinaryType: "MERGED_BINARY_TYPE",
      .productModuleName: "PRODUCT_MODULE_NAME", .conditionalModuleName: "PRODUCT_MODULE_NAME[",
      .conditionalProductName: "PRODUCT_NAME[", .bridgingHeader: "SWIFT_OBJC_BRIDGING_HEADER",
      .prefixHeader: "GCC_PREFIX_HEADER", .moduleMapFile: "MODULEMAP_FILE",
      .infoPlistFile: "INFOPLIST_FILE", .privateModuleMapFile: "MODULEMAP_PRIVATE_FILE",
      .supportsMacCatalyst: "SUPPORTS_MACCATALYST",
      .iOSMinimum: "IPHONEOS_DEPLOYMENT_TARGET", .tvOSMinimum: "TVOS_DEPLOYMENT_TARGET",
      .macOSMinimum: "MACOSX_DEPLOYMENT_TARGET", .watchOSMinimum: "WATCHOS_DEPLOYMENT_TARGET",
      .visionOSMinimum: "XROS_DEPLOYMENT_TARGET",
      .conditionalIOSMinimum: "IPHONEOS_DEPLOYMENT_TARGET[",
      .conditionalTVOSMinimum: "TVOS_DEPLOYMENT_TARGET[",
      .conditionalMacOSMinimum: "MACOSX_DEPLOYMENT_TARGET[",
      .conditionalWatchOSMinimum: "WATCHOS_DEPLOYMENT_TARGET[",
      .conditionalVisionOSMinimum: "XROS_DEPLOYMENT_TARGET[",
      .bundleIdentifier: "PRODUCT_BUNDLE_IDENTIFIER",
      .conditionalBundleIdentifier: "PRODUCT_BUNDLE_IDENTIFIER[",
    ]
    for key in SpecKey.allCases { #expect(key.spelling == others[key] ?? key.stringValue) }
  }

  @Test func spellingsAreUnique() {
    #expect(Set(SpecKey.allCases.map(\.spelling)).count == SpecKey.allCases.count)
  }

  @Test func theyAreKnownByNumber() {
    for key in SpecKey.allCases {
      let bytes = Array(key.spelling.utf8)
      let known = KeyTable.shared.knownKeys.id(of: bytes.span, Fingerprint(bytes.span))
      #expect(known == key.id)
    }
  }

  @Test func sectionsAreInTheOrderOfTheirNumbers() {
    #expect(projectSections.map(\.section) == SpecSection.allCases)
  }

  @Test(arguments: SpecSection.allCases) func eachSectionHasItsKeysOnce(_ section: SpecSection) {
    let names = section.keyNames
    #expect(!names.isEmpty && Set(names).count == names.count)
  }

  @Test(arguments: SpecSection.allCases) func keysAreFoundBySection(_ section: SpecSection) {
    let names = section.keyNames
    for key in KeyTable.shared.keys {
      let bytes = Array(key.name.utf8)
      let id = KeyTable.shared.knownKeys.id(of: bytes.span, Fingerprint(bytes.span))
      let index = KeyTable.shared.index(of: id, in: section)
      #expect(
        index.map { KeyTable.shared.keys[$0].name } == (names.contains(key.name) ? key.name : nil))
    }
    #expect(KeyTable.shared.index(of: .none, in: section) == nil)
  }

  @Test func wordsAreThoseOfTheDecoders() {
    #expect(KeyShape.Words.platforms.words == Platform.allCases.map(\.rawValue))
    #expect(KeyShape.Words.destinations.words == PlatformSet.destinationNames)
  }
}
