public import Architecture
public import Diagnostics

/// Every rule that judges the graph, in the order in which the manual lists them.
public let allRules: [RuleEntry] = [
  RuleEntry(
    .sameLayer, "a module links a module of its own layer",
    traits: [.judgesLinks, .isLocal, .explains], needs: [.layers], rule: SameLayer.self),
  RuleEntry(
    .upward, "a module links a module of a higher layer",
    traits: [.judgesLinks, .isLocal, .explains], needs: [.severalLayers], rule: Upward.self),
  RuleEntry(
    .layerReach, "a module links past the layers that its own may reach",
    traits: [.judgesLinks, .isLocal, .explains], needs: [.reach], rule: LayerReach.self),
  RuleEntry(
    .cycle, "modules depend on each other in a cycle",
    traits: [.judgesLinks, .picksLink], needs: [.links], rule: Cycle.self),
  RuleEntry(
    "duplicate-static", "a static library ends up in two binaries of one process",
    options: [
      RuleOption(
        "hosted-tests", .severity(default: .warning),
        summary: "a second copy in a test bundle whose host application has one"),
      RuleOption(
        "outside-clients", .severity(default: .warning),
        summary:
          "copies in frameworks that only programs outside the repository may load together"),
      RuleOption(
        "automatic-packages", .severity(default: .warning),
        summary:
          "copies of a package product that Xcode would have to build dynamically and does not"
      ),
      RuleOption(
        "same-image", .severity(default: nil),
        summary: "two paths to a static library within one binary, which holds it once"),
    ], fix: .unsafe, traits: [.judgesBinaries], needs: [.staticModules], rule: DuplicateStatic.self),
  RuleEntry(
    "missing-embed", "an app does not embed a dynamic framework it needs at launch", fix: .safe,
    block: FindingBlock { "'\($0)' does not embed \($1) frameworks that it needs at launch" },
    traits: [.judgesBinaries], fixStep: .additions, needs: [.applications], rule: MissingEmbed.self),
  RuleEntry(
    "missing-bundle", "an app or extension does not copy a resource bundle its code needs",
    fix: .safe, block: FindingBlock { "'\($0)' does not copy \($1) bundles that it needs" },
    traits: [.judgesBinaries], fixStep: .additions, needs: [.resourceBundles],
    rule: MissingBundle.self),
  RuleEntry(
    "nested-embed", "an extension or framework embeds a framework, which the App Store rejects",
    fix: .safe, traits: [.judgesBinaries], fixStep: .additions, needs: [.embedding],
    rule: NestedEmbed.self),
  RuleEntry(
    "unembedded-extension", "no app embeds the extension, app clip, watch app or XPC service",
    defaultSeverity: .warning, traits: [.judgesBinaries], needs: [.applications],
    rule: UnembeddedExtension.self),
  RuleEntry(
    "package-in-static", "a static framework contains a package product that others link too",
    defaultSeverity: .warning, fix: .unsafe,
    block: PackageInStatic.block, traits: [.judgesBinaries], needs: [.packages],
    rule: PackageInStatic.self),
  RuleEntry(
    "unlinked-static",
    "a framework or XPC service uses a static library that XcodeGen does not link",
    fix: .unsafe, needs: [.scannedSources], rule: UnlinkedStatic.self),
  RuleEntry(
    "deployment-target", "a module links one with a higher deployment target", needs: [.settings],
    rule: DeploymentTarget.self),
  RuleEntry(
    "bundle-identifier",
    "parts of an application have the same bundle identifier, or one without its prefix",
    needs: [.applications, .settings], rule: BundleIdentifier.self),
  RuleEntry(
    "static-resources", "a static library or framework has resources that no application copies",
    defaultSeverity: .warning, needs: [.applications, .staticModules], rule: StaticResources.self),
  RuleEntry(
    .undeclaredImport, "a source imports a module that its target does not link",
    defaultSeverity: nil,
    options: [
      RuleOption(
        "transitive", .severity(default: nil),
        summary: "imports of modules that something the target links does link"),
      RuleOption(
        "tests", .severity(default: .warning), summary: "imports in the sources of test bundles"
      ),
    ], fix: .unsafe,
    block: FindingBlock(showsPlaces: true) {
      "'\($0)' imports \($1) modules that it does not link"
    }, traits: [.judgesImports, .yields, .needsSources], fixStep: .imports,
    needs: [.scannedSources], rule: UndeclaredImport.self),
  RuleEntry(
    .unusedLink, "no source of the target needs the link", defaultSeverity: nil,
    options: [
      RuleOption(
        "executables", .severity(default: nil),
        summary: "links of applications, extensions, tools and other executables"),
      RuleOption(
        "tests", .severity(default: nil), summary: "links of test bundles"),
    ], fix: .safe,
    block: FindingBlock(showsPlaces: true) {
      "no source of '\($0)' imports \($1) modules that it links"
    }, traits: [.judgesImports, .judgesBinaries, .needsSources], needs: [.scannedSources],
    rule: UnusedLink.self),
  RuleEntry(
    .testSupportInProduct, "a module that is neither test nor test support links test support",
    traits: [.judgesLinks, .explains], needs: [.testCode], rule: TestSupportInProduct.self),
  RuleEntry(
    .linkConstraint, "a link breaks an entry of 'links', and is reported under its id",
    traits: [.judgesLinks], needs: [.constraints], rule: LinkConstraint.self),
  RuleEntry(
    "sdk-names-module", "`sdk:` names a framework that the workspace builds",
    defaultSeverity: .warning, fix: .unsafe, needs: [.systemLinks], rule: SDKNamesModule.self),
  RuleEntry(
    .unknownModule, "a dependency names something that does not exist",
    fix: .unsafe, needs: [.unknownReferences], rule: UnknownModule.self),
  RuleEntry(
    .duplicateModule, "two targets build the same product for the same platform",
    rule: DuplicateModule.self),
  RuleEntry(
    "embedded-static", "an app embeds a static framework", defaultSeverity: nil,
    fix: .safe, traits: [.judgesBinaries], needs: [.embedding], rule: EmbeddedStatic.self),
  RuleEntry(
    "package-version-mismatch", "a package has two version requirements or locked versions",
    defaultSeverity: .warning, needs: [.packageRequirements], rule: PackageVersionMismatch.self),
  RuleEntry(
    .unassignedModule, "a module is in no layer",
    block: FindingBlock(
      .rule, showsPlaces: true,
      help:
        "add patterns for their folders to the layers they belong to, or move them to folders of layers"
    ) { "\($1) modules are in no layer" }, traits: [.isLocal], needs: [.layers],
    rule: UnassignedModule.self),
  RuleEntry(
    "ambiguous-layer", "a module is in two layers",
    traits: [.isLocal, .comparesPatterns], needs: [.severalLayers], rule: AmbiguousLayer.self),
  RuleEntry(
    .orphan, "no product and no test reaches the module", defaultSeverity: nil, rule: Orphan.self),
  RuleEntry(
    "max-depth", "the chain of links below a module is longer than 'limit'", defaultSeverity: nil,
    options: [
      RuleOption("limit", .limit, summary: "the maximum length of a chain of links")
    ], needs: [.links], rule: MaxDepth.self),
  RuleEntry(
    "max-dependencies", "a module links more modules than 'limit'", defaultSeverity: nil,
    options: [
      RuleOption(
        "limit", .limit,
        summary: "the maximum number of modules of this repository that a module may link")
    ], needs: [.links], rule: MaxDependencies.self),
  RuleEntry(
    .workspaceMismatch, "an Xcode workspace and the specs list different projects",
    defaultSeverity: nil, traits: [.needsXcodeWorkspaces], rule: WorkspaceMismatch.self),
  RuleEntry(
    .unusedPattern, "a pattern, layer, tag or external of rules.yml matches nothing",
    defaultSeverity: .warning,
    options: [
      RuleOption(
        "allowances", .severity(default: nil),
        summary: "what layers and constraints allow and nothing in the graph does")
    ], fix: .safe, traits: [.explains], rule: UnusedPattern.self),
]

/// All rules, in the order of the manual: those on the graph, then those that the readers of files
/// check.
public let ruleCatalog = RuleCatalog(
  allRules.map(\.info) + [
    RuleInfo(
      .unusedException, "an exception matches no finding", defaultSeverity: .warning, fix: .safe),
    RuleInfo(.expiredException, "the last day of an exception has passed"),
    RuleInfo(.staleBaseline, "a baseline entry matches no finding", fix: .safe),
    RuleInfo(.invalidBaseline, "the baseline is not as modlint writes it"),
    RuleInfo(
      .rulesWeakened, "rules.yml or the baseline allows what it did not at REV",
      defaultSeverity: .warning),
    RuleInfo(.invalidRules, "rules.yml is invalid"),
    RuleInfo(.invalidSpec, "XcodeGen cannot load a spec, or crashes on it", traits: [.isLocal]),
    RuleInfo(.invalidProject, "Xcode cannot open an Xcode project", traits: [.isLocal]),
    RuleInfo(
      .duplicateDependency, "a target names the same dependency twice", fix: .safe,
      traits: [.isLocal]
    ),
    RuleInfo(.missingInclude, "an include does not exist"),
    RuleInfo(
      .includeCase, "an include exists only with another case",
      defaultSeverity: .warning, fix: .safe, traits: [.isLocal]),
    RuleInfo(
      .unknownKey, "XcodeGen does not know a key", defaultSeverity: .warning,
      fix: .unsafe, traits: [.isLocal], fixStep: .keys),
    RuleInfo(
      .duplicateKey, "a mapping has the same key twice",
      defaultSeverity: .warning, fix: .safe, traits: [.isLocal]),
    RuleInfo(
      .ignoredValue, "XcodeGen silently ignores a value",
      defaultSeverity: .warning, traits: [.isLocal]),
  ])

extension Configuration {
  /// Returns the severity of `rule` from rules.yml or its default; `nil` if the rule is off.
  public func severity(of rule: RuleID) -> Severity? {
    if let level = rules[rule]?.level { return level.severity }
    return ruleCatalog[rule]?.defaultSeverity
  }
}
