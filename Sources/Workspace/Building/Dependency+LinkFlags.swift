internal import Graph
internal import Projects
internal import Specs

/// What a dependency leads to, as far as that decides what becomes of it.
enum LinkedProduct {
  case target(LinkTraits)
  /// A target of a local package, and whether that is one which others link.
  case package(isLibrary: Bool)
  /// Nothing here builds it.
  case external
}

// What XcodeGen and Xcode make of a dependency between two products. Of its two ends nothing more is asked than
// is handed in: a method of the builder would copy all that it holds for each link.
extension Dependency {
  var linkKind: Link.Kind {
    switch kind {
    case .target: .target
    case .framework: .framework
    case .carthage: .carthage
    case .sdk: .sdk
    case .package: .package
    case .bundle: .bundle
    case .plugin: .plugin
    }
  }

  /// The flags of its link, but for what is embedded and what is passed on.
  func flags(of product: LinkedProduct, from dependent: Target) -> Link.Flags {
    var result: Link.Flags = []
    if flags.contains(.weak) { result.insert(.weak) }
    if flags.contains(.implicit) { result.insert(.implicit) }
    if flags.contains(.inherited) { result.insert(.inherited) }
    if link == false { result.insert(.declaredUnlinked) }
    if embed == false { result.insert(.declaredUnembedded) }
    if isLinked(product, into: dependent) { result.insert(.linked) }
    if !isInLinkPhase(product, of: dependent) { result.insert(.withoutPhase) }
    if flags.contains(.copied) { result.formUnion(copyFlags(from: dependent)) }
    if kind == .target, link == nil, case .target(let other) = product,
      other.type == .staticLibrary, !dependent.type.linksStaticsByDefault
    {
      result.insert(.linkedByHand)
    }
    return result
  }

  /// What `copy:` comes to; XcodeGen does not look at it unless it embeds the dependency, for a `bundle:`, nor
  /// where a script copies what Carthage has built.
  private func copyFlags(from dependent: Target) -> Link.Flags {
    let isByScript = kind == .carthage && LinkDefaults.copiesCarthageByScript(dependent)
    guard kind != .bundle, !isByScript else { return [] }
    let isAsked = embed ?? (dependent.type.isApp || dependent.type.isTest)
    let result: Link.Flags = isAsked ? .copied : []
    return flags.contains(.copiedElsewhere) ? result.union(.copiedElsewhere) : result
  }

  /// Whether code of the one gets into the other: what is declared; else all that can be linked, also
  /// a static that XcodeGen keeps out of a framework's link phase, since it would not build without.
  private func isLinked(_ product: LinkedProduct, into dependent: Target) -> Bool {
    guard dependent.kind != .aggregate else { return false }
    switch kind {
    case .plugin, .bundle: return false
    // XcodeGen links it whatever `link:` says.
    case .sdk:
      guard case .target(let other) = product else { return false }
      return other.kind == .plain
    // A static library only waits for its packages to be built.
    case .package:
      if case .package(isLibrary: false) = product { return false }
      return link ?? (dependent.type != .staticLibrary)
    // XcodeGen leaves a static one out only where it would not embed it either.
    case .carthage where flags.contains(.carthageStatic):
      return link != false || embed ?? LinkDefaults.embedsCarthage(dependent)
    case .target, .framework, .carthage: break
    }
    guard case .target(let other) = product else { return link ?? true }
    guard other.kind == .plain else { return false }
    return link ?? (other.builtLinkage != .none)
  }

  /// Whether XcodeGen adds the product of a target, or a framework, to the link phase of `dependent`.
  private func isInLinkPhase(_ product: LinkedProduct, of dependent: Target) -> Bool {
    guard link == nil else { return true }
    switch (kind, product) {
    case (.target, .target(let other)):
      return LinkDefaults.links(other.linkage, into: dependent.type)
    case (.framework, _): return dependent.type != .staticLibrary
    default: return true
    }
  }

  /// Whether XcodeGen embeds what is declared.
  func isEmbedded(_ product: LinkedProduct, in dependent: Target) -> Bool {
    guard dependent.kind != .aggregate else { return false }
    switch (kind, product) {
    case (.target, .target(let other)):
      guard other.kind != .aggregate else { return false }
      return LinkDefaults.embeds(
        dependent, type: other.type, linkage: other.linkage, declared: embed)
    case (.framework, _): return embed ?? LinkDefaults.embedsFiles(dependent.type)
    case (.bundle, _): return ![.staticLibrary, .dynamicLibrary].contains(dependent.type)
    default: return embed ?? false
    }
  }
}
