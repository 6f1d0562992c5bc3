internal import YAML

/// The keys that this module reads, by number; the table of keys also contains those that it only
/// checks.
///
/// Comparing numbers is faster than comparing texts in every mapping of every file. The case of a
/// key is its spelling, through `CodingKey`.
enum SpecKey: Int, CaseIterable, CodingKey {
  case name = 1, include, path, relativePaths, enable, options, configs, configFiles, settings
  case settingGroups, settingPresets, targets, targetTemplates, aggregateTargets, packages
  case localPackages, projectReferences, schemes, breakpoints, carthageBuildPath
  case findCarthageFrameworks, transitivelyLinkDependencies, defaultConfig, type, platform
  case platformSuffix, platformPrefix, supportedDestinations, productName, deploymentTarget
  case templates, templateAttributes, dependencies, buildToolPlugins, legacy
  case directlyEmbedCarthageDependencies, isMultiPlatformTarget, sources, info, entitlements
  case preBuildScripts, prebuildScripts, postCompileScripts, postBuildScripts, postbuildScripts
  case buildScripts, scheme, target, framework, carthage, sdk, package, bundle, link, embed
  case codeSign, weak, implicit, removeHeaders, platformFilter, destinationFilters, platforms, copy
  case destination, subpath, findFrameworks, linkType, root, product, products, toolPath, plugin
  case url, github, exactVersion, version, revision, branch, minVersion, maxVersion, minorVersion
  case majorVersion, from, base, groups, presets, disabledValidations, fileTypes, preGenCommand
  case defaultSourceDirectoryType, buildRules, group, properties, excludes, includes, optional
  case buildPhase, script, outputFiles, outputFileLists, filePattern, fileType, compilerSpec, build
  case run, test, profile, analyze, archive, preActions, postActions, config, environmentVariables
  case enableGPUFrameCaptureMode, coverageTargets, testPlans, testTargets, configVariants, local
  case project, location, skipped, shared, variable, value, defaultPlan, line, actions, copyFiles
  case iOS, macOS, watchOS, schemeTemplates, file, minimumXcodeGenVersion, scope, stopOnStyle
  case conveyanceType, sound, bundleIdPrefix, inputFiles, inputFileLists

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
  var spelling: String {
    let number = rawValue - SpecKey.machOType.rawValue
    if number < 0 { return stringValue }
    let names = Self.settingNames
    return number < names.count ? names[number] : names[number - names.count] + "["
  }

  var id: KeyID { KeyID(number: UInt16(rawValue)) }
}
