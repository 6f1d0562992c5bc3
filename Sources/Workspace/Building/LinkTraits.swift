internal import Graph
internal import Projects

/// The properties of a target that decide how it is linked; small, since every link from and to it
/// reads them.
struct LinkTraits {
  var kind: Target.Kind
  var type: ProductType
  var platform: Platform
  var platforms: PlatformSet
  var linkage: Linkage
  var builtLinkage: Linkage
  /// The linkage that XcodeGen assumes for a target of another project.
  private var generatedLinkage: Linkage
  var embedsPrebuiltByPhase: Bool?
  var isResourceBundle: Bool
  var runsScripts: Bool
  var isUntyped: Bool

  init(_ target: Target) {
    kind = target.kind
    type = target.type
    platform = target.platform
    platforms = target.platforms
    linkage = target.linkage
    builtLinkage = target.builtLinkage
    generatedLinkage = target.generatedLinkage
    embedsPrebuiltByPhase = target.embedsPrebuiltByPhase
    isResourceBundle = target.isResourceBundle
    runsScripts = target.runsScripts
    isUntyped = target.isUntyped
  }

  /// The traits that XcodeGen assumes for a target of another project, of which it reads the
  /// default configuration only.
  var seenFromOutside: Self {
    var traits = self
    traits.linkage = generatedLinkage
    return traits
  }
}
