public enum Tide {
  case high, low

  public static var now: Tide { .high }

  public var name: String { self == .high ? "high" : "low" }
}
