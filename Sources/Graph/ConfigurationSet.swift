/// A set of build configurations: bit *i* is name *i* of `ModuleGraph.configurations`.
public struct ConfigurationSet: OptionSet, Hashable, Sendable {
  public var rawValue: UInt32

  @inlinable public init(rawValue: UInt32) { self.rawValue = rawValue }

  public init(number: Int) { rawValue = 1 << UInt32(number) }

  /// All configurations of any graph.
  @inlinable public static var all: Self { Self(rawValue: .max) }

  /// The greatest number of configurations that a set distinguishes.
  public static let most = UInt32.bitWidth
}

/// The linkage of a module in some configurations, where they disagree.
public struct ConfiguredLinkage: Hashable, Sendable {
  public var linkage: Linkage
  public var configurations: ConfigurationSet

  public init(_ linkage: Linkage, in configurations: ConfigurationSet) {
    self.linkage = linkage
    self.configurations = configurations
  }
}

/// The application that a test bundle is loaded into in some configurations, where they disagree.
public struct ConfiguredHost: Hashable, Sendable {
  /// `nil` if no application loads it.
  public var host: ModuleID?
  public var configurations: ConfigurationSet

  public init(_ host: ModuleID?, in configurations: ConfigurationSet) {
    self.host = host
    self.configurations = configurations
  }
}
