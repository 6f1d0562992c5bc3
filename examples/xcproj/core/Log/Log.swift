public struct Log {
  public init() {}
}
