/// A platform, spelled as in XcodeGen.
public enum Platform: String, CaseIterable, Sendable {
  case auto
  case iOS
  case tvOS
  case macOS
  case watchOS
  case visionOS
}

/// A set of platforms.
public struct PlatformSet: OptionSet, Hashable, Sendable {
  public var rawValue: UInt8

  @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }

  @inlinable public static var iOS: Self { Self(rawValue: 1) }
  @inlinable public static var tvOS: Self { Self(rawValue: 2) }
  @inlinable public static var macOS: Self { Self(rawValue: 4) }
  @inlinable public static var watchOS: Self { Self(rawValue: 8) }
  @inlinable public static var visionOS: Self { Self(rawValue: 16) }
  /// macOS programs built from iOS code.
  @inlinable public static var macCatalyst: Self { Self(rawValue: 32) }
  @inlinable public static var all: Self { Self(rawValue: 63) }
  public static let each = [iOS, tvOS, macOS, watchOS, visionOS, macCatalyst]

  /// Creates the platforms of a target of `platform` without destinations.
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

  public static let destinationNames = destinations.map(\.name)

  public var destinationNames: [String] {
    Self.destinations.filter { contains($0.set) }.map(\.name)
  }

  public init?(destination: String) {
    guard let known = Self.destinations.first(where: { $0.name == destination }) else { return nil }
    self = known.set
  }
}
