internal import Graph

/// What a value must be for XcodeGen 2.45.4 to see it.
enum ValueShape {
  case text, boolean, wholeNumber
  /// A text, or a number with a decimal point.
  case version
  case list
  /// A list of which each element is text.
  case texts
  case textOrTexts
  case mapping
  /// One of some texts; others count as not given.
  case choice([String])
  /// A list of them.
  case choices([String])

  var noun: String {
    switch self {
    case .text, .version, .choice: "a string"
    case .boolean: "a boolean"
    case .wholeNumber: "a whole number"
    case .list, .texts, .choices: "a list"
    case .textOrTexts: "a string or a list"
    case .mapping: "a mapping"
    }
  }
}

// The types under which XcodeGen 2.45.4 sees the values of keys that it does not insist on: anything
// else counts as not given.
extension MappingKind {
  /// The only type under which XcodeGen sees the value of a key, where nothing else tells.
  func shape(under key: SpecKey) -> ValueShape? {
    switch self {
    case .dependency: dependencyShape(under: key)
    case .project, .target, .aggregate: targetShape(under: key)
    case .options: optionShape(under: key)
    case .source, .buildScript, .buildRule: sourceShape(under: key)
    case .legacy, .plist, .package, .copy: partShape(under: key)
    default: schemeShape(under: key)
    }
  }

  private func dependencyShape(under key: SpecKey) -> ValueShape? {
    switch key {
    case .link, .embed, .weak, .implicit, .findFrameworks, .codeSign, .removeHeaders: .boolean
    case .product, .root: .text
    case .products: .texts
    case .platforms: .choices(Platform.allCases.map(\.rawValue))
    case .destinationFilters: .choices(PlatformSet.destinationNames)
    case .platformFilter: .choice(["all", "iOS", "macOS"])
    case .linkType: .choice(["dynamic", "static"])
    default: nil
    }
  }

  private func targetShape(under key: SpecKey) -> ValueShape? {
    switch key {
    case .targets: self == .aggregate ? .texts : .mapping
    case .targetTemplates, .aggregateTargets: .mapping
    case .configs, .settings, .configFiles, .attributes, .templateAttributes: .mapping
    case .name, .productName, .type: self == .project ? nil : .text
    case .templates: .texts
    case .supportedDestinations: .choices(PlatformSet.destinationNames)
    case .transitivelyLinkDependencies, .directlyEmbedCarthageDependencies: .boolean
    case .deploymentTarget: .version
    case .fileGroups, .localPackages: self == .project ? .texts : nil
    case .projectReferences, .schemes, .settingGroups: self == .project ? .mapping : nil
    case .requiresObjCLinking, .onlyCopyFilesOnInstall, .putResourcesBeforeSourcesBuildPhase:
      .boolean
    case .platformSuffix, .platformPrefix: .text
    case .legacy, .scheme: .mapping
    case .preBuildScripts, .prebuildScripts, .postCompileScripts, .postBuildScripts,
      .postbuildScripts, .buildScripts, .buildRules:
      .list
    default: nil
    }
  }

  private func optionShape(under key: SpecKey) -> ValueShape? {
    switch key {
    case .minimumXcodeGenVersion, .xcodeVersion, .carthageBuildPath, .carthageExecutablePath,
      .bundleIdPrefix, .developmentLanguage, .defaultConfig, .localPackagesGroup, .preGenCommand,
      .postGenCommand, .schemePathPrefix, .projectFormat:
      .text
    case .settingPresets: .choice(["all", "none", "project", "targets"])
    case .groupSortPosition: .choice(["top", "bottom", "none"])
    case .disabledValidations:
      .choices(["missingConfigs", "missingConfigFiles", "missingTestPlans"])
    case .defaultSourceDirectoryType: .choice(MappingKind.sourceTypes)
    case .createIntermediateGroups, .usesTabs, .transitivelyLinkDependencies,
      .generateEmptyDirectories, .findCarthageFrameworks, .useBaseInternationalization:
      .boolean
    case .indentWidth, .tabWidth: .wholeNumber
    case .deploymentTarget, .fileTypes: .mapping
    case .groupOrdering: .list
    default: nil
    }
  }

  private static let sourceTypes = ["group", "file", "folder", "syncedFolder"]

  private func sourceShape(under key: SpecKey) -> ValueShape? {
    switch key {
    case .compilerFlags: .textOrTexts
    case .name, .group, .shell, .discoveredDependencyFile: .text
    case .type: .choice(Self.sourceTypes)
    case .headerVisibility: .choice(["public", "private", "project"])
    case .destinationFilters: .choices(PlatformSet.destinationNames)
    case .optional, .createIntermediateGroups, .inferDestinationFiltersByPath, .showEnvVars,
      .runOnlyWhenInstalling, .basedOnDependencyAnalysis, .runOncePerArchitecture:
      .boolean
    case .excludes, .includes, .attributes, .resourceTags, .inputFiles, .outputFiles,
      .inputFileLists, .outputFileLists, .outputFilesCompilerFlags:
      .texts
    default: nil
    }
  }

  private func partShape(under key: SpecKey) -> ValueShape? {
    switch key {
    case .passSettings, .excludeFromProject: .boolean
    case .arguments, .workingDirectory, .group, .subpath: .text
    case .properties: .mapping
    default: nil
    }
  }

  private func schemeShape(under key: SpecKey) -> ValueShape? {
    switch key {
    case .run, .test, .profile, .analyze, .archive, .management:
      self == .scheme || self == .targetScheme ? .mapping : nil
    case .targets: self == .test ? .list : nil
    case .testTargets, .configVariants: self == .targetScheme ? .list : nil
    case .coverageTargets, .testPlans, .preActions, .postActions, .skippedTests, .selectedTests:
      .list
    case .commandLineArguments: .mapping
    case .config, .language, .region, .customLLDBInit, .customArchiveName: .text
    case .ignoreCount, .column, .orderHint: .wholeNumber
    case .parallelizeBuild, .buildImplicitDependencies, .runPostActionsOnFailure,
      .gatherCoverageData, .disableMainThreadChecker, .stopOnEveryMainThreadCheckerIssue,
      .disableThreadPerformanceChecker, .enableAddressSanitizer,
      .enableASanStackUseAfterReturn, .enableThreadSanitizer, .enableUBSanitizer, .debugEnabled,
      .askForAppToLaunch, .revealArchiveInOrganizer, .randomExecutionOrder, .skipped, .shared,
      .isShown, .isEnabled, .defaultPlan, .enabled, .continueAfterRunningActions,
      .captureScreenshotsAutomatically, .deleteScreenshotsWhenEachTestSucceeds:
      .boolean
    default: nil
    }
  }
}
