public import Graph
public import Projects

/// The build phases to which XcodeGen adds a dependency by default.
public enum LinkDefaults {
  /// Whether `dependent` links the product of the target `dependency`.
  public static func links(_ dependent: Target, _ dependency: Target, declared: Bool?) -> Bool {
    guard dependency.kind == .plain else { return false }
    return declared ?? links(dependency.linkage, into: dependent.type)
  }

  /// Whether a target of the type `dependent` links a target for which XcodeGen assumes `linkage`.
  public static func links(_ linkage: Linkage, into dependent: ProductType) -> Bool {
    switch linkage {
    case .dynamic: dependent != .staticLibrary
    case .static: dependent.linksStaticsByDefault
    case .none, .automatic, .unknown: false
    }
  }

  /// Whether a target of the type `dependent` embeds a target of the other type for which XcodeGen
  /// assumes `linkage`.
  public static func embeds(
    _ dependent: ProductType, type: ProductType, linkage: Linkage, declared: Bool?
  ) -> Bool {
    if let declared { return declared }
    if linkage == .static { return false }
    if dependent.isApp { return true }
    return dependent.isTest && (type == .framework || type == .bundle)
  }

  /// Whether a target of the type `dependent` embeds dynamic Carthage frameworks.
  public static func embedsCarthage(_ dependent: ProductType, on platform: Platform) -> Bool {
    dependent.isApp && platform != .watchOS || dependent == .watch2Extension || dependent.isTest
  }

  /// Whether a script copies the dynamic Carthage frameworks of a target of the type `dependent`
  /// instead of a build phase.
  ///
  /// XcodeGen uses a script where the App Store requires simulator code to be stripped.
  public static func copiesCarthageByScript(
    _ dependent: ProductType, on platform: Platform, embedsByPhase: Bool?
  ) -> Bool {
    let isByScript = platform != .macOS && (dependent.isApp || dependent == .watch2Extension)
    return !(embedsByPhase ?? !isByScript)
  }
}
