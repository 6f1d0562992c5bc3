internal import YAML

extension MappingKind {
  /// The keys that XcodeGen 2.45.4 reads, as its manual names them, with those it still reads of old.
  var keys: [SpecKey] {
    switch self {
    case .project, .options, .target, .source, .buildScript, .buildRule: longList
    case .include: [.path, .relativePaths, .enable]
    case .aggregate:
      [
        .name, .targets, .settings, .configFiles, .buildScripts, .buildToolPlugins, .scheme,
        .attributes,
      ]
    case .legacy: [.toolPath, .arguments, .passSettings, .workingDirectory]
    case .dependency:
      [
        .target, .framework, .carthage, .sdk, .package, .bundle, .link, .embed, .codeSign, .weak,
        .implicit, .removeHeaders, .platformFilter, .destinationFilters, .platforms, .copy,
        .findFrameworks, .linkType, .root, .product, .products,
      ]
    case .copy: [.destination, .subpath]
    case .plugin: [.plugin, .package]
    case .package:
      [
        .url, .github, .path, .exactVersion, .version, .revision, .branch, .minVersion,
        .maxVersion, .minorVersion, .majorVersion, .from, .group, .excludeFromProject, .traits,
      ]
    case .projectReference: [.path]
    case .plist: [.path, .properties]
    case .buildPhase: [.copyFiles]
    case .fileType: [.file, .buildPhase, .attributes, .resourceTags, .compilerFlags]
    case .groupOrdering: [.pattern, .order]
    case .deploymentTarget: [.iOS, .tvOS, .macOS, .watchOS, .visionOS]
    default: schemeKeys
    }
  }

  private var longList: [SpecKey] {
    switch self {
    case .project:
      [
        .name, .include, .options, .attributes, .breakpoints, .configs, .configFiles, .settings,
        .settingGroups, .settingPresets, .targets, .aggregateTargets, .fileGroups, .schemes,
        .schemeTemplates, .targetTemplates, .packages, .localPackages, .projectReferences,
      ]
    case .options:
      [
        .minimumXcodeGenVersion, .carthageBuildPath, .carthageExecutablePath,
        .createIntermediateGroups, .bundleIdPrefix, .settingPresets, .developmentLanguage,
        .usesTabs, .indentWidth, .tabWidth, .xcodeVersion, .deploymentTarget,
        .disabledValidations, .defaultConfig, .groupSortPosition, .groupOrdering,
        .transitivelyLinkDependencies, .generateEmptyDirectories, .findCarthageFrameworks,
        .localPackagesGroup, .fileTypes, .preGenCommand, .postGenCommand,
        .useBaseInternationalization, .schemePathPrefix, .defaultSourceDirectoryType,
        .projectFormat,
      ]
    case .target:
      [
        .name, .type, .platform, .platformSuffix, .platformPrefix, .supportedDestinations,
        .productName, .deploymentTarget, .templates, .templateAttributes, .dependencies,
        .buildToolPlugins, .legacy, .transitivelyLinkDependencies,
        .directlyEmbedCarthageDependencies, .isMultiPlatformTarget, .sources, .info,
        .entitlements, .preBuildScripts, .prebuildScripts, .postCompileScripts,
        .postBuildScripts, .postbuildScripts, .buildRules, .scheme, .settings, .configFiles,
        .requiresObjCLinking, .onlyCopyFilesOnInstall, .putResourcesBeforeSourcesBuildPhase,
        .attributes, .fileGroups,
      ]
    case .source:
      [
        .path, .name, .group, .compilerFlags, .excludes, .includes, .destinationFilters,
        .inferDestinationFiltersByPath, .createIntermediateGroups, .optional, .buildPhase, .type,
        .headerVisibility, .attributes, .resourceTags, .explicitFolders,
      ]
    case .buildScript:
      [
        .path, .script, .name, .inputFiles, .outputFiles, .inputFileLists, .outputFileLists,
        .shell, .showEnvVars, .runOnlyWhenInstalling, .basedOnDependencyAnalysis,
        .discoveredDependencyFile,
      ]
    case .buildRule:
      [
        .filePattern, .fileType, .script, .compilerSpec, .name, .outputFiles,
        .outputFilesCompilerFlags, .runOncePerArchitecture,
      ]
    default: []
    }
  }
}

// Schemes and breakpoints.
extension MappingKind {
  private var schemeKeys: [SpecKey] {
    switch self {
    case .scheme:
      [
        .name, .build, .run, .test, .profile, .analyze, .archive, .management, .templates,
        .templateAttributes,
      ]
    case .build:
      [
        .targets, .preActions, .postActions, .parallelizeBuild, .buildImplicitDependencies,
        .runPostActionsOnFailure,
      ]
    case .run, .test, .profile, .targetScheme: longSchemeList
    case .analyze: [.config, .preActions, .postActions]
    case .archive:
      [.config, .customArchiveName, .revealArchiveInOrganizer, .preActions, .postActions]
    case .schemeScript: [.script, .name, .settingsTarget, .shell]
    case .testTarget:
      [
        .name, .target, .local, .project, .package, .randomExecutionOrder, .parallelizable,
        .location, .skipped, .skippedTests, .selectedTests,
      ]
    case .testableReference: [.local, .project, .package]
    case .testPlan: [.path, .defaultPlan]
    case .environmentVariable: [.variable, .value, .isEnabled]
    case .simulatedLocation: [.allow, .defaultLocation]
    case .management: [.shared, .orderHint, .isShown]
    case .breakpoint:
      [
        .type, .enabled, .ignoreCount, .continueAfterRunningActions, .path, .line, .column,
        .symbol,
        .module, .scope, .stopOnStyle, .condition, .timestamp, .breakpointStackSelectionBehavior,
        .actions,
      ]
    case .breakpointAction:
      [
        .type, .command, .consoleCommand, .message, .conveyanceType, .path, .arguments,
        .waitUntilDone, .script, .sound, .soundName,
      ]
    default: []
    }
  }

  private var longSchemeList: [SpecKey] {
    switch self {
    case .run:
      [
        .config, .commandLineArguments, .preActions, .postActions, .environmentVariables,
        .enableGPUFrameCaptureMode, .enableGPUValidationMode, .enableAddressSanitizer,
        .enableASanStackUseAfterReturn, .enableThreadSanitizer, .enableUBSanitizer,
        .disableMainThreadChecker, .stopOnEveryMainThreadCheckerIssue,
        .disableThreadPerformanceChecker, .language, .region, .debugEnabled, .simulateLocation,
        .storeKitConfiguration, .executable, .launchAutomaticallySubstyle, .askForAppToLaunch,
        .customLLDBInit, .macroExpansion, .customWorkingDirectory,
      ]
    case .test:
      [
        .config, .commandLineArguments, .preActions, .postActions, .environmentVariables,
        .enableGPUFrameCaptureMode, .enableGPUValidationMode, .enableAddressSanitizer,
        .enableASanStackUseAfterReturn, .enableThreadSanitizer, .enableUBSanitizer,
        .disableMainThreadChecker, .stopOnEveryMainThreadCheckerIssue, .language, .region,
        .debugEnabled, .customLLDBInit, .macroExpansion, .gatherCoverageData, .coverageTargets,
        .targets, .testPlans, .captureScreenshotsAutomatically,
        .deleteScreenshotsWhenEachTestSucceeds, .preferredScreenCaptureFormat,
      ]
    case .profile:
      [
        .config, .commandLineArguments, .preActions, .postActions, .environmentVariables,
        .enableGPUFrameCaptureMode, .enableGPUValidationMode, .stopOnEveryMainThreadCheckerIssue,
        .askForAppToLaunch,
      ]
    case .targetScheme:
      [
        .testTargets, .configVariants, .gatherCoverageData, .coverageTargets,
        .disableMainThreadChecker, .stopOnEveryMainThreadCheckerIssue,
        .disableThreadPerformanceChecker, .parallelizeBuild, .buildImplicitDependencies,
        .language, .region, .commandLineArguments, .environmentVariables, .testPlans,
        .preActions, .postActions, .management, .storeKitConfiguration,
      ]
    default: []
    }
  }
}

/// Which keys are known where: for each key one bit per kind of mapping.
struct KeyTable: Sendable {
  private var known: [UInt64]
  /// Under which of them lies more that can be checked.
  private var checked: [UInt64]

  static let shared = KeyTable()

  private init() {
    known = Array(repeating: 0, count: SpecKey.allCases.count + 1)
    checked = known
    for kind in MappingKind.allCases {
      let bit: UInt64 = 1 << UInt64(kind.rawValue)
      for key in kind.keys {
        known[Int(key.rawValue)] |= bit
        if kind.checksValue(key) { checked[Int(key.rawValue)] |= bit }
      }
    }
  }

  func knows(_ key: KeyID, in kind: MappingKind) -> Bool {
    known[Int(key.number)] >> UInt64(kind.rawValue) & 1 == 1
  }

  func checksValue(_ key: KeyID, in kind: MappingKind) -> Bool {
    checked[Int(key.number)] >> UInt64(kind.rawValue) & 1 == 1
  }
}
