public import YAML

/// The keys that this module reads, by number; the table of keys also contains those that it only
/// checks.
///
/// Comparing numbers is faster than comparing texts in every mapping of every file. The case of a
/// key is its spelling, through `CodingKey`.
public enum SpecKey: Int, CaseIterable, CodingKey {
  case name = 1, include, path, relativePaths, enable, options, configs, configFiles, settings
  case settingGroups, settingPresets, targets, targetTemplates, aggregateTargets, packages
  case localPackages, projectReferences, schemes, carthageBuildPath, findCarthageFrameworks
  case transitivelyLinkDependencies, defaultConfig, type, platform, platformSuffix, platformPrefix
  case supportedDestinations, productName, deploymentTarget, templates, templateAttributes
  case dependencies, buildToolPlugins, legacy, directlyEmbedCarthageDependencies
  case isMultiPlatformTarget, sources, info, entitlements, preBuildScripts, prebuildScripts
  case postCompileScripts, postBuildScripts, postbuildScripts, buildScripts, scheme, target
  case framework, carthage, sdk, package, bundle, link, embed, codeSign, weak, implicit
  case removeHeaders, platformFilter, destinationFilters, platforms, copy, destination, subpath
  case findFrameworks, linkType, root, product, products, toolPath, plugin, url, github
  case exactVersion, version, revision, branch, minVersion, maxVersion, minorVersion, majorVersion
  case from, base, groups, presets, fileTypes, preGenCommand, defaultSourceDirectoryType, buildRules
  case group, properties, excludes, includes, optional, buildPhase, script, outputFiles
  case outputFileLists, fileType, build, test, preActions, environmentVariables, coverageTargets
  case testPlans, testTargets, configVariants, local, project, location, skipped, shared, variable
  case value, defaultPlan, copyFiles, iOS, macOS, watchOS, schemeTemplates, file, bundleIdPrefix
  case inputFiles, inputFileLists

  // Build settings, in the order of `settingNames`.
  case machOType, otherLinkerFlags, productModuleName, productNameSetting, iOSMinimum, tvOSMinimum
  case macOSMinimum, watchOSMinimum, visionOSMinimum, bundleIdentifier, testHost
  case disableDiamondDiagnostic, bridgingHeader, prefixHeader, moduleMapFile, infoPlistFile
  case privateModuleMapFile, supportsMacCatalyst, mergedBinaryType

  // The conditional form of the first of them, such as `MACH_O_TYPE[sdk=iphoneos*]`.
  case conditionalMachOType, conditionalLinkerFlags, conditionalModuleName, conditionalProductName
  case conditionalIOSMinimum, conditionalTVOSMinimum, conditionalMacOSMinimum
  case conditionalWatchOSMinimum, conditionalVisionOSMinimum, conditionalBundleIdentifier

  private static let settingNames = [
    "MACH_O_TYPE", "OTHER_LDFLAGS", "PRODUCT_MODULE_NAME", "PRODUCT_NAME",
    "IPHONEOS_DEPLOYMENT_TARGET", "TVOS_DEPLOYMENT_TARGET", "MACOSX_DEPLOYMENT_TARGET",
    "WATCHOS_DEPLOYMENT_TARGET", "XROS_DEPLOYMENT_TARGET", "PRODUCT_BUNDLE_IDENTIFIER", "TEST_HOST",
    "DISABLE_DIAMOND_PROBLEM_DIAGNOSTIC", "SWIFT_OBJC_BRIDGING_HEADER", "GCC_PREFIX_HEADER",
    "MODULEMAP_FILE", "INFOPLIST_FILE", "MODULEMAP_PRIVATE_FILE", "SUPPORTS_MACCATALYST",
    "MERGED_BINARY_TYPE",
  ]

  /// The spelling of the key in a file.
  public var spelling: String {
    let number = rawValue - SpecKey.machOType.rawValue
    if number < 0 { return stringValue }
    let names = Self.settingNames
    return number < names.count ? names[number] : names[number - names.count] + "["
  }

  public var id: KeyID { KeyID(number: UInt16(rawValue)) }
}
