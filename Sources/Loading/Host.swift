/// What reading a workspace needs of the process: its environment, and its standard error for notes.
public struct Host: Sendable {
  /// Returns the value of a variable of the environment.
  public var environment: @Sendable (String) -> String?
  /// Writes a line for the user.
  public var note: @Sendable (String) -> Void
  /// Writes the message of another program, which may have several lines.
  public var relay: @Sendable (String) -> Void

  public init(
    environment: @escaping @Sendable (String) -> String?,
    note: @escaping @Sendable (String) -> Void, relay: @escaping @Sendable (String) -> Void
  ) {
    self.environment = environment
    self.note = note
    self.relay = relay
  }
}
