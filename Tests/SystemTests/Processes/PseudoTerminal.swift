import Foundation
import ProgramRuns

/// A terminal that nobody looks at, for programs that behave otherwise on one.
struct PseudoTerminal {
  /// The side of the person.
  private let screen: FileHandle
  /// The side of the program.
  private let device: FileHandle

  init(columns: UInt16) throws {
    var size = winsize(ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    var (master, slave): (Int32, Int32) = (-1, -1)
    guard openpty(&master, &slave, nil, nil, &size) == 0 else {
      throw POSIXError(.init(rawValue: errno) ?? .ENODEV)
    }
    screen = FileHandle(fileDescriptor: master, closeOnDealloc: true)
    device = FileHandle(fileDescriptor: slave, closeOnDealloc: true)
  }

  /// What modlint shows with this terminal as standard output and standard error.
  func modlint(
    _ arguments: [String], in folder: URL, environment: [String: String] = [:]
  ) throws -> String {
    let process = GoldenCase.process(arguments, in: folder, environment: environment)
    process.standardOutput = device
    process.standardError = device
    let shown = try process.finish(reading: [screen]) { try device.close() }
    // A terminal goes back to the first column by itself.
    return String(decoding: shown[0], as: UTF8.self).replacingOccurrences(of: "\r\n", with: "\n")
  }
}
