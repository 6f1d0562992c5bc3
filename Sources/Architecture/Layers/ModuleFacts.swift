/// What the rules ask about a module.
public struct ModuleFacts: OptionSet, Sendable {
  public var rawValue: UInt8

  @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }

  @inlinable public static var interface: Self { Self(rawValue: 1) }
  @inlinable public static var testSupport: Self { Self(rawValue: 2) }
  @inlinable public static var ignored: Self { Self(rawValue: 4) }
  /// An aggregate, a legacy target or an external, none of which needs a layer.
  @inlinable public static var unlayered: Self { Self(rawValue: 8) }
  @inlinable public static var test: Self { Self(rawValue: 16) }
  @inlinable public static var executable: Self { Self(rawValue: 32) }
  @inlinable public static var external: Self { Self(rawValue: 64) }
  /// A bundle without code, which cannot be linked.
  @inlinable public static var resources: Self { Self(rawValue: 128) }
}
