import Loading

extension Host {
  /// This process.
  static let process = Host(
    environment: Terminal.environment, note: Terminal.printError, relay: Terminal.relay)
}
