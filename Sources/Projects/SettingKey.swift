public import Graph

/// A build setting that modlint reads.
public enum SettingKey: String, CaseIterable, Sendable {
  case bridgingHeader = "SWIFT_OBJC_BRIDGING_HEADER"
  case bundleIdentifier = "PRODUCT_BUNDLE_IDENTIFIER"
  case diamondDiagnostic = "DISABLE_DIAMOND_PROBLEM_DIAGNOSTIC"
  case infoPropertyList = "INFOPLIST_FILE"
  case iOSMinimum = "IPHONEOS_DEPLOYMENT_TARGET"
  case linkerFlags = "OTHER_LDFLAGS"
  case machOType = "MACH_O_TYPE"
  case macOSMinimum = "MACOSX_DEPLOYMENT_TARGET"
  case mergedBinaryType = "MERGED_BINARY_TYPE"
  case moduleMap = "MODULEMAP_FILE"
  case moduleName = "PRODUCT_MODULE_NAME"
  case prefixHeader = "GCC_PREFIX_HEADER"
  case privateModuleMap = "MODULEMAP_PRIVATE_FILE"
  case productName = "PRODUCT_NAME"
  case sdk = "SDKROOT"
  case supportedPlatforms = "SUPPORTED_PLATFORMS"
  case supportsMacCatalyst = "SUPPORTS_MACCATALYST"
  case testHost = "TEST_HOST"
  case tvOSMinimum = "TVOS_DEPLOYMENT_TARGET"
  case visionOSMinimum = "XROS_DEPLOYMENT_TARGET"
  case watchOSMinimum = "WATCHOS_DEPLOYMENT_TARGET"

  public static let all = allCases

  /// The settings that affect linking.
  public static let linking: [SettingKey] = [
    .machOType, .linkerFlags, .diamondDiagnostic, .mergedBinaryType, .productName, .testHost,
  ]

  /// The settings that rules compare between modules, in the order of their facts.
  public static let judged: [(setting: JudgedSetting, key: SettingKey)] = [
    (.iOSMinimum, .iOSMinimum), (.tvOSMinimum, .tvOSMinimum), (.macOSMinimum, .macOSMinimum),
    (.watchOSMinimum, .watchOSMinimum), (.visionOSMinimum, .visionOSMinimum),
    (.bundleIdentifier, .bundleIdentifier),
  ]

  /// Creates the deployment target of one platform; `nil` for `auto`.
  public init?(minimumOf platform: Platform) {
    let setting = JudgedSetting(minimumOf: platform)
    guard let known = Self.judged.first(where: { $0.setting == setting }) else { return nil }
    self = known.key
  }
}
