/// Facts about a spec that limit what can be concluded from it.
public struct SpecTraits: OptionSet, Sendable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// A key that ends in `:REPLACE` may remain after merging.
  static let replacingKeys = SpecTraits(rawValue: 1)
  /// XcodeGen substitutes no template attributes, so that variables remain.
  public static let unusableTemplateAttributes = SpecTraits(rawValue: 2)
  /// A block is under a key that XcodeGen does not define.
  static let misplacedBlocks = SpecTraits(rawValue: 4)
  /// A template in the spec does not exist.
  public static let missingTemplates = SpecTraits(rawValue: 8)
  /// An included file could not be read.
  public static let brokenIncludes = SpecTraits(rawValue: 16)
  /// The variables of the environment were expanded, so that the remaining ones are not set.
  public static let expandedVariables = SpecTraits(rawValue: 32)

  /// Parts of the spec are missing.
  public var isIncomplete: Bool { !isDisjoint(with: [.brokenIncludes, .misplacedBlocks]) }
}
