/// A platform as XcodeGen spells it.
public enum Platform: String, CaseIterable, Sendable {
  case auto
  case iOS
  case tvOS
  case macOS
  case watchOS
  case visionOS
}

/// A set of platforms, as few bits.
public struct PlatformSet: OptionSet, Hashable, Sendable {
  public var rawValue: UInt8

  public init(rawValue: UInt8) { self.rawValue = rawValue }

  public static let iOS = Self(rawValue: 1)
  public static let tvOS = Self(rawValue: 2)
  public static let macOS = Self(rawValue: 4)
  public static let watchOS = Self(rawValue: 8)
  public static let visionOS = Self(rawValue: 16)
  /// macOS programs built from iOS code.
  public static let macCatalyst = Self(rawValue: 32)
  public static let all = Self(rawValue: 63)
  /// Each platform by itself.
  public static let each = [iOS, tvOS, macOS, watchOS, visionOS, macCatalyst]

  /// What a target of `platform` is built for unless it names destinations.
  public init(_ platform: Platform) {
    switch platform {
    case .auto: self = .all
    case .iOS: self = [.iOS, .macCatalyst]
    case .tvOS: self = .tvOS
    case .macOS: self = .macOS
    case .watchOS: self = .watchOS
    case .visionOS: self = .visionOS
    }
  }
}

// Destinations: the words of `supportedDestinations` and `destinationFilters`.
extension PlatformSet {
  private static let destinations: [(name: String, set: Self)] = [
    ("iOS", .iOS), ("tvOS", .tvOS), ("macOS", .macOS), ("watchOS", .watchOS),
    ("visionOS", .visionOS), ("macCatalyst", .macCatalyst),
  ]

  /// The words for all destinations there are.
  public static let destinationNames = destinations.map(\.name)

  /// The words for what the set holds.
  public var destinationNames: [String] {
    Self.destinations.filter { contains($0.set) }.map(\.name)
  }

  /// What a word for a destination means.
  public init?(destination: String) {
    guard let known = Self.destinations.first(where: { $0.name == destination }) else { return nil }
    self = known.set
  }
}
