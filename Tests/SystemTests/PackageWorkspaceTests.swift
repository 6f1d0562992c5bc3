import Foundation
import ProgramRuns
import Testing

/// A workspace of packages reads like one with a spec that names each of them.
@Suite struct PackageWorkspaceTests {
  @Test(arguments: workspaces)
  func equalsOneWithASpecThatNamesEach(_ workspace: Workspace) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    try workspace.write(to: folder)
    let alone = try Self.outputs(in: folder)
    #expect(!workspace.packages.isEmpty)
    let names = workspace.packages.enumerated().map { "  P\($0): { path: \"\($1)\" }\n" }
    try ("name: Stub\npackages:\n" + names.joined())
      .write(to: folder.appending(path: "project.yml"), atomically: true, encoding: .utf8)
    for (printed, expected) in zip(alone, try Self.outputs(in: folder)) {
      #expect(printed == expected)
    }
  }

  private static func outputs(in folder: URL) throws -> [String] {
    try [
      ["--strict"], ["--format", "json"], ["--format", "sarif"], ["list"], ["list", "--externals"],
      ["stats"], ["graph", "--format", "json", "--tests", "--externals"], ["graph", "--dot"],
      ["fix", "--diff"],
    ].map { try GoldenCase.modlint($0, in: folder) }
  }

  /// Files by their paths, without specs, and with a rules.yml.
  struct Workspace: CustomTestStringConvertible {
    var testDescription: String
    var files: [String: Data]

    /// The folders with a manifest.
    var packages: [String] {
      files.keys.filter { $0 == "Package.swift" || $0.hasSuffix("/Package.swift") }
        .map { $0 == "Package.swift" ? "." : String($0.dropLast("/Package.swift".count)) }
        .sorted()
    }

    func write(to folder: URL) throws {
      for (path, data) in files {
        let file = folder.appending(path: path)
        try FileManager.default.createDirectory(
          at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try data.write(to: file)
      }
      let rules = folder.appending(path: "rules.yml")
      if files["rules.yml"] == nil { try Data("version: 1\n".utf8).write(to: rules) }
    }
  }

  private static let examples = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "examples")

  static let workspaces = ["package", "package-broken", "packages", "packages-broken"].map { name in
    let root = examples.appending(path: name)
    let paths = FileManager.default.enumerator(atPath: root.path)?.allObjects as? [String] ?? []
    var files: [String: Data] = [:]
    for path in paths where !path.hasSuffix("project.yml") {
      files[path] = try? Data(contentsOf: root.appending(path: path))
    }
    return Workspace(testDescription: name, files: files)
  }
}
