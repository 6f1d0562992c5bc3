// What XcodeGen insists on; wrong values are refused when they are decoded.
extension MappingKind {
  /// The type of a value without which XcodeGen loads nothing, or that only Xcode reads.
  func refusedShape(under key: SpecKey) -> ValueShape? {
    switch (self, key) {
    case (.project, .name): .text
    case (.include, .path), (.source, .path), (.projectReference, .path), (.plist, .path): .text
    case (.testPlan, .path), (.buildScript, .path): .text
    case (.legacy, .toolPath): .text
    case (.package, .url), (.package, .github), (.package, .path): .text
    case (.package, _): packageShape(under: key)
    case (.buildScript, _), (.buildRule, _), (.schemeScript, _): scriptShape(under: key)
    case (.deploymentTarget, _): .version
    case (.copy, .destination): .choice(Self.copyDestinations)
    case (.run, .enableGPUFrameCaptureMode): .choice(Self.frameCaptureModes)
    case (.fileType, .file): .boolean
    case (.fileType, .attributes), (.fileType, .resourceTags): .texts
    case (.fileType, .compilerFlags): .textOrTexts
    case (.groupOrdering, .pattern): .text
    case (.groupOrdering, .order): .texts
    case (.environmentVariable, .variable), (.breakpoint, .type), (.breakpointAction, .type): .text
    case (.simulatedLocation, .allow): .boolean
    case (.simulatedLocation, .defaultLocation): .text
    default: nil
    }
  }

  private func packageShape(under key: SpecKey) -> ValueShape? {
    switch key {
    case .exactVersion, .version, .revision, .branch, .minVersion, .maxVersion, .minorVersion,
      .majorVersion, .from:
      .version
    default: nil
    }
  }

  private func scriptShape(under key: SpecKey) -> ValueShape? {
    switch key {
    case .script, .name, .filePattern, .fileType, .compilerSpec, .settingsTarget, .shell: .text
    default: nil
    }
  }

  /// Groups of keys of which a mapping must have a text under one each, where nothing else can add to it:
  /// mappings in lists are never merged.
  var requiredKeys: [[SpecKey]] {
    switch self {
    case .include, .source, .testPlan: [[.path]]
    case .dependency: [[.target, .framework, .carthage, .sdk, .package, .bundle]]
    case .plugin: [[.plugin], [.package]]
    case .copy: [[.destination]]
    case .buildScript: [[.script, .path]]
    case .buildRule: [[.filePattern, .fileType], [.script, .compilerSpec]]
    case .schemeScript: [[.script]]
    case .breakpoint: [[.type]]
    default: []
    }
  }

  /// Whether XcodeGen refuses a list or table that is left blank.
  func isBlankRefused(under key: SpecKey) -> Bool {
    switch (self, key) {
    case (.target, .dependencies), (.target, .buildToolPlugins), (.aggregate, .buildToolPlugins),
      (.project, .packages), (.project, .breakpoints):
      true
    default: false
    }
  }

  /// Where a phase that copies files may put them.
  static let copyDestinations = [
    "absolutePath", "productsDirectory", "wrapper", "executables", "resources", "javaResources",
    "frameworks", "sharedFrameworks", "sharedSupport", "plugins",
  ]

  static let frameCaptureModes = ["autoEnabled", "metal", "openGL", "disabled"]
}
