public import Projects
public import YAML

/// The keys that this module reads, by number; the table of keys also contains those that it only
/// checks.
///
/// Comparing numbers is faster than comparing texts in every mapping of every file. The case of a
/// key is its spelling, through `CodingKey`.
public enum SpecKey: Int, CaseIterable, CodingKey {
  case name = 1, include, path, relativePaths, enable, options, configs, configFiles, settings
  case settingGroups, settingPresets, targets, targetTemplates, aggregateTargets, packages
  case localPackages, projectReferences, schemes, carthageBuildPath, findCarthageFrameworks
  case transitivelyLinkDependencies, defaultConfig, type, platform, platformSuffix, platformPrefix
  case supportedDestinations, productName, deploymentTarget, templates, templateAttributes
  case dependencies, buildToolPlugins, legacy, directlyEmbedCarthageDependencies
  case isMultiPlatformTarget, sources, info, entitlements, preBuildScripts, prebuildScripts
  case postCompileScripts, postBuildScripts, postbuildScripts, buildScripts, scheme, target
  case framework, carthage, sdk, package, bundle, link, embed, codeSign, weak, implicit
  case removeHeaders, platformFilter, destinationFilters, platforms, copy, destination, subpath
  case findFrameworks, linkType, root, product, products, toolPath, plugin, url, github
  case exactVersion, version, revision, branch, minVersion, maxVersion, minorVersion, majorVersion
  case from, base, groups, presets, fileTypes, preGenCommand, defaultSourceDirectoryType, buildRules
  case group, properties, excludes, includes, optional, buildPhase, script, outputFiles
  case outputFileLists, fileType, build, test, preActions, environmentVariables, coverageTargets
  case testPlans, testTargets, configVariants, local, project, location, skipped, shared, variable
  case value, defaultPlan, copyFiles, iOS, macOS, watchOS, schemeTemplates, file, bundleIdPrefix
  case inputFiles, inputFileLists

  /// The spelling of the key in a file.
  public var spelling: String { stringValue }

  public var id: KeyID { KeyID(number: UInt16(rawValue)) }
}

// The numbers of build settings follow those of keys, and those of their conditional forms, such as
// `MACH_O_TYPE[sdk=iphoneos*]`, follow those of build settings.
extension SettingKey {
  /// Creates the key with a number, if it is that of a build setting.
  public init?(_ id: KeyID) {
    let number = Int(id.number) - Self.first
    guard number >= 0, number < 2 * Self.all.count else { return nil }
    self = Self.all[number % Self.all.count]
  }

  private static let first = SpecKey.allCases.count + 1

  /// The spelling of the key of its conditional forms.
  static func conditional(_ key: SettingKey) -> String { key.rawValue + "[" }

  /// Whether a number is that of the conditional forms of a build setting.
  public static func isConditional(_ id: KeyID) -> Bool {
    Int(id.number) >= first + all.count
  }

  /// The numbers of the key and of its conditional forms.
  public var ids: [KeyID] {
    let index = Self.all.firstIndex(of: self) ?? 0
    return [index, index + Self.all.count].map { KeyID(number: UInt16(Self.first + $0)) }
  }
}
