internal import YAML

/// A kind of mapping in a specification, by the keys that XcodeGen reads in it.
///
/// Build settings, schemes, breakpoints, attributes and property lists have no kind: their keys are
/// free, or of no concern to the module graph.
enum MappingKind: Int, CaseIterable {
  case project, include, options
  /// A target or a target template.
  case target
  case aggregate, legacy, dependency, copy, plugin, package, projectReference
  case source, buildScript, buildRule, plist
}

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

/// Which keys are known where: for each word of the vocabulary one bit per kind of mapping.
struct KeyTable: Sendable {
  private var kinds: [UInt32]

  static let shared = KeyTable()

  private init() {
    kinds = Array(repeating: 0, count: SpecKey.allCases.count + 1)
    for kind in MappingKind.allCases {
      for key in kind.keys { kinds[Int(key.rawValue)] |= 1 << UInt32(kind.rawValue) }
    }
  }

  func knows(_ word: Word, in kind: MappingKind) -> Bool {
    kinds[Int(word.number)] >> UInt32(kind.rawValue) & 1 == 1
  }
}

extension MappingKind {
  /// What the mapping is, behind "of".
  var noun: String {
    switch self {
    case .project: "a project"
    case .include: "an 'include' entry"
    case .options: "'options'"
    case .target: "a target"
    case .aggregate: "an aggregate target"
    case .legacy: "'legacy'"
    case .dependency: "a dependency"
    case .copy: "'copy'"
    case .plugin: "a build-tool plug-in"
    case .package: "a package"
    case .projectReference: "a project reference"
    case .source: "a source"
    case .buildScript: "a build script"
    case .buildRule: "a build rule"
    case .plist: "a property list"
    }
  }

  /// The kind of mapping around it.
  var outer: MappingKind? {
    switch self {
    case .project: nil
    case .include, .options, .target, .aggregate, .package, .projectReference: .project
    case .copy: .dependency
    case .legacy, .dependency, .plugin, .source, .buildScript, .buildRule, .plist: .target
    }
  }
}
