package import Files
import Foundation

/// A folder of its own for a test, removed at the end.
package final class TemporaryFolder {
  package let path: String

  /// Makes one with files, whose paths lead from it and need not be there.
  package init(_ files: [String: String] = [:]) throws {
    let path = NSTemporaryDirectory() + "modlint test 🗂 \(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    self.path = realPath(path) ?? path
    for (file, text) in files { try write(text, to: file) }
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  package var tree: WorkingDirectory {
    get throws { try WorkingDirectory(path) }
  }

  package func full(_ file: String) -> String { path + "/" + file }

  /// Writes a file, which is a program if it starts like one.
  package func write(_ text: String, to file: String) throws {
    let url = URL(fileURLWithPath: full(file))
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    if text.hasPrefix("#!") {
      try writeProgram(text, to: url.path)
    } else {
      try Data(text.utf8).write(to: url)
    }
  }

  /// Another process writes it: a child that a test beside this one starts could inherit the open
  /// file, and what is open for writing cannot be run ("text file busy").
  private func writeProgram(_ text: String, to path: String) throws {
    let shell = Process()
    shell.executableURL = URL(filePath: "/bin/sh")
    shell.arguments = ["-c", #"printf %s "$1" >"$2" && chmod +x "$2""#, "sh", text, path]
    try shell.run()
    shell.waitUntilExit()
  }

  package func link(_ file: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: full(file), withDestinationPath: target)
  }

  package func remove(_ file: String) throws {
    try FileManager.default.removeItem(atPath: full(file))
  }
}
