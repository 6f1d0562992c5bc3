internal import YAML

// The types under which XcodeGen 2.45.4 sees the values of keys that it does not insist on: anything
// else counts as not given.
extension MappingKind {
  /// The only type under which XcodeGen sees the value of a key, where nothing else tells.
  func shape(under key: SpecKey) -> IgnoredKeyChecker.Shape? {
    switch self {
    case .project, .target, .aggregate: targetShape(under: key)
    case .options: optionShape(under: key)
    case .source, .buildScript, .buildRule: sourceShape(under: key)
    case .legacy, .plist, .package, .copy: partShape(under: key)
    default: schemeShape(under: key)
    }
  }

  private func targetShape(under key: SpecKey) -> IgnoredKeyChecker.Shape? {
    switch key {
    case .configFiles, .attributes: .mapping
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

  private func optionShape(under key: SpecKey) -> IgnoredKeyChecker.Shape? {
    switch key {
    case .minimumXcodeGenVersion, .xcodeVersion, .carthageBuildPath, .carthageExecutablePath,
      .bundleIdPrefix, .developmentLanguage, .defaultConfig, .localPackagesGroup, .preGenCommand,
      .postGenCommand, .schemePathPrefix, .projectFormat:
      .text
    case .createIntermediateGroups, .usesTabs, .transitivelyLinkDependencies,
      .generateEmptyDirectories, .findCarthageFrameworks, .useBaseInternationalization:
      .boolean
    case .indentWidth, .tabWidth: .wholeNumber
    case .deploymentTarget, .fileTypes: .mapping
    case .groupOrdering: .list
    default: nil
    }
  }

  private func sourceShape(under key: SpecKey) -> IgnoredKeyChecker.Shape? {
    switch key {
    case .name, .group, .shell, .discoveredDependencyFile: .text
    case .optional, .createIntermediateGroups, .inferDestinationFiltersByPath, .showEnvVars,
      .runOnlyWhenInstalling, .basedOnDependencyAnalysis, .runOncePerArchitecture:
      .boolean
    case .excludes, .includes, .attributes, .resourceTags, .inputFiles, .outputFiles,
      .inputFileLists, .outputFileLists, .outputFilesCompilerFlags:
      .texts
    default: nil
    }
  }

  private func partShape(under key: SpecKey) -> IgnoredKeyChecker.Shape? {
    switch key {
    case .passSettings, .excludeFromProject: .boolean
    case .arguments, .workingDirectory, .group, .subpath: .text
    case .properties: .mapping
    default: nil
    }
  }

  private func schemeShape(under key: SpecKey) -> IgnoredKeyChecker.Shape? {
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

  /// The words of which the value of a key is one, or a list; other words count as not given.
  func words(under key: SpecKey) -> [String]? {
    switch (self, key) {
    case (.options, .settingPresets): ["all", "none", "project", "targets"]
    case (.options, .groupSortPosition): ["top", "bottom", "none"]
    case (.options, .disabledValidations):
      ["missingConfigs", "missingConfigFiles", "missingTestPlans"]
    case (.options, .defaultSourceDirectoryType), (.source, .type):
      ["group", "file", "folder", "syncedFolder"]
    case (.source, .headerVisibility): ["public", "private", "project"]
    default: nil
    }
  }
}
