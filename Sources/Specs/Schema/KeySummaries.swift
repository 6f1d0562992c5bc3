internal import Text

// What each key is for, in a sentence, for editors.
extension MappingKind {
  /// What the value of a key says.
  func summary(of key: SpecKey) -> String {
    switch self {
    case .project: projectSummary(of: key)
    case .options: optionSummary(of: key)
    case .target, .aggregate, .legacy: targetSummary(of: key)
    case .dependency, .copy, .plugin: dependencySummary(of: key)
    case .source, .plist, .buildPhase, .fileType: sourceSummary(of: key)
    case .package, .projectReference: packageSummary(of: key)
    case .buildScript, .buildRule: stepSummary(of: key)
    case .include: includeSummary(of: key)
    case .groupOrdering: key == .pattern ? "Which groups." : "Their entries in this order."
    case .deploymentTarget: "The oldest version of \(key.spelling) to run on."
    default: schemeSummary(of: key)
    }
  }

  private func includeSummary(of key: SpecKey) -> String {
    switch key {
    case .path: "The file, relative to this one."
    case .relativePaths:
      "Whether paths in it start at its own folder instead of that of this file."
    default: "Whether it is read at all."
    }
  }

  private func projectSummary(of key: SpecKey) -> String {
    switch key {
    case .name: "The name of the project, and of its .xcodeproj."
    case .include: "Files that are merged before this one."
    case .options: "What the project is made with."
    case .attributes: "Attributes of the project."
    case .breakpoints: "Breakpoints that everybody has."
    case .configs: "The build configurations and their types."
    case .configFiles: "The .xcconfig file of each configuration."
    case .settings: "Build settings of the project."
    case .settingGroups: "Build settings by name, for 'groups' of settings."
    case .settingPresets: "The old name of 'settingGroups'."
    case .targets: "The targets by name."
    case .aggregateTargets: "Targets that only build others, by name."
    case .fileGroups: "Files and folders to show that no target builds."
    case .schemes: "The schemes by name."
    case .schemeTemplates: "What schemes can share, by name."
    case .targetTemplates: "What targets can share, by name."
    case .packages: "The Swift packages by the name that dependencies use."
    case .localPackages: "Folders of local Swift packages; 'packages' with 'path' replaces it."
    default: "Other projects by the name that dependencies use, as in 'Name/Target'."
    }
  }

  private func optionSummary(of key: SpecKey) -> String {
    switch key {
    case .minimumXcodeGenVersion: "The oldest XcodeGen that may read this."
    case .carthageBuildPath: "Where Carthage puts frameworks."
    case .carthageExecutablePath: "Where Carthage is."
    case .createIntermediateGroups: "Whether each folder on the way to a source is a group."
    case .bundleIdPrefix: "What bundle identifiers begin with."
    case .settingPresets: "Which of Xcode's own build settings to begin with."
    case .developmentLanguage: "The language that the project is developed in."
    case .usesTabs: "Whether editors indent with tabs."
    case .indentWidth: "The width of an indent."
    case .tabWidth: "The width of a tab."
    case .xcodeVersion: "The Xcode that the project is for."
    case .deploymentTarget: "The oldest version to run on, by platform."
    case .disabledValidations: "What is not checked."
    case .defaultConfig: "The configuration of builds on the command line."
    case .groupSortPosition: "Where groups stand among files."
    case .groupOrdering: "The order of what is in groups."
    case .transitivelyLinkDependencies:
      "Whether targets link what their dependencies depend on."
    case .generateEmptyDirectories: "Whether empty folders are groups."
    case .findCarthageFrameworks: "Whether to link all that a Carthage dependency builds."
    case .localPackagesGroup: "The group of local packages; none if empty."
    case .fileTypes: "How to treat files, by extension."
    case .preGenCommand: "A command to run before the project is made."
    case .postGenCommand: "A command to run after the project is made."
    case .useBaseInternationalization: "Whether the project has a Base localisation."
    case .schemePathPrefix: "What paths in schemes begin with."
    case .defaultSourceDirectoryType: "How folders of sources are shown."
    default: "The format of the project file."
    }
  }

  private func sourceSummary(of key: SpecKey) -> String {
    switch key {
    case .path: self == .plist ? "The file to write." : "A file or folder."
    case .properties: "What is in the file."
    case .name: "What it is shown as."
    case .group: "The group to show it in."
    case .compilerFlags: "Flags for the compiler."
    case .excludes: "Patterns of files to leave out, relative to 'path'."
    case .includes: "Patterns of files to take, relative to 'path'; all if there are none."
    case .destinationFilters: "The destinations to build it for."
    case .inferDestinationFiltersByPath: "Whether names such as 'Kit+iOS.swift' say what it is for."
    case .createIntermediateGroups: "Whether each folder on the way is a group."
    case .optional: "Whether it may be missing."
    case .buildPhase: "What becomes of the files."
    case .type: "How a folder is shown."
    case .headerVisibility: "Who sees the headers."
    case .attributes: "Attributes of the files, such as CodeSignOnCopy."
    case .resourceTags: "Tags of on-demand resources."
    case .explicitFolders: "Folders within a synced folder that are copied as they are."
    case .file: "Whether a folder of this type counts as one file."
    default: "Copies the files."
    }
  }

  private func stepSummary(of key: SpecKey) -> String {
    switch key {
    case .path: "The file of the script."
    case .script: "The script itself."
    case .name: "What it is called in Xcode."
    case .inputFiles: "What it reads."
    case .outputFiles: "What it writes."
    case .inputFileLists: "Lists of what it reads."
    case .outputFileLists: "Lists of what it writes."
    case .shell: "What runs it."
    case .showEnvVars: "Whether its environment is logged."
    case .runOnlyWhenInstalling: "Whether it runs for archives alone."
    case .basedOnDependencyAnalysis: "Whether it runs only when an input has changed."
    case .discoveredDependencyFile: "The file in which it says what it read."
    case .filePattern: "A pattern of file names."
    case .fileType: "A type of files, as Xcode names it."
    case .compilerSpec: "A compiler that Xcode has."
    case .outputFilesCompilerFlags: "Flags for compiling what it writes."
    default: "Whether it runs for each architecture."
    }
  }

  private func packageSummary(of key: SpecKey) -> String {
    switch key {
    case .url: "The address of the repository."
    case .github: "The repository on GitHub, as 'owner/name'."
    case .path: self == .package ? "The folder of a local package." : "The .xcodeproj."
    case .exactVersion, .version: "This very version."
    case .revision: "This commit."
    case .branch: "The end of this branch."
    case .minVersion: "The oldest version, with 'maxVersion'."
    case .maxVersion: "The first version that is too new, with 'minVersion'."
    case .minorVersion: "This version or a newer one with the same minor version."
    case .majorVersion, .from: "This version or a newer one with the same major version."
    case .group: "The group to show a local package in."
    case .excludeFromProject: "Whether the project does not show a local package."
    default: "The traits of the package to enable."
    }
  }
}
