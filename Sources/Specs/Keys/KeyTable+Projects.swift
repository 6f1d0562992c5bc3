// The keys that XcodeGen 2.45.4 reads, as its manual names them, with those of old that it still reads.
extension KeyTable {
  static let projectRows: [KeyRow] = [
    .section(.project, "a project"),
    .key("name", .text, else: .refused, "The name of the project, and of its .xcodeproj."),
    .key("include", .items(.include), else: .unchecked, "Files that are merged before this one."),
    .key("options", .section(.options), else: .unchecked, "What the project is made with."),
    .key("attributes", .mapping, "Attributes of the project."),
    .key("breakpoints", .items(.breakpoint), else: .refused, "Breakpoints that everybody has."),
    .key("configs", .configurations, "The build configurations and their types."),
    .key("configFiles", .mapping, "The .xcconfig file of each configuration."),
    .key("settings", .settings, "Build settings of the project."),
    .key("settingGroups", .settingGroups, "Build settings by name, for 'groups' of settings."),
    .key("settingPresets", .settingGroups, else: .unchecked, "The old name of 'settingGroups'."),
    .key("targets", .table(.target), "The targets by name."),
    .key("aggregateTargets", .table(.aggregate), "Targets that only build others, by name."),
    .key("fileGroups", .texts, "Files and folders to show that no target builds."),
    .key("schemes", .table(.scheme), "The schemes by name."),
    .key("schemeTemplates", .table(.scheme), else: .unchecked, "What schemes can share, by name."),
    .key("targetTemplates", .table(.target), "What targets can share, by name."),
    .key(
      "packages", .table(.package), else: .refused,
      "The Swift packages by the name that dependencies use."),
    .key(
      "localPackages", .texts,
      "Folders of local Swift packages; 'packages' with 'path' replaces it."),
    .key(
      "projectReferences", .table(.projectReference),
      "Other projects by the name that dependencies use, as in 'Name/Target'."),

    .section(.include, "an 'include' entry", in: .project, orTypes: ["string"], needs: [["path"]]),
    .key("path", .text, else: .refused, "The file, relative to this one."),
    .key(
      "relativePaths", .flagOrText, else: .unchecked, default: true,
      "Whether paths in it start at its own folder instead of that of this file."),
    .key("enable", .flagOrText, else: .unchecked, default: true, "Whether it is read at all."),

    .section(.options, "'options'", in: .project, orTypes: []),
    .key("minimumXcodeGenVersion", .text, "The oldest XcodeGen that may read this."),
    .key("carthageBuildPath", .text, default: "Carthage/Build", "Where Carthage puts frameworks."),
    .key("carthageExecutablePath", .text, default: "carthage", "Where Carthage is."),
    .key(
      "createIntermediateGroups", .boolean, default: false,
      "Whether each folder on the way to a source is a group."),
    .key("bundleIdPrefix", .text, "What bundle identifiers begin with."),
    .key(
      "settingPresets", .choice("all none project targets"), default: "all",
      "Which of Xcode's own build settings to begin with."),
    .key(
      "developmentLanguage", .text, default: "en", "The language that the project is developed in."),
    .key("usesTabs", .boolean, "Whether editors indent with tabs."),
    .key("indentWidth", .wholeNumber, "The width of an indent."),
    .key("tabWidth", .wholeNumber, "The width of a tab."),
    .key("xcodeVersion", .text, "The Xcode that the project is for."),
    .key(
      "deploymentTarget", .section(.deploymentTarget), "The oldest version to run on, by platform."),
    .key(
      "disabledValidations", .choices("missingConfigs missingConfigFiles missingTestPlans"),
      "What is not checked."),
    .key("defaultConfig", .text, "The configuration of builds on the command line."),
    .key(
      "groupSortPosition", .choice("top bottom none"), default: "bottom",
      "Where groups stand among files."),
    .key("groupOrdering", .sections(.groupOrdering), "The order of what is in groups."),
    .key(
      "transitivelyLinkDependencies", .boolean, default: false,
      "Whether targets link what their dependencies depend on."),
    .key("generateEmptyDirectories", .boolean, default: false, "Whether empty folders are groups."),
    .key(
      "findCarthageFrameworks", .boolean, default: false,
      "Whether to link all that a Carthage dependency builds."),
    .key("localPackagesGroup", .text, "The group of local packages; none if empty."),
    .key("fileTypes", .table(.fileType), "How to treat files, by extension."),
    .key("preGenCommand", .text, "A command to run before the project is made."),
    .key("postGenCommand", .text, "A command to run after the project is made."),
    .key("useBaseInternationalization", .boolean, "Whether the project has a Base localisation."),
    .key("schemePathPrefix", .text, "What paths in schemes begin with."),
    .key("defaultSourceDirectoryType", .choice(.sourceTypes), "How folders of sources are shown."),
    .key("projectFormat", .text, "The format of the project file."),

    .section(.target, "a target", in: .project, orTypes: []),
    .key("name", .text, "The name of the target, if it is not its key."),
    .key("type", .productType, "What it builds."),
    .key(
      "platform", .platforms, else: .unchecked,
      "The platform it is for; a list makes one target for each."),
    .key("platformSuffix", .text, "What the names of targets for several platforms end with."),
    .key("platformPrefix", .text, "What the names of targets for several platforms begin with."),
    .key("supportedDestinations", .choices(.destinations), "All that one target is for."),
    .key("productName", .text, "What its product is called."),
    .key("deploymentTarget", .versions, "The oldest version to run on."),
    .key("templates", .allTexts, "Templates to begin with, in this order."),
    .key("templateAttributes", .attributes, "What stands for '${…}' in templates."),
    .key("dependencies", .sections(.dependency), else: .refused, "What it depends on."),
    .key(
      "buildToolPlugins", .items(.plugin), else: .refused,
      "Plug-ins of packages that run in its build."
    ),
    .key("legacy", .section(.legacy), "An external tool that builds it."),
    .key(
      "transitivelyLinkDependencies", .boolean, "Whether it links what its dependencies depend on."),
    .key(
      "directlyEmbedCarthageDependencies", .boolean,
      "Whether Carthage's frameworks are embedded as any other."),
    .key("isMultiPlatformTarget", .any, "Set by XcodeGen for each target of a list of platforms."),
    .key("sources", .items(.source), else: .unchecked, "Files and folders to build."),
    .key("info", .section(.plist), else: .unchecked, "The Info.plist to write."),
    .key("entitlements", .section(.plist), else: .unchecked, "The entitlements to write."),
    .key("preBuildScripts", .sections(.buildScript), "Scripts to run before all else."),
    .key("prebuildScripts", .sections(.buildScript), "Scripts to run before all else."),
    .key("postCompileScripts", .sections(.buildScript), "Scripts to run after compiling."),
    .key("postBuildScripts", .sections(.buildScript), "Scripts to run after all else."),
    .key("postbuildScripts", .sections(.buildScript), "Scripts to run after all else."),
    .key("buildRules", .sections(.buildRule), "Rules for files that Xcode does not know."),
    .key("scheme", .section(.targetScheme), "The scheme of the target."),
    .key("settings", .settings, "Build settings."),
    .key("configFiles", .mapping, "The .xcconfig file of each configuration."),
    .key("requiresObjCLinking", .boolean, "Whether those that link it need '-ObjC'."),
    .key("onlyCopyFilesOnInstall", .boolean, "Whether files are copied for archives alone."),
    .key("putResourcesBeforeSourcesBuildPhase", .boolean, "Whether resources come before sources."),
    .key("attributes", .mapping, "Attributes of the target."),
    .key("fileGroups", .any, "Files and folders to show that it does not build."),

    .section(.aggregate, "an aggregate target", in: .project, orTypes: []),
    .key("name", .text, "The name of the target, if it is not its key."),
    .key("targets", .texts, "The targets that it builds."),
    .key("settings", .settings, "Build settings."),
    .key("configFiles", .mapping, "The .xcconfig file of each configuration."),
    .key("buildScripts", .sections(.buildScript), "Scripts to run."),
    .key(
      "buildToolPlugins", .items(.plugin), else: .refused,
      "Plug-ins of packages that run in its build."
    ),
    .key("scheme", .section(.targetScheme), "The scheme of the target."),
    .key("attributes", .mapping, "Attributes of the target."),

    .section(.legacy, "'legacy'", in: .target),
    .key("toolPath", .text, else: .refused, "The tool."),
    .key("arguments", .text, "The tool's arguments."),
    .key(
      "passSettings", .boolean, default: false,
      "Whether the tool sees build settings in its environment."),
    .key("workingDirectory", .text, "The folder that the tool runs in."),

    .section(
      .dependency, "a dependency", in: .target, orTypes: [],
      needs: [["target", "framework", "carthage", "sdk", "package", "bundle"]]),
    .key("target", .any, "A target of this project, or 'Reference/Target' of another one."),
    .key("framework", .any, "A framework or library by its path."),
    .key("carthage", .any, "A framework that Carthage builds."),
    .key("sdk", .any, "A framework or library of the platform, with its extension."),
    .key("package", .any, "A package, by its name in 'packages'."),
    .key("bundle", .any, "A bundle that the project builds, by its file name."),
    .key("link", .boolean, "Whether to link it."),
    .key("embed", .boolean, "Whether to copy it into the product."),
    .key("codeSign", .boolean, "Whether to sign the copy."),
    .key("weak", .boolean, default: false, "Whether it may be missing at launch."),
    .key(
      "implicit", .boolean, default: false, "Whether the path is in the folder of build products."),
    .key("removeHeaders", .boolean, default: true, "Whether the copy has no headers."),
    .key(
      "platformFilter", .choice("all iOS macOS"), default: "all", "The platform it is linked for."),
    .key("destinationFilters", .choices(.destinations), "The destinations it is linked for."),
    .key("platforms", .choices(.platforms), "The platforms of targets that depend on it at all."),
    .key("copy", .section(.copy), else: .unchecked, "Where to copy it."),
    .key("findFrameworks", .boolean, "Whether to link all that Carthage builds for it."),
    .key("linkType", .choice("dynamic static"), default: "dynamic", "How Carthage builds it."),
    .key("root", .text, "Where the path of an SDK starts."),
    .key("product", .text, "The product of the package, if it has not its name."),
    .key("products", .texts, "Products of the package."),

    .section(.copy, "'copy'", needs: [["destination"]]),
    .key("destination", .choice(.copyDestinations), else: .refused, "The folder of the product."),
    .key("subpath", .text, "A folder below."),

    .section(
      .plugin, "a build-tool plug-in", in: .target, orTypes: [], needs: [["plugin"], ["package"]]),
    .key("plugin", .any, "The plug-in."),
    .key("package", .any, "The package that has it."),

    .section(.package, "a package", in: .project, orTypes: []),
    .key("url", .text, else: .refused, "The address of the repository."),
    .key("github", .text, else: .refused, "The repository on GitHub, as 'owner/name'."),
    .key("path", .text, else: .refused, "The folder of a local package."),
    .key("exactVersion", .version, else: .refused, "This very version."),
    .key("version", .version, else: .refused, "This very version."),
    .key("revision", .version, else: .refused, "This commit."),
    .key("branch", .version, else: .refused, "The end of this branch."),
    .key("minVersion", .version, else: .refused, "The oldest version, with 'maxVersion'."),
    .key(
      "maxVersion", .version, else: .refused,
      "The first version that is too new, with 'minVersion'."),
    .key(
      "minorVersion", .version, else: .refused,
      "This version or a newer one with the same minor version."),
    .key(
      "majorVersion", .version, else: .refused,
      "This version or a newer one with the same major version."),
    .key(
      "from", .version, else: .refused, "This version or a newer one with the same major version."),
    .key("group", .text, "The group to show a local package in."),
    .key(
      "excludeFromProject", .boolean, default: false,
      "Whether the project does not show a local package."),
    .key("traits", .any, "The traits of the package to enable."),

    .section(.projectReference, "a project reference", in: .project, orTypes: []),
    .key("path", .text, else: .refused, "The .xcodeproj."),

    .section(.source, "a source", in: .target, orTypes: ["string", "null"], needs: [["path"]]),
    .key("path", .text, else: .refused, "A file or folder."),
    .key("name", .text, "What it is shown as."),
    .key("group", .text, "The group to show it in."),
    .key("compilerFlags", .textOrTexts, "Flags for the compiler."),
    .key("excludes", .texts, "Patterns of files to leave out, relative to 'path'."),
    .key(
      "includes", .texts, "Patterns of files to take, relative to 'path'; all if there are none."),
    .key("destinationFilters", .choices(.destinations), "The destinations to build it for."),
    .key(
      "inferDestinationFiltersByPath", .boolean,
      "Whether names such as 'Kit+iOS.swift' say what it is for."),
    .key("createIntermediateGroups", .boolean, "Whether each folder on the way is a group."),
    .key("optional", .boolean, default: false, "Whether it may be missing."),
    .key("buildPhase", .section(.buildPhase), else: .unchecked, "What becomes of the files."),
    .key("type", .choice(.sourceTypes), "How a folder is shown."),
    .key("headerVisibility", .choice("public private project"), "Who sees the headers."),
    .key("attributes", .texts, "Attributes of the files, such as CodeSignOnCopy."),
    .key("resourceTags", .texts, "Tags of on-demand resources."),
    .key("explicitFolders", .any, "Folders within a synced folder that are copied as they are."),

    .section(.buildScript, "a build script", in: .target, needs: [["script", "path"]]),
    .key("path", .text, else: .refused, "The file of the script."),
    .key("script", .text, else: .refused, "The script itself."),
    .key("name", .text, "What it is called in Xcode."),
    .key("inputFiles", .texts, "What it reads."),
    .key("outputFiles", .texts, "What it writes."),
    .key("inputFileLists", .texts, "Lists of what it reads."),
    .key("outputFileLists", .texts, "Lists of what it writes."),
    .key("shell", .text, default: "/bin/sh", "What runs it."),
    .key("showEnvVars", .boolean, default: true, "Whether its environment is logged."),
    .key("runOnlyWhenInstalling", .boolean, default: false, "Whether it runs for archives alone."),
    .key(
      "basedOnDependencyAnalysis", .boolean, default: true,
      "Whether it runs only when an input has changed."),
    .key("discoveredDependencyFile", .text, "The file in which it says what it read."),

    .section(
      .buildRule, "a build rule", in: .target,
      needs: [["filePattern", "fileType"], ["script", "compilerSpec"]]),
    .key("filePattern", .text, else: .refused, "A pattern of file names."),
    .key("fileType", .text, else: .refused, "A type of files, as Xcode names it."),
    .key("script", .text, else: .refused, "The script itself."),
    .key("compilerSpec", .text, else: .refused, "A compiler that Xcode has."),
    .key("name", .text, "What it is called in Xcode."),
    .key("outputFiles", .texts, "What it writes."),
    .key("outputFilesCompilerFlags", .texts, "Flags for compiling what it writes."),
    .key("runOncePerArchitecture", .boolean, "Whether it runs for each architecture."),

    .section(.plist, "a property list", in: .target),
    .key("path", .text, else: .refused, "The file to write."),
    .key("properties", .mapping, "What is in the file."),

    .section(.buildPhase, "'buildPhase'", orTypes: ["string", "null"]),
    .key("copyFiles", .section(.copy), else: .unchecked, "Copies the files."),

    .section(.fileType, "a type of files", in: .options),
    .key("file", .boolean, else: .refused, "Whether a folder of this type counts as one file."),
    .key("buildPhase", .section(.buildPhase), else: .unchecked, "What becomes of the files."),
    .key("attributes", .texts, else: .refused, "Attributes of the files, such as CodeSignOnCopy."),
    .key("resourceTags", .texts, else: .refused, "Tags of on-demand resources."),
    .key("compilerFlags", .textOrTexts, else: .refused, "Flags for the compiler."),

    .section(.groupOrdering, "'groupOrdering'", in: .options),
    .key("pattern", .text, else: .refused, "Which groups."),
    .key("order", .texts, else: .refused, "Their entries in this order."),

    .section(.deploymentTarget, "'deploymentTarget'"),
    .key("iOS", .version, "The oldest version of iOS to run on."),
    .key("tvOS", .version, "The oldest version of tvOS to run on."),
    .key("macOS", .version, "The oldest version of macOS to run on."),
    .key("watchOS", .version, "The oldest version of watchOS to run on."),
    .key("visionOS", .version, "The oldest version of visionOS to run on."),
  ]
}
