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

/// A property of a module in some configurations, where they disagree.
public struct Configured<Value: Sendable>: Sendable {
  public var value: Value
  public var configurations: ConfigurationSet

  public init(_ value: Value, in configurations: ConfigurationSet) {
    self.value = value
    self.configurations = configurations
  }
}
