package import Foundation

/// A page of `Cases`: the files of a workspace, the commands that run in it, and all they print.
///
/// The page is a txtar archive (golang.org/x/tools/txtar): a line `-- path --` starts a file, the last
/// one is `expected`. The text before the first file may hold a note, a variable of the environment a
/// line (`export NAME=value`, in which `<workspace>` is the folder of the files) and a command a line
/// (`$ modlint graph --dot`); without a command plain `modlint lint` runs. `-- path -> target --` is a symbolic link, and `-- path (base64) --` a file whose
/// bytes a page cannot show. A file that starts with `#!` is executable. A file called `@commit` stands for a commit of what comes
/// before it: the files behind it are changes that are not committed, `@add` adds them to the index, and
/// `@without-rules` removes rules.yml.
///
/// A page may have several workspaces, each in a folder that one of its commands ends with.
package struct GoldenCase: Sendable {
  package let page: URL
  /// The lines before the first file.
  package let header: [Substring]
  package let files: [(path: String, text: Substring)]
  package let expected: String
  /// The folder of a workspace of a page with several.
  private var workspace: Substring?

  package static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "GoldenTests/Cases")

  package static let all: [GoldenCase] = {
    let files = FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)
    var pages: [URL] = []
    while let file = files?.nextObject() as? URL {
      if file.pathExtension == "txtar" { pages.append(file) }
    }
    return pages.sorted { $0.path < $1.path }.map(GoldenCase.init)
  }()

  /// Reads a page; one that is not there or holds no text is a case without files.
  package init(page: URL) {
    self.page = page
    let text = (try? String(contentsOf: page, encoding: .utf8)) ?? ""
    var header: [Substring] = []
    var files: [(path: String, text: Substring)] = []
    var start = text.startIndex
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let end = line.endIndex < text.endIndex ? text.index(after: line.endIndex) : line.endIndex
      if line.hasPrefix("-- "), line.hasSuffix(" --"), line.count > 6 {
        files.append((String(line.dropFirst(3).dropLast(3)), ""))
        start = end
      } else if files.isEmpty {
        header.append(line)
      } else {
        files[files.count - 1].text = text[start..<end]
      }
    }
    self.header = header
    expected = files.last?.path == Self.expectedName ? String(files.removeLast().text) : ""
    self.files = files
  }

  private static let expectedName = "expected"

  /// As `same-layer/links-a-peer`: the subject, and what the tree shows.
  package var testDescription: String {
    let name = "\(subject)/\(page.deletingPathExtension().lastPathComponent)"
    return workspace.map { "\(name)/\($0)" } ?? name
  }

  /// The rule, or the area, that the case is about.
  package var subject: String { page.deletingLastPathComponent().lastPathComponent }

  /// Whether the case shows that something is not an error.
  package var isSilent: Bool { expected.contains(": 0 errors, 0 warnings") }

  package var commands: [Substring] {
    let commands = header.filter { $0.hasPrefix("$ modlint") }.map {
      $0.dropFirst("$ modlint".count)
    }
    return commands.isEmpty ? [" lint"] : commands
  }

  package var environment: [String: String] {
    var result: [String: String] = [:]
    for line in header where line.hasPrefix("export ") {
      let parts = line.dropFirst("export ".count).split(separator: "=", maxSplits: 1)
      result[String(parts[0])] = parts.count > 1 ? String(parts[1]) : ""
    }
    return result
  }

  /// Writes the page with another expectation.
  package func record(_ output: String) throws {
    let text = try String(contentsOf: page, encoding: .utf8)
    let sign = "-- \(Self.expectedName) --\n"
    let start = text.range(of: "\n" + sign, options: .backwards)?.lowerBound
    let head = start.map { text[...$0] } ?? text[...]
    try (head + sign + output).write(to: page, atomically: true, encoding: .utf8)
  }

  /// Makes a folder with the files of the page.
  package func unpack(to workspace: URL) throws {
    let manager = FileManager.default
    try manager.createDirectory(at: workspace, withIntermediateDirectories: true)
    for (name, text) in files {
      if let steps = Self.steps[name] {
        for arguments in steps { try Self.git(arguments, in: workspace) }
        continue
      }
      let parts = name.components(separatedBy: " -> ")
      let path = parts[0].replacingOccurrences(of: Self.encoded, with: "")
      let file = workspace.appending(path: path)
      try manager.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      if parts.count > 1 {
        try manager.createSymbolicLink(atPath: file.path, withDestinationPath: parts[1])
      } else if path == name {
        try Data(text.utf8).write(to: file)
      } else {
        guard let bytes = Data(base64Encoded: String(text), options: .ignoreUnknownCharacters)
        else {
          throw Failure(description: "\(name) is not base64")
        }
        try bytes.write(to: file)
      }
      if text.hasPrefix("#!") {
        try manager.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
      }
    }
  }

  /// A page or a command that is not as it should be.
  package struct Failure: Error, CustomStringConvertible {
    package var description: String
  }

  /// Ends the name of a file whose content is encoded.
  private static let encoded = " (base64)"

  /// What git does where a file of that name stands.
  private static let steps = [
    "@commit": [
      ["init", "--quiet"], ["add", "--all"],
      ["commit", "--quiet", "--message=start"],
    ],
    "@add": [["add", "--all"]],
    "@without-rules": [["rm", "--quiet", "rules.yml"]],
  ]

  /// What each command prints to standard output and standard error, and its exit status.
  ///
  /// Runs on a copy outside of the repository, so that nothing above the workspace is seen.
  package func run() throws -> String {
    let scratch = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: scratch) }
    try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
    let copy = scratch.appending(path: "workspace")
    try unpack(to: copy)
    let environment = environment.mapValues {
      $0.replacingOccurrences(of: "<workspace>", with: copy.path)
    }
    let outputs = try commands.map { command in
      let arguments = command.split(separator: " ").map(String.init)
      let output = try Self.modlint(arguments, in: copy, environment: environment)
      return commands.count == 1 ? output : "$ modlint\(command)\n" + output
    }
    // macOS reaches its temporary folder through a link, so both spellings are cut out.
    return [copy.resolvingSymlinksInPath().path, copy.path].reduce(outputs.joined()) {
      $0.replacingOccurrences(of: $1, with: "<workspace>")
    }
  }

  /// The lines that differ.
  package static func listing(_ expected: String, _ actual: String) -> String {
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

extension GoldenCase {
  /// The workspaces of the page, each as a case; the page itself if it is one workspace.
  package var workspaces: [GoldenCase] {
    let folders = commands.map { $0.split(separator: " ").last ?? "" }
    let areFolders = folders.allSatisfy { folder in
      files.contains { $0.path == "\(folder)/rules.yml" }
    }
    guard commands.count > 1, Set(folders).count == folders.count, areFolders else { return [self] }
    return zip(commands, folders).map { GoldenCase($0, folder: $1, of: self) }
  }

  private init(_ command: Substring, folder: Substring, of other: GoldenCase) {
    page = other.page
    workspace = folder
    let own: Substring = "$ modlint" + command.dropLast(folder.count + 1)
    header = other.header.filter { $0.hasPrefix("export ") } + [own]
    files = other.files.compactMap { path, text in
      path.hasPrefix("\(folder)/") ? (String(path.dropFirst(folder.count + 1)), text) : nil
    }
    let start = other.expected.range(of: "$ modlint\(command)\n")?.upperBound
    let printed = start.map { other.expected[$0...] } ?? ""
    expected = String(printed.range(of: "\n$ modlint").map { printed[...$0.lowerBound] } ?? printed)
  }
}
