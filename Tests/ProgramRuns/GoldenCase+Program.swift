package import Foundation

/// The built program.
extension GoldenCase {
  /// The folder of the test bundle.
  private static let folder = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()

  /// The program that `MODLINT` names, such as a release; else the one beside the test bundle.
  package static let binary: URL =
    ProcessInfo.processInfo.environment["MODLINT"].map { URL(filePath: $0).absoluteURL }
    ?? folder.appending(path: "modlint")

  /// A workspace with a finding of each severity, for tests that only read it.
  package static let colours: URL = {
    let folder = Self.folder.appending(path: "golden/workspace")
    try? FileManager.default.removeItem(at: folder)
    try? FileManager.default.createDirectory(
      at: folder.deletingLastPathComponent(), withIntermediateDirectories: true)
    try? GoldenCase(page: root.appending(path: "cli/colours.txtar")).unpack(to: folder)
    return folder
  }()

  package static func modlint(
    _ arguments: [String], in folder: URL, environment: [String: String] = [:]
  ) throws -> String {
    try process(arguments, in: folder, environment: environment).finish().text
  }

  /// The program, ready to run; its output goes nowhere in particular yet.
  package static func process(
    _ arguments: [String], in folder: URL, environment: [String: String] = [:]
  ) -> Process {
    let process = Process()
    process.executableURL = binary
    process.currentDirectoryURL = folder
    process.arguments = arguments
    process.environment = ["PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"]
      .merging(measurement) { $1 }.merging(environment) { $1 }
    process.standardInput = FileHandle.nullDevice
    return process
  }

  /// Runs git with no configuration but the repository's own.
  package static func git(_ arguments: [String], in folder: URL) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["git", "-c", "user.name=you", "-c", "user.email=you@modlint.example"]
    process.arguments?.append(contentsOf: arguments)
    process.currentDirectoryURL = folder
    process.environment = [
      "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin",
      "GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": "/dev/null",
    ]
    process.standardInput = FileHandle.nullDevice
    let ending = try process.finish()
    if ending.status != 0 { throw Failure(description: ending.text) }
  }

  package static func git(_ arguments: String..., in folder: URL) throws {
    try git(arguments, in: folder)
  }

  /// What a program that was built to be watched has to know: for `make coverage` where to tell which
  /// lines it ran, else it would do so in the folder that it is started in; for `make sanitize` which
  /// leaks are none.
  package static let measurement: [String: String] = {
    let environment = ProcessInfo.processInfo.environment
    var result: [String: String] = [:]
    if let file = environment["LLVM_PROFILE_FILE"] {
      result["LLVM_PROFILE_FILE"] = (file as NSString).deletingPathExtension + "-%p.profraw"
    }
    for name in ["ASAN_OPTIONS", "TSAN_OPTIONS"] { result[name] = environment[name] }
    result["LSAN_OPTIONS"] = environment["PROGRAM_LSAN_OPTIONS"]
    return result
  }()
}
