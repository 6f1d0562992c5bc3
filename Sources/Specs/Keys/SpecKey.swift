internal import YAML

/// The keys that this module reads, by number; the table of keys knows those that it only checks as well.
///
/// Comparing numbers is all that telling keys apart costs, in every mapping of every file.
enum SpecKey: UInt16, CaseIterable {
  case name = 1, include, path, relativePaths, enable, options, configs, configFiles, settings
  case settingGroups, settingPresets, targets, targetTemplates, aggregateTargets, packages
  case localPackages, projectReferences, schemes, breakpoints, carthageBuildPath
  case findCarthageFrameworks, transitivelyLinkDependencies, defaultConfig, type, platform
  case platformSuffix, platformPrefix, supportedDestinations, productName, deploymentTarget
  case templates, templateAttributes, dependencies, buildToolPlugins, legacy
  case directlyEmbedCarthageDependencies, isMultiPlatformTarget, sources, info, entitlements
  case preBuildScripts, prebuildScripts, postCompileScripts, postBuildScripts, postbuildScripts
  case buildScripts, scheme, target, framework, carthage, sdk, package, bundle, link, embed
  case codeSign, weak, implicit, removeHeaders, platformFilter, destinationFilters, platforms
  case copy, destination, subpath, findFrameworks, linkType, root, product, products, toolPath
  case plugin, url, github, exactVersion, version, revision, branch, minVersion, maxVersion
  case minorVersion, majorVersion, from, base, groups, presets, machOType, productNameSetting
  case testHost, conditionalMachOType, otherLinkerFlags, conditionalLinkerFlags
  case disableDiamondDiagnostic, disabledValidations, fileTypes, preGenCommand
  case defaultSourceDirectoryType, buildRules, group, properties, excludes, includes, optional
  case buildPhase, script, outputFiles, outputFileLists, filePattern, fileType, compilerSpec
  case build, run, test, profile, analyze, archive, preActions, postActions, config
  case environmentVariables, enableGPUFrameCaptureMode, coverageTargets, testPlans, testTargets
  case configVariants, local, project, location, skipped, shared, variable, value, defaultPlan
  case line, actions, copyFiles, iOS, macOS, watchOS, productModuleName, conditionalModuleName
  case conditionalProductName, bridgingHeader, prefixHeader, moduleMapFile, infoPlistFile
  case privateModuleMapFile, supportsMacCatalyst, schemeTemplates, file
  case minimumXcodeGenVersion, scope, stopOnStyle, conveyanceType, sound, headerSearchPaths
  case userHeaderSearchPaths, iOSMinimum, tvOSMinimum, macOSMinimum, watchOSMinimum, visionOSMinimum
  case conditionalIOSMinimum, conditionalTVOSMinimum, conditionalMacOSMinimum
  case conditionalWatchOSMinimum, conditionalVisionOSMinimum
  case bundleIdPrefix, bundleIdentifier, conditionalBundleIdentifier, mergedBinaryType

  /// As it is spelled in a file.
  var spelling: String { Self.spellings[Int(rawValue) - 1] }

  var id: KeyID { KeyID(number: rawValue) }

  /// In the order of the cases; written out, since names of cases cost time at every start.
  static let spellings = [
    "name", "include", "path", "relativePaths", "enable", "options", "configs", "configFiles",
    "settings", "settingGroups", "settingPresets", "targets", "targetTemplates",
    "aggregateTargets", "packages", "localPackages", "projectReferences", "schemes", "breakpoints",
    "carthageBuildPath", "findCarthageFrameworks", "transitivelyLinkDependencies", "defaultConfig",
    "type", "platform", "platformSuffix", "platformPrefix", "supportedDestinations", "productName",
    "deploymentTarget", "templates", "templateAttributes", "dependencies", "buildToolPlugins",
    "legacy", "directlyEmbedCarthageDependencies", "isMultiPlatformTarget", "sources", "info",
    "entitlements", "preBuildScripts", "prebuildScripts", "postCompileScripts", "postBuildScripts",
    "postbuildScripts", "buildScripts", "scheme", "target", "framework", "carthage", "sdk",
    "package", "bundle", "link", "embed", "codeSign", "weak", "implicit", "removeHeaders",
    "platformFilter", "destinationFilters", "platforms", "copy", "destination", "subpath",
    "findFrameworks", "linkType", "root", "product", "products", "toolPath", "plugin", "url",
    "github", "exactVersion", "version", "revision", "branch", "minVersion", "maxVersion",
    "minorVersion", "majorVersion", "from", "base", "groups", "presets", "MACH_O_TYPE",
    "PRODUCT_NAME", "TEST_HOST", "MACH_O_TYPE[", "OTHER_LDFLAGS", "OTHER_LDFLAGS[",
    "DISABLE_DIAMOND_PROBLEM_DIAGNOSTIC", "disabledValidations", "fileTypes", "preGenCommand",
    "defaultSourceDirectoryType", "buildRules", "group", "properties", "excludes", "includes",
    "optional", "buildPhase", "script", "outputFiles", "outputFileLists", "filePattern",
    "fileType", "compilerSpec", "build", "run", "test", "profile", "analyze", "archive",
    "preActions", "postActions", "config", "environmentVariables", "enableGPUFrameCaptureMode",
    "coverageTargets", "testPlans", "testTargets", "configVariants", "local", "project",
    "location", "skipped", "shared", "variable", "value", "defaultPlan", "line", "actions",
    "copyFiles", "iOS", "macOS", "watchOS", "PRODUCT_MODULE_NAME", "PRODUCT_MODULE_NAME[",
    "PRODUCT_NAME[", "SWIFT_OBJC_BRIDGING_HEADER", "GCC_PREFIX_HEADER", "MODULEMAP_FILE",
    "INFOPLIST_FILE", "MODULEMAP_PRIVATE_FILE", "SUPPORTS_MACCATALYST", "schemeTemplates", "file",
    "minimumXcodeGenVersion", "scope", "stopOnStyle", "conveyanceType", "sound",
    "HEADER_SEARCH_PATHS", "USER_HEADER_SEARCH_PATHS", "IPHONEOS_DEPLOYMENT_TARGET",
    "TVOS_DEPLOYMENT_TARGET", "MACOSX_DEPLOYMENT_TARGET", "WATCHOS_DEPLOYMENT_TARGET",
    "XROS_DEPLOYMENT_TARGET", "IPHONEOS_DEPLOYMENT_TARGET[", "TVOS_DEPLOYMENT_TARGET[",
    "MACOSX_DEPLOYMENT_TARGET[", "WATCHOS_DEPLOYMENT_TARGET[", "XROS_DEPLOYMENT_TARGET[",
    "bundleIdPrefix", "PRODUCT_BUNDLE_IDENTIFIER", "PRODUCT_BUNDLE_IDENTIFIER[",
    "MERGED_BINARY_TYPE",
  ]
}
