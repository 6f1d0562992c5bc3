/// The effects of a link.
struct LinkEffects: OptionSet, Sendable {
  var rawValue: UInt8

  /// Copies a static module into its dependent.
  static let absorbs = Self(rawValue: 1)
  /// Loads a module into every process that contains its dependent.
  static let loads = Self(rawValue: 2)
  /// Loads the module only if it exists.
  static let weakly = Self(rawValue: 4)
  /// Copies a product into a bundle.
  static let embeds = Self(rawValue: 8)
  /// May or may not link; no finding relies on it.
  static let uncertain = Self(rawValue: 16)
  /// Links because of an import alone; the linker searches autolinked libraries last.
  static let autolinks = Self(rawValue: 32)

  /// Whether a launch fails without the target of the link.
  var isLoadedAtLaunch: Bool { contains(.loads) && !contains(.weakly) }
}
