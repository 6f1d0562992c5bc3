internal import Diagnostics
internal import Graph
internal import Projects
internal import SpecDecoding

// The linking of a dependency between two products by XcodeGen and Xcode. Not methods of the
// builder: each call would copy its contents.
extension Reference {
  var linkKind: Link.Kind {
    switch self {
    case .target, .targetOfProject, .malformedTarget: .target
    case .file: .framework
    case .prebuilt: .carthage
    case .system: .sdk
    case .package, .productOfAnyPackage: .package
    case .bundle: .bundle
    case .plugin: .plugin
    }
  }
}

extension Dependency {
  /// Returns the flags of the link, except those for embedding and re-exporting.
  ///
  /// `product` is `nil` for an external.
  func flags(of product: LinkTraits?, from dependent: LinkTraits) -> Link.Flags {
    var result: Link.Flags = []
    if flags.contains(.weak) { result.insert(.weak) }
    if flags.contains(.implicit) { result.insert(.implicit) }
    if flags.contains(.inherited) { result.insert(.inherited) }
    if flags.contains(.renamed) { result.insert(.renamed) }
    if link == false { result.insert(.declaredUnlinked) }
    if embed == false { result.insert(.declaredUnembedded) }
    if isLinked(product, into: dependent) { result.insert(.linked) }
    if !isInLinkPhase(product, of: dependent) { result.insert(.withoutPhase) }
    if flags.contains(.copied) { result.formUnion(copyFlags(from: dependent)) }
    if reference.isTarget, link == nil, product?.type == .staticLibrary,
      !dependent.type.linksStaticsByDefault
    {
      result.insert(.linkedByHand)
    }
    return result
  }

  /// Returns the flags for `copy:`, for `bundle:` and for Carthage frameworks that a script copies.
  ///
  /// XcodeGen ignores `copy:` unless it embeds the dependency.
  private func copyFlags(from dependent: LinkTraits) -> Link.Flags {
    let isByScript =
      reference.isPrebuilt
      && LinkDefaults.copiesCarthageByScript(
        dependent.type, on: dependent.platform, embedsByPhase: dependent.embedsPrebuiltByPhase)
    guard reference.linkKind != .bundle, !isByScript else { return [] }
    let isAsked = embed ?? (dependent.type.isApp || dependent.type.isTest)
    let result: Link.Flags = isAsked ? [.copied] : []
    return flags.contains(.copiedElsewhere) ? result.union([.copiedElsewhere]) : result
  }

  /// Whether the dependent contains or loads the code of the product: by `link:`, else if it can be
  /// linked.
  ///
  /// Includes a static library that XcodeGen omits from the link phase of a framework: the
  /// framework would not build without the library.
  private func isLinked(_ product: LinkTraits?, into dependent: LinkTraits) -> Bool {
    guard dependent.kind != .aggregate, dependent.kind != .packagePlugin else { return false }
    let packageTarget = product?.kind.packageTarget
    if let packageTarget, packageTarget != .library { return false }
    switch reference.linkKind {
    case .plugin, .bundle: return false
    // XcodeGen links it regardless of `link:`.
    case .sdk: return product?.kind == .plain
    // A static library only waits for its packages to be built.
    case .package: return link ?? (dependent.type != .staticLibrary)
    // XcodeGen does not link a static framework unless it would embed it.
    case .carthage where flags.contains(.prebuiltStatic):
      return link != false
        || embed ?? LinkDefaults.embedsCarthage(dependent.type, on: dependent.platform)
    default: break
    }
    guard let product, packageTarget == nil else { return link ?? true }
    return product.kind == .plain && link ?? (product.builtLinkage != .none)
  }

  private func isInLinkPhase(_ product: LinkTraits?, of dependent: LinkTraits) -> Bool {
    guard link == nil else { return true }
    switch (reference.linkKind, product) {
    case (.target, let other?) where !other.isOfPackage:
      return LinkDefaults.links(other.linkage, into: dependent.type)
    case (.framework, _): return dependent.type != .staticLibrary
    default: return true
    }
  }

  func isEmbedded(_ product: LinkTraits?, in dependent: LinkTraits) -> Bool {
    guard dependent.kind != .aggregate else { return false }
    switch (reference.linkKind, product) {
    case (.target, let other?) where !other.isOfPackage:
      guard other.kind != .aggregate else { return false }
      return LinkDefaults.embeds(
        dependent.type, type: other.type, linkage: other.linkage, declared: embed)
    case (.framework, _): return embed ?? (dependent.type.isApp || dependent.type.isTest)
    case (.bundle, _): return ![.staticLibrary, .dynamicLibrary].contains(dependent.type)
    default: return embed ?? false
    }
  }
}
