import Testing

@testable import Specs
@testable import YAML

@Suite struct SpecKeyTests {
  @Test func spellingsAreTheNamesOfTheCases() {
    let others: [SpecKey: String] = [
      .machOType: "MACH_O_TYPE", .conditionalMachOType: "MACH_O_TYPE[",
      .productNameSetting: "PRODUCT_NAME", .testHost: "TEST_HOST",
      .otherLinkerFlags: "OTHER_LDFLAGS", .conditionalLinkerFlags: "OTHER_LDFLAGS[",
      .disableDiamondDiagnostic: "DISABLE_DIAMOND_PROBLEM_DIAGNOSTIC",
      .productModuleName: "PRODUCT_MODULE_NAME", .conditionalModuleName: "PRODUCT_MODULE_NAME[",
      .conditionalProductName: "PRODUCT_NAME[", .bridgingHeader: "SWIFT_OBJC_BRIDGING_HEADER",
      .prefixHeader: "GCC_PREFIX_HEADER", .moduleMapFile: "MODULEMAP_FILE",
      .infoPlistFile: "INFOPLIST_FILE", .privateModuleMapFile: "MODULEMAP_PRIVATE_FILE",
      .supportsMacCatalyst: "SUPPORTS_MACCATALYST",
    ]
    for key in SpecKey.allCases { #expect(key.spelling == others[key] ?? "\(key)") }
  }

  @Test func spellingsAreUnique() {
    #expect(Set(SpecKey.allCases.map(\.spelling)).count == SpecKey.allCases.count)
  }

  @Test func theyAreKnownByNumber() {
    for key in SpecKey.allCases {
      let bytes = Array(key.spelling.utf8)
      let known = SpecKey.knownKeys.id(of: bytes.span, Fingerprint(bytes.span))
      #expect(known == key.id)
    }
  }
}
