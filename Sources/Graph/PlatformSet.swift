public import Diagnostics

/// A platform, spelled as in XcodeGen.
public enum Platform: String, CaseIterable, Sendable {
  case auto
  case iOS
  case tvOS
  case macOS
  case watchOS
  case visionOS
}

/// A platform that products are built for: a word of `supportedDestinations`.
public enum BuildPlatform: UInt8, CaseIterable, Sendable {
  case iOS, tvOS, macOS, watchOS, visionOS
  /// macOS programs built from iOS code.
  case macCatalyst

  public static let names = ["iOS", "tvOS", "macOS", "watchOS", "visionOS", "macCatalyst"]

  public var name: String { Self.names[Int(rawValue)] }

  public init?(_ name: String) {
    guard let found = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = found
  }
}

public typealias PlatformSet = FlagSet<BuildPlatform>

extension PlatformSet {
  @inlinable public static var all: Self { Self(rawValue: 63) }

  /// Creates the platforms of a target of `platform` without destinations.
  public init(_ platform: Platform) {
    switch platform {
    case .auto: self = .all
    case .iOS: self = [.iOS, .macCatalyst]
    case .tvOS: self = [.tvOS]
    case .macOS: self = [.macOS]
    case .watchOS: self = [.watchOS]
    case .visionOS: self = [.visionOS]
    }
  }

  public var destinationNames: [String] { BuildPlatform.allCases.filter(contains).map(\.name) }

  /// The names without macCatalyst if iOS implies it.
  public var names: [String] {
    contains(.iOS) ? subtracting([.macCatalyst]).destinationNames : destinationNames
  }
}
