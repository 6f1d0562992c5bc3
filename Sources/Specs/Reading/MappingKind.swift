/// A kind of mapping in a specification, by the keys that XcodeGen reads in it.
///
/// Build settings, attributes, property lists, configurations and the lists of variables and arguments
/// have no kind: their keys are free.
enum MappingKind: Int, CaseIterable {
  case project, include, options
  /// A target or a target template.
  case target
  case aggregate, legacy, dependency, copy, plugin, package, projectReference
  case source, buildScript, buildRule, plist
  /// The build phase of a source or a type of files, where it is not just a text.
  case buildPhase
  case fileType, groupOrdering
  /// Versions by platform.
  case deploymentTarget
  case scheme, build, run, test, profile, analyze, archive
  /// What a target says of its own scheme.
  case targetScheme
  /// A script before or after an action of a scheme.
  case schemeScript
  case testTarget
  /// A target of another project or a package, as schemes name it.
  case testableReference
  case testPlan, environmentVariable, simulatedLocation, management
  case breakpoint, breakpointAction
}

extension MappingKind {
  /// How mappings of one kind lie in another one.
  enum Form {
    case single
    case list
    /// An entry, or a list of entries.
    case items
    /// Entries by name.
    case named
  }

  typealias Part = (kind: MappingKind, form: Form)

  /// What lies under a key of this kind of mapping, if it is mappings of a kind as well.
  func part(under key: SpecKey) -> Part? {
    switch self {
    case .project: projectPart(under: key)
    case .target, .aggregate: targetPart(under: key)
    case .options:
      switch key {
      case .fileTypes: (.fileType, .named)
      case .groupOrdering: (.groupOrdering, .items)
      case .deploymentTarget: (.deploymentTarget, .single)
      default: nil
      }
    case .source, .fileType: key == .buildPhase ? (.buildPhase, .single) : nil
    case .buildPhase: (.copy, .single)
    case .dependency: key == .copy ? (.copy, .single) : nil
    case .breakpoint: key == .actions ? (.breakpointAction, .items) : nil
    case .scheme: schemePart(under: key)
    case .build, .run, .test, .profile, .archive, .targetScheme: actionPart(under: key)
    case .testTarget: key == .target ? (.testableReference, .single) : nil
    default: nil
    }
  }

  private func projectPart(under key: SpecKey) -> Part? {
    switch key {
    case .include: (.include, .items)
    case .options: (.options, .single)
    case .packages: (.package, .named)
    case .projectReferences: (.projectReference, .named)
    case .targets, .targetTemplates: (.target, .named)
    case .aggregateTargets: (.aggregate, .named)
    case .schemes, .schemeTemplates: (.scheme, .named)
    case .breakpoints: (.breakpoint, .items)
    default: nil
    }
  }

  private func targetPart(under key: SpecKey) -> Part? {
    switch key {
    case .dependencies: (.dependency, .list)
    case .sources: (.source, .items)
    case .preBuildScripts, .prebuildScripts, .postCompileScripts, .postBuildScripts,
      .postbuildScripts, .buildScripts:
      (.buildScript, .items)
    case .buildRules: (.buildRule, .items)
    case .buildToolPlugins: (.plugin, .items)
    case .info, .entitlements: (.plist, .single)
    case .legacy: (.legacy, .single)
    case .deploymentTarget: (.deploymentTarget, .single)
    case .scheme: (.targetScheme, .single)
    default: nil
    }
  }

  private func schemePart(under key: SpecKey) -> Part? {
    switch key {
    case .build: (.build, .single)
    case .run: (.run, .single)
    case .test: (.test, .single)
    case .profile: (.profile, .single)
    case .analyze: (.analyze, .single)
    case .archive: (.archive, .single)
    case .management: (.management, .single)
    default: nil
    }
  }

  private func actionPart(under key: SpecKey) -> Part? {
    switch key {
    case .preActions, .postActions: (.schemeScript, .items)
    // As a mapping, its keys are the names of variables.
    case .environmentVariables: (.environmentVariable, .list)
    case .simulateLocation: (.simulatedLocation, .single)
    // In `build` the keys are the names of targets.
    case .targets: self == .test ? (.testTarget, .list) : nil
    case .testTargets: (.testTarget, .list)
    case .coverageTargets: (.testableReference, .list)
    case .testPlans: (.testPlan, .list)
    case .management: (.management, .single)
    default: nil
    }
  }

  /// Whether there is more to check of a known key than that it is known.
  func checksValue(_ key: SpecKey) -> Bool {
    part(under: key) != nil || shape(under: key) != nil || self == .build && key == .targets
  }

  /// The kind of mapping around it, where there is but one.
  var outer: MappingKind? {
    switch self {
    case .include, .options, .target, .aggregate, .package, .projectReference: .project
    case .legacy, .dependency, .source, .buildRule, .plist: .target
    case .plugin, .buildScript, .targetScheme: .target
    case .build, .run, .test, .profile, .analyze, .archive: .scheme
    case .breakpointAction: .breakpoint
    case .fileType, .groupOrdering: .options
    default: nil
    }
  }

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
    case .buildPhase: "'buildPhase'"
    case .fileType: "a type of files"
    case .groupOrdering: "'groupOrdering'"
    case .deploymentTarget: "'deploymentTarget'"
    default: schemeNoun
    }
  }

  private var schemeNoun: String {
    switch self {
    case .scheme: "a scheme"
    case .build: "'build' of a scheme"
    case .run: "'run' of a scheme"
    case .test: "'test' of a scheme"
    case .profile: "'profile' of a scheme"
    case .analyze: "'analyze' of a scheme"
    case .archive: "'archive' of a scheme"
    case .targetScheme: "'scheme' of a target"
    case .schemeScript: "a script of a scheme"
    case .testTarget: "a test target"
    case .testableReference: "a reference to a target"
    case .testPlan: "a test plan"
    case .environmentVariable: "an environment variable"
    case .simulatedLocation: "'simulateLocation'"
    case .management: "'management' of a scheme"
    case .breakpoint: "a breakpoint"
    case .breakpointAction: "an action of a breakpoint"
    default: ""
    }
  }
}
