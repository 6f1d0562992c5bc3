internal import Text

// Targets and dependencies.
extension MappingKind {
  func targetSummary(of key: SpecKey) -> String {
    switch key {
    case .name: "The name of the target, if it is not its key."
    case .type: "What it builds."
    case .platform: "The platform it is for; a list makes one target for each."
    case .platformSuffix: "What the names of targets for several platforms end with."
    case .platformPrefix: "What the names of targets for several platforms begin with."
    case .supportedDestinations: "All that one target is for."
    case .productName: "What its product is called."
    case .deploymentTarget: "The oldest version to run on."
    case .templates: "Templates to begin with, in this order."
    case .templateAttributes: "What stands for '${…}' in templates."
    case .dependencies: "What it depends on."
    case .buildToolPlugins: "Plug-ins of packages that run in its build."
    case .legacy: "An external tool that builds it."
    case .transitivelyLinkDependencies: "Whether it links what its dependencies depend on."
    case .directlyEmbedCarthageDependencies:
      "Whether Carthage's frameworks are embedded as any other."
    case .isMultiPlatformTarget: "Set by XcodeGen for each target of a list of platforms."
    case .sources: "Files and folders to build."
    case .info: "The Info.plist to write."
    case .entitlements: "The entitlements to write."
    case .preBuildScripts, .prebuildScripts: "Scripts to run before all else."
    case .postCompileScripts: "Scripts to run after compiling."
    case .postBuildScripts, .postbuildScripts: "Scripts to run after all else."
    case .buildScripts: "Scripts to run."
    case .buildRules: "Rules for files that Xcode does not know."
    case .scheme: "The scheme of the target."
    case .settings: "Build settings."
    case .configFiles: "The .xcconfig file of each configuration."
    case .requiresObjCLinking: "Whether those that link it need '-ObjC'."
    case .onlyCopyFilesOnInstall: "Whether files are copied for archives alone."
    case .putResourcesBeforeSourcesBuildPhase: "Whether resources come before sources."
    case .attributes: "Attributes of the target."
    case .fileGroups: "Files and folders to show that it does not build."
    case .targets: "The targets that it builds."
    case .toolPath: "The tool."
    case .arguments: "The tool's arguments."
    case .passSettings: "Whether the tool sees build settings in its environment."
    default: "The folder that the tool runs in."
    }
  }

  func dependencySummary(of key: SpecKey) -> String {
    switch key {
    case .target: "A target of this project, or 'Reference/Target' of another one."
    case .framework: "A framework or library by its path."
    case .carthage: "A framework that Carthage builds."
    case .sdk: "A framework or library of the platform, with its extension."
    case .package:
      self == .plugin ? "The package that has it." : "A package, by its name in 'packages'."
    case .bundle: "A bundle that the project builds, by its file name."
    case .link: "Whether to link it."
    case .embed: "Whether to copy it into the product."
    case .codeSign: "Whether to sign the copy."
    case .weak: "Whether it may be missing at launch."
    case .implicit: "Whether the path is in the folder of build products."
    case .removeHeaders: "Whether the copy has no headers."
    case .platformFilter: "The platform it is linked for."
    case .destinationFilters: "The destinations it is linked for."
    case .platforms: "The platforms of targets that depend on it at all."
    case .copy: "Where to copy it."
    case .findFrameworks: "Whether to link all that Carthage builds for it."
    case .linkType: "How Carthage builds it."
    case .root: "Where the path of an SDK starts."
    case .product: "The product of the package, if it has not its name."
    case .products: "Products of the package."
    case .destination: "The folder of the product."
    case .subpath: "A folder below."
    default: "The plug-in."
    }
  }

  /// What holds where a key is not given, as far as that is one value for all.
  func standard(of key: SpecKey) -> JSON? {
    switch (self, key) {
    case (.include, .relativePaths), (.include, .enable), (.dependency, .removeHeaders),
      (.buildScript, .showEnvVars), (.buildScript, .basedOnDependencyAnalysis):
      .flag(true)
    case (.options, .createIntermediateGroups), (.options, .transitivelyLinkDependencies),
      (.options, .generateEmptyDirectories), (.options, .findCarthageFrameworks),
      (.dependency, .weak), (.dependency, .implicit), (.source, .optional),
      (.buildScript, .runOnlyWhenInstalling), (.legacy, .passSettings),
      (.package, .excludeFromProject):
      .flag(false)
    case (.options, .settingPresets), (.dependency, .platformFilter): .text("all")
    case (.options, .groupSortPosition): .text("bottom")
    case (.options, .carthageBuildPath): .text("Carthage/Build")
    case (.options, .carthageExecutablePath): .text("carthage")
    case (.options, .developmentLanguage): .text("en")
    case (.dependency, .linkType): .text("dynamic")
    case (.buildScript, .shell): .text("/bin/sh")
    default: nil
    }
  }
}
