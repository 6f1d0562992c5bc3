import Loading

extension Host {
  static let process = Host(
    environment: Terminal.environment, note: Terminal.printError, relay: Terminal.relay)
}
