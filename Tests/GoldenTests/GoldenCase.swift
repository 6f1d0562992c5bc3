import Foundation
import Testing

/// A folder with an `input` tree and an `expected.txt`.
///
/// Beside them may lie `command.txt`, a line of arguments for each run unless it is plain `lint`, and
/// `environment.txt`, a variable a line.
struct GoldenCase: CustomTestStringConvertible, Sendable {
  let folder: URL

  static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Cases")

  static let all: [GoldenCase] = {
    let files = FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)
    var cases: [GoldenCase] = []
    while let file = files?.nextObject() as? URL {
      guard file.lastPathComponent == "input" else { continue }
      files?.skipDescendants()
      cases.append(GoldenCase(folder: file.deletingLastPathComponent()))
    }
    return cases.sorted { $0.folder.path < $1.folder.path }
  }()

  /// The last two folders, as `same-layer/links-a-peer`: the subject, and what the tree shows.
  var testDescription: String { folder.pathComponents.suffix(2).joined(separator: "/") }

  /// The rule, or the area, that the case is about.
  var subject: String { folder.deletingLastPathComponent().lastPathComponent }

  var expectedFile: URL { folder.appending(path: "expected.txt") }

  var expected: String { read("expected.txt") ?? "" }

  /// Whether the case shows that something is no fault.
  var isSilent: Bool { expected.contains(": 0 errors, 0 warnings") }

  /// What each command prints to standard output and standard error, and its exit status.
  ///
  /// Runs on a copy outside of the repository, so that nothing above the input is seen.
  func run() throws -> String {
    let scratch = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: scratch) }
    try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
    let copy = scratch.appending(path: "workspace")
    try FileManager.default.copyItem(at: folder.appending(path: "input"), to: copy)
    let commands = (read("command.txt") ?? "lint").split(whereSeparator: \.isNewline)
    let outputs = try commands.map { command in
      let arguments = command.split(separator: " ").map(String.init)
      let output = try Self.modlint(arguments, in: copy, environment: environment)
      return commands.count == 1 ? output : "$ modlint \(command)\n" + output
    }
    // macOS reaches its temporary folder through a link, so both spellings are cut out.
    return [copy.resolvingSymlinksInPath().path, copy.path].reduce(outputs.joined()) {
      $0.replacingOccurrences(of: $1, with: "<workspace>")
    }
  }

  /// Runs the built binary, which lies beside the test bundle.
  static func modlint(
    _ arguments: [String], in folder: URL, environment: [String: String] = [:]
  ) throws -> String {
    try process(arguments, in: folder, environment: environment).finish().text
  }

  /// The built binary, ready to run; its output goes nowhere in particular yet.
  static func process(
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

  /// What a program that was built to be watched has to know: for `make coverage` where to tell which
  /// lines it ran, else it would do so in the folder that it is started in; for `make sanitize` which
  /// leaks are none.
  static let measurement: [String: String] = {
    let environment = ProcessInfo.processInfo.environment
    var result: [String: String] = [:]
    if let file = environment["LLVM_PROFILE_FILE"] {
      result["LLVM_PROFILE_FILE"] = (file as NSString).deletingPathExtension + "-%p.profraw"
    }
    for name in ["ASAN_OPTIONS", "TSAN_OPTIONS"] { result[name] = environment[name] }
    result["LSAN_OPTIONS"] = environment["PROGRAM_LSAN_OPTIONS"]
    return result
  }()

  private var environment: [String: String] {
    var result: [String: String] = [:]
    for line in (read("environment.txt") ?? "").split(whereSeparator: \.isNewline) {
      let parts = line.split(separator: "=", maxSplits: 1)
      result[String(parts[0])] = parts.count > 1 ? String(parts[1]) : ""
    }
    return result
  }

  private func read(_ name: String) -> String? {
    try? String(contentsOf: folder.appending(path: name), encoding: .utf8)
  }

  static let binary: URL = {
    let folder = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    return folder.appending(path: "modlint")
  }()

  /// The lines that differ.
  static func listing(_ expected: String, _ actual: String) -> String {
    let lines = { (text: String) in text.split(separator: "\n", omittingEmptySubsequences: false) }
    return lines(actual).difference(from: lines(expected)).map { change in
      switch change {
      case .remove(let offset, let line, _): "\(offset + 1): - \(line)"
      case .insert(let offset, let line, _): "\(offset + 1): + \(line)"
      }
    }
    .joined(separator: "\n")
  }
}
