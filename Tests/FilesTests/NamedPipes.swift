import Foundation
import TestSupport
import Testing

extension TemporaryFolder {
  /// Makes a pipe that nobody writes to: who waits for it waits forever.
  func pipe(_ file: String) { #expect(mkfifo(full(file), 0o600) == 0) }
}
