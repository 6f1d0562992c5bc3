internal import YAML

/// The keys of a specification that this module asks for, by number.
///
/// Comparing numbers is all that telling keys apart costs, in every mapping of every file.
enum SpecKey: UInt16, CaseIterable {
  case name = 1
  case include, path, relativePaths, enable
  case options, configs, configFiles, settings, settingGroups, settingPresets
  case targets, targetTemplates, aggregateTargets, packages, localPackages, projectReferences
  case schemes, breakpoints
  case carthageBuildPath, findCarthageFrameworks, transitivelyLinkDependencies, defaultConfig
  case type, platform, platformSuffix, platformPrefix, supportedDestinations, productName
  case deploymentTarget, templates, templateAttributes, dependencies, buildToolPlugins, legacy
  case directlyEmbedCarthageDependencies, isMultiPlatformTarget
  case sources, info, entitlements, preBuildScripts, prebuildScripts, postCompileScripts
  case postBuildScripts, postbuildScripts, buildScripts, scheme
  case target, framework, carthage, sdk, package, bundle
  case link, embed, codeSign, weak, implicit, removeHeaders, platformFilter, destinationFilters
  case platforms, copy, destination, subpath, findFrameworks, linkType, root, product, products
  case toolPath, plugin
  case url, github, exactVersion, version, revision, branch, minVersion, maxVersion, minorVersion
  case majorVersion, from
  case base, groups, presets
  case machOType, productNameSetting, testHost
  case conditionalMachOType, otherLinkerFlags, conditionalLinkerFlags, disableDiamondDiagnostic
  // Known to XcodeGen, and of no effect on the graph.
  case attributes, fileGroups, schemeTemplates, minimumXcodeGenVersion, carthageExecutablePath
  case createIntermediateGroups, bundleIdPrefix, disabledValidations, developmentLanguage
  case usesTabs, tabWidth, indentWidth, xcodeVersion, groupSortPosition, groupOrdering
  case generateEmptyDirectories, localPackagesGroup, fileTypes, preGenCommand, postGenCommand
  case useBaseInternationalization, schemePathPrefix, defaultSourceDirectoryType
  case projectFormat, requiresObjCLinking, onlyCopyFilesOnInstall
  case putResourcesBeforeSourcesBuildPhase, buildRules, group, excludeFromProject, traits
  case properties, compilerFlags, excludes, includes, inferDestinationFiltersByPath, optional
  case buildPhase, headerVisibility, resourceTags, explicitFolders, script, inputFiles
  case outputFiles, inputFileLists, outputFileLists, shell, showEnvVars, runOnlyWhenInstalling
  case basedOnDependencyAnalysis, discoveredDependencyFile, filePattern, fileType
  case compilerSpec, outputFilesCompilerFlags, runOncePerArchitecture, arguments, passSettings
  case workingDirectory
  // Of schemes, breakpoints and the options of files.
  case build, run, test, profile, analyze, archive, management, preActions, postActions
  case parallelizeBuild, buildImplicitDependencies, runPostActionsOnFailure, config
  case commandLineArguments, environmentVariables, enableGPUFrameCaptureMode
  case enableGPUValidationMode, enableAddressSanitizer, enableASanStackUseAfterReturn
  case enableThreadSanitizer, enableUBSanitizer, disableMainThreadChecker
  case stopOnEveryMainThreadCheckerIssue, disableThreadPerformanceChecker, language, region
  case debugEnabled, simulateLocation, storeKitConfiguration, executable
  case launchAutomaticallySubstyle, askForAppToLaunch, customLLDBInit, macroExpansion
  case customWorkingDirectory, gatherCoverageData, coverageTargets, testPlans
  case captureScreenshotsAutomatically, deleteScreenshotsWhenEachTestSucceeds
  case preferredScreenCaptureFormat, customArchiveName, revealArchiveInOrganizer, testTargets
  case configVariants, local, project, randomExecutionOrder, parallelizable, location, skipped
  case skippedTests, selectedTests, settingsTarget, allow, defaultLocation, shared, orderHint
  case isShown, variable, value, isEnabled, defaultPlan, enabled, ignoreCount
  case continueAfterRunningActions, line, symbol, module, scope, stopOnStyle, condition, timestamp
  case breakpointStackSelectionBehavior, actions, consoleCommand, message, conveyanceType, command
  case waitUntilDone, sound, soundName, file, copyFiles, pattern, order, iOS, tvOS, macOS, watchOS
  case visionOS, column
  // Settings that say what modules are called, and where headers lie.
  case productModuleName, conditionalModuleName, conditionalProductName
  case bridgingHeader, prefixHeader, moduleMapFile, infoPlistFile
  case privateModuleMapFile, supportsMacCatalyst

  /// As it is spelled in a file.
  var spelling: String { Self.spellings[Int(rawValue) - 1] }

  var id: KeyID { KeyID(number: rawValue) }

  static let knownKeys = KnownKeys(spellings)

  /// In the order of the cases; written out, since names of cases cost time at every start.
  private static let spellings = [
    "name", "include", "path", "relativePaths", "enable", "options", "configs", "configFiles",
    "settings", "settingGroups", "settingPresets", "targets", "targetTemplates",
    "aggregateTargets", "packages", "localPackages", "projectReferences", "schemes",
    "breakpoints", "carthageBuildPath", "findCarthageFrameworks", "transitivelyLinkDependencies",
    "defaultConfig", "type", "platform", "platformSuffix", "platformPrefix",
    "supportedDestinations", "productName", "deploymentTarget", "templates",
    "templateAttributes", "dependencies", "buildToolPlugins", "legacy",
    "directlyEmbedCarthageDependencies", "isMultiPlatformTarget", "sources", "info",
    "entitlements", "preBuildScripts", "prebuildScripts", "postCompileScripts",
    "postBuildScripts", "postbuildScripts", "buildScripts", "scheme", "target", "framework",
    "carthage", "sdk", "package", "bundle", "link", "embed", "codeSign", "weak", "implicit",
    "removeHeaders", "platformFilter", "destinationFilters", "platforms", "copy", "destination",
    "subpath", "findFrameworks", "linkType", "root", "product", "products", "toolPath", "plugin",
    "url", "github", "exactVersion", "version", "revision", "branch", "minVersion", "maxVersion",
    "minorVersion", "majorVersion", "from", "base", "groups", "presets", "MACH_O_TYPE",
    "PRODUCT_NAME", "TEST_HOST", "MACH_O_TYPE[", "OTHER_LDFLAGS", "OTHER_LDFLAGS[",
    "DISABLE_DIAMOND_PROBLEM_DIAGNOSTIC",
    "attributes", "fileGroups", "schemeTemplates", "minimumXcodeGenVersion",
    "carthageExecutablePath", "createIntermediateGroups", "bundleIdPrefix",
    "disabledValidations", "developmentLanguage", "usesTabs", "tabWidth", "indentWidth",
    "xcodeVersion", "groupSortPosition", "groupOrdering", "generateEmptyDirectories",
    "localPackagesGroup", "fileTypes", "preGenCommand", "postGenCommand",
    "useBaseInternationalization", "schemePathPrefix", "defaultSourceDirectoryType",
    "projectFormat", "requiresObjCLinking", "onlyCopyFilesOnInstall",
    "putResourcesBeforeSourcesBuildPhase", "buildRules", "group", "excludeFromProject",
    "traits", "properties", "compilerFlags", "excludes", "includes",
    "inferDestinationFiltersByPath", "optional", "buildPhase", "headerVisibility",
    "resourceTags", "explicitFolders", "script", "inputFiles", "outputFiles", "inputFileLists",
    "outputFileLists", "shell", "showEnvVars", "runOnlyWhenInstalling",
    "basedOnDependencyAnalysis", "discoveredDependencyFile", "filePattern", "fileType",
    "compilerSpec", "outputFilesCompilerFlags", "runOncePerArchitecture", "arguments",
    "passSettings", "workingDirectory",
    "build", "run", "test", "profile", "analyze", "archive", "management", "preActions",
    "postActions", "parallelizeBuild", "buildImplicitDependencies", "runPostActionsOnFailure",
    "config", "commandLineArguments", "environmentVariables", "enableGPUFrameCaptureMode",
    "enableGPUValidationMode", "enableAddressSanitizer", "enableASanStackUseAfterReturn",
    "enableThreadSanitizer", "enableUBSanitizer", "disableMainThreadChecker",
    "stopOnEveryMainThreadCheckerIssue", "disableThreadPerformanceChecker", "language",
    "region", "debugEnabled", "simulateLocation", "storeKitConfiguration", "executable",
    "launchAutomaticallySubstyle", "askForAppToLaunch", "customLLDBInit", "macroExpansion",
    "customWorkingDirectory", "gatherCoverageData", "coverageTargets", "testPlans",
    "captureScreenshotsAutomatically", "deleteScreenshotsWhenEachTestSucceeds",
    "preferredScreenCaptureFormat", "customArchiveName", "revealArchiveInOrganizer",
    "testTargets", "configVariants", "local", "project", "randomExecutionOrder",
    "parallelizable", "location", "skipped", "skippedTests", "selectedTests", "settingsTarget",
    "allow", "defaultLocation", "shared", "orderHint", "isShown", "variable", "value",
    "isEnabled", "defaultPlan", "enabled", "ignoreCount", "continueAfterRunningActions",
    "line", "symbol", "module", "scope", "stopOnStyle", "condition", "timestamp",
    "breakpointStackSelectionBehavior", "actions", "consoleCommand", "message",
    "conveyanceType", "command", "waitUntilDone", "sound", "soundName", "file", "copyFiles",
    "pattern", "order", "iOS", "tvOS", "macOS", "watchOS", "visionOS", "column",
    "PRODUCT_MODULE_NAME", "PRODUCT_MODULE_NAME[", "PRODUCT_NAME[",
    "SWIFT_OBJC_BRIDGING_HEADER", "GCC_PREFIX_HEADER", "MODULEMAP_FILE",
    "INFOPLIST_FILE", "MODULEMAP_PRIVATE_FILE", "SUPPORTS_MACCATALYST",
  ]
}

extension Tree {
  /// The key's number, or `nil` for a key that is none of ours.
  func key(_ id: NodeID) -> SpecKey? { SpecKey(rawValue: keyID(of: id).number) }

  /// Whether `key` may stand anywhere in the tree.
  func has(_ key: SpecKey) -> Bool { keys.contains(key.id) }

  func value(of id: NodeID, for key: SpecKey) -> NodeID? { value(of: id, for: key.id) }

  /// The value under `key` if it is text.
  func textNode(of id: NodeID, for key: SpecKey) -> NodeID? {
    guard let value = value(of: id, for: key), isText(value) else { return nil }
    return value
  }

  /// What the value under `key` says if it is text.
  func text(of id: NodeID, for key: SpecKey) -> String? {
    textNode(of: id, for: key).map { string($0) }
  }

  /// The value under `key` if it is a boolean.
  func bool(of id: NodeID, for key: SpecKey) -> Bool? {
    value(of: id, for: key).flatMap { boolValue($0) }
  }
}
