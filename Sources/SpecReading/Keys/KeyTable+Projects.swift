/// The keys that XcodeGen 2.45.4 reads, by section.
///
/// They are those in its manual and old ones that it still reads. `Report/Schemas/spec.json` describes
/// them for editors.
let projectSections: [SectionEntry] = [
  .init(
    .project, "a project",
    keys: [
      .strict(.text, ["name"]),
      .loose(.items(.include), ["include"]),
      .loose(.section(.options), ["options"]),
      .key(.mapping, ["attributes", "configFiles"]),
      .key(.configurations, ["configs"]),
      .key(.settings, ["settings"]),
      .key(.settingGroups, ["settingGroups", "settingPresets"]),
      .key(.table(.target), ["targets", "targetTemplates"]),
      .key(.table(.aggregate), ["aggregateTargets"]),
      .key(.texts, ["fileGroups", "localPackages"]),
      .key(.any, ["schemes", "schemeTemplates", "breakpoints"]),
      .strict(.table(.package), ["packages"]),
      .key(.table(.projectReference), ["projectReferences"]),
    ]),
  .init(
    .include, "an 'include' entry", in: .project, needs: [["path"]],
    keys: [.strict(.text, ["path"]), .loose(.flagOrText, ["relativePaths", "enable"])]),
  .init(
    .options, "'options'", in: .project,
    keys: [
      .key(.release, ["minimumXcodeGenVersion"]),
      .key(
        .text,
        [
          "carthageBuildPath", "carthageExecutablePath", "bundleIdPrefix",
          "developmentLanguage", "xcodeVersion", "defaultConfig", "localPackagesGroup",
          "preGenCommand", "postGenCommand", "schemePathPrefix", "projectFormat",
          "projectFileFormat",
        ]),
      .key(
        .boolean,
        [
          "createIntermediateGroups", "usesTabs", "transitivelyLinkDependencies",
          "generateEmptyDirectories", "findCarthageFrameworks", "useBaseInternationalization",
        ]),
      .key(.wholeNumber, ["indentWidth", "tabWidth"]),
      .key(.choice(.settingPresets), ["settingPresets"]),
      .key(.section(.deploymentTarget), ["deploymentTarget"]),
      .key(.choices(.validations), ["disabledValidations"]),
      .key(.choice(.groupPositions), ["groupSortPosition"]),
      .key(.sections(.groupOrdering), ["groupOrdering"]),
      .strict(.table(.fileType), ["fileTypes"]),
      .key(.choice(.sourceTypes), ["defaultSourceDirectoryType"]),
    ]),
  .init(
    .target, "a target", in: .project,
    keys: [
      .key(.text, ["name", "platformSuffix", "platformPrefix", "productName"]),
      .key(.productType, ["type"]),
      .loose(.platforms, ["platform"]),
      .key(.choices(.destinations), ["supportedDestinations"]),
      .key(.versions, ["deploymentTarget"]),
      .key(.allTexts, ["templates"]),
      .key(.attributes, ["templateAttributes"]),
      .strict(.sections(.dependency), ["dependencies"]),
      .strict(.sections(.plugin), ["buildToolPlugins"]),
      .key(.section(.legacy), ["legacy"]),
      .key(
        .boolean,
        [
          "transitivelyLinkDependencies", "directlyEmbedCarthageDependencies",
          "requiresObjCLinking", "onlyCopyFilesOnInstall", "putResourcesBeforeSourcesBuildPhase",
        ]),
      .key(.any, ["isMultiPlatformTarget"]),
      .key(.items(.source), ["sources"]),
      .loose(.section(.plist), ["info", "entitlements"]),
      .key(
        .sections(.buildScript),
        [
          "preBuildScripts", "prebuildScripts", "postCompileScripts",
          "postBuildScripts", "postbuildScripts",
        ]),
      .key(.sections(.buildRule), ["buildRules"]),
      .loose(.section(.targetScheme), ["scheme"]),
      .key(.settings, ["settings"]),
      .key(.mapping, ["configFiles", "attributes"]),
      .unread("fileGroups", nil),
    ]),
  .init(
    .aggregate, "an aggregate target", in: .project,
    keys: [
      .key(.text, ["name"]),
      .key(.texts, ["targets"]),
      .key(.settings, ["settings"]),
      .key(.mapping, ["configFiles", "attributes"]),
      .key(.sections(.buildScript), ["buildScripts"]),
      .key(.sections(.plugin), ["buildToolPlugins"]),
      .loose(.section(.targetScheme), ["scheme"]),
    ]),
  .init(
    .legacy, "'legacy'", in: .target,
    keys: [
      .key(.text, ["toolPath", "arguments", "workingDirectory"]), .key(.boolean, ["passSettings"]),
    ]),
  .init(
    .dependency, "a dependency", in: .target,
    needs: [["target", "framework", "carthage", "sdk", "package", "bundle"]],
    keys: [
      .key(.any, ["target", "framework", "carthage", "sdk", "package", "bundle"]),
      .key(
        .boolean,
        [
          "link", "embed", "codeSign", "weak", "implicit", "removeHeaders",
          "findFrameworks",
        ]),
      .key(.choice(.filteredPlatforms), ["platformFilter"]),
      .key(.choices(.destinations), ["destinationFilters"]),
      .key(.choices(.platforms), ["platforms"]),
      .key(.section(.copy), ["copy"]),
      .key(.choice(.linkTypes), ["linkType"]),
      .key(.text, ["root", "product"]),
      .key(.texts, ["products"]),
    ]),
  .init(
    .copy, "'copy'", needs: [["destination"]],
    keys: [.strict(.choice(.copyDestinations), ["destination"]), .key(.text, ["subpath"])]),
  .init(
    .plugin, "a build-tool plug-in", in: .target, needs: [["plugin"], ["package"]],
    keys: [.key(.any, ["plugin", "package"])]),
  .init(
    .package, "a package", in: .project,
    keys: [
      .strict(.text, ["url", "github", "path"]),
      .key(
        .any,
        [
          "exactVersion", "version", "revision", "branch", "minVersion", "maxVersion",
          "minorVersion", "majorVersion", "from",
        ]),
      .key(.text, ["group"]),
      .key(.boolean, ["excludeFromProject"]),
      .unread("traits", "XcodeGen reads 'traits' from the first release after 2.45.4 on"),
    ]),
  .init(
    .projectReference, "a project reference", in: .project, keys: [.strict(.text, ["path"])]),
  .init(
    .source, "a source", in: .target, needs: [["path"]],
    keys: [
      .strict(.text, ["path"]),
      .key(.text, ["name", "group"]),
      .key(.textOrTexts, ["compilerFlags"]),
      .key(.texts, ["excludes", "includes", "attributes", "resourceTags"]),
      .key(.choices(.destinations), ["destinationFilters"]),
      .key(.boolean, ["inferDestinationFiltersByPath", "createIntermediateGroups", "optional"]),
      .key(.phase, ["buildPhase"]),
      .key(.choice(.sourceTypes), ["type"]),
      .key(.choice(.visibilities), ["headerVisibility"]),
      .key(.any, ["explicitFolders"]),
    ]),
  .init(
    .buildScript, "a build script", in: .target, needs: [["script", "path"]],
    keys: [
      .strict(.text, ["path", "script"]),
      .key(.text, ["name", "shell", "discoveredDependencyFile"]),
      .key(.texts, ["inputFiles", "outputFiles", "inputFileLists", "outputFileLists"]),
      .key(.boolean, ["showEnvVars", "runOnlyWhenInstalling", "basedOnDependencyAnalysis"]),
    ]),
  .init(
    .buildRule, "a build rule", in: .target,
    needs: [["filePattern", "fileType"], ["script", "compilerSpec"]],
    keys: [
      .strict(.text, ["filePattern", "fileType", "script", "compilerSpec"]),
      .key(.text, ["name"]),
      .key(.texts, ["outputFiles", "outputFilesCompilerFlags"]),
      .key(.boolean, ["runOncePerArchitecture"]),
    ]),
  .init(
    .plist, "a property list", in: .target,
    keys: [.key(.any, ["path"]), .key(.mapping, ["properties"])]),
  .init(
    .buildPhase, "'buildPhase'", needs: [["copyFiles"]], keys: [.key(.any, ["copyFiles"])]),
  .init(
    .fileType, "a type of files", in: .options,
    keys: [
      .key(.boolean, ["file"]),
      .key(.phase, ["buildPhase"]),
      .key(.texts, ["attributes", "resourceTags", "compilerFlags"]),
    ]),
  .init(
    .groupOrdering, "'groupOrdering'", in: .options,
    keys: [.key(.text, ["pattern"]), .key(.texts, ["order"])]),
  .init(
    .deploymentTarget, "'deploymentTarget'",
    keys: [.key(.version, ["iOS", "tvOS", "macOS", "watchOS", "visionOS"])]),
  .init(
    .targetScheme, "'scheme' of a target", in: .target,
    keys: [
      .key(
        .any,
        [
          "testTargets", "configVariants", "gatherCoverageData", "coverageTargets",
          "disableMainThreadChecker", "stopOnEveryMainThreadCheckerIssue",
          "disableThreadPerformanceChecker", "parallelizeBuild", "buildImplicitDependencies",
          "language", "region", "commandLineArguments", "environmentVariables", "testPlans",
          "preActions", "postActions", "management", "storeKitConfiguration",
        ])
    ]),
]
