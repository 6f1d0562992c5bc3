import Foundation
import ProgramRuns
import Testing

/// What a terminal gets to see.
@Suite struct TerminalTests {
  private static let input = GoldenCase.colours
  private static let escape = "\u{1B}"

  private func shown(
    _ arguments: [String], in folder: URL = input, _ environment: [String: String] = [:],
    columns: UInt16 = 80
  ) throws -> String {
    try PseudoTerminal(columns: columns)
      .modlint(arguments, in: folder, environment: ["TERM": "xterm"].merging(environment) { $1 })
  }

  @Test func paintsWhatATerminalShows() throws {
    let painted = try GoldenCase.modlint(["--color", "always"], in: Self.input)
    #expect(painted.contains("\(Self.escape)[1;31merror:"))
    #expect(try shown([]) + "--- exit 1\n" == painted)
  }

  /// Command lines without options are not parsed by the library: every default has to be the same.
  @Test(arguments: [[], ["lint"], ["lint", "."], ["."]])
  func doesTheSameWithAnOptionThatChangesNothing(_ arguments: [String]) throws {
    for environment in [["TERM": "xterm-kitty"], ["NO_COLOR": "1"], ["GITHUB_ACTIONS": "true"]] {
      let parsed = arguments + ["--color", "auto"]
      #expect(
        try shown(arguments, environment) == shown(parsed, environment))
      #expect(
        try GoldenCase.modlint(arguments, in: Self.input, environment: environment)
          == GoldenCase.modlint(parsed, in: Self.input, environment: environment))
    }
  }

  @Test(arguments: [
    (["TERM": "dumb"], false), (["TERM": ""], false), (["NO_COLOR": "1"], false),
    (["NO_COLOR": ""], true), (["CLICOLOR": "0"], false), (["CLICOLOR": "1"], true),
    (["CLICOLOR": "0", "CLICOLOR_FORCE": "1"], true),
    (["NO_COLOR": "1", "CLICOLOR_FORCE": "1"], false),
    (["TERM": "dumb", "CLICOLOR_FORCE": "0"], false),
  ])
  func obeysTheEnvironment(_ environment: [String: String], _ isPainted: Bool) throws {
    #expect(try shown([], environment).contains(Self.escape) == isPainted)
    #expect(try shown(["stats"], environment).contains(Self.escape) == isPainted)
    #expect(try shown(["--color", "always"], environment).contains(Self.escape))
    #expect(try !shown(["--color", "never"], environment).contains(Self.escape))
  }

  @Test(arguments: [
    ([:], false), (["CLICOLOR_FORCE": "1"], true), (["CLICOLOR_FORCE": "0"], false),
    (["CLICOLOR_FORCE": "1", "NO_COLOR": "1"], false),
  ])
  func paintsAPipeOnlyWhenForced(_ environment: [String: String], _ isPainted: Bool) throws {
    let environment = ["TERM": "xterm-kitty"].merging(environment) { $1 }
    let printed = try GoldenCase.modlint([], in: Self.input, environment: environment)
    #expect(printed.contains(Self.escape) == isPainted)
  }

  @Test func keepsMessagesWholeOnANarrowTerminal() throws {
    let wide = try shown(["--color", "never"]).split(separator: "\n")
    let narrow = try shown(["--color", "never"], columns: 40).split(separator: "\n")
    #expect(wide != narrow)
    let isMessage = { (line: Substring) in line.contains("error: ") || line.contains("help: ") }
    #expect(narrow.filter(isMessage) == wide.filter(isMessage))
    #expect(narrow.contains("    'Loans' links 'Returns'"))
    #expect(narrow.filter { $0.contains(" |") }.allSatisfy { $0.count <= 40 })
  }

  /// Whatever a variable says, the report is there, with the narrowest or no cut of its lines.
  @Test(arguments: [
    "1", "2", "0", "-1", "9223372036854775807", "4611686018427387904", "99999999999999999999", "x",
  ])
  func takesAnyNumberOfColumns(_ columns: String) throws {
    let shown = try shown(["--color", "never"], ["COLUMNS": columns])
    #expect(shown.contains("desk/Loans/project.yml:7:9: error: "))
    #expect(shown.contains("1 error, 2 warnings"))
  }

  /// A history that takes long shows its progress on a terminal, and removes it again.
  ///
  /// A `git` that starts slowly makes it take long on any machine.
  @Test func historyShowsItsProgress() throws {
    try withFolder { folder in
      let git = Process()
      git.executableURL = URL(filePath: "/bin/sh")
      git.arguments = [
        "-c",
        """
        git init --quiet --initial-branch=main; git config user.name a; git config user.email a@a
        printf 'version: 1\\nlayers: [core]\\n' >rules.yml; mkdir -p core/Net; number=0
        while [ $number -lt 5 ]; do
          number=$((number + 1))
          printf '# %s\\nname: Net\\ntargets: {Net: {type: framework, platform: iOS}}\\n' $number \
            >core/Net/project.yml
          git add --all; git commit --quiet --message=$number
        done
        """,
      ]
      git.currentDirectoryURL = folder
      #expect(try git.finish(.onePipe).status == 0)
      // A program of the repository itself is never run.
      let tools = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
      defer { try? FileManager.default.removeItem(at: tools) }
      try FileManager.default.createDirectory(at: tools, withIntermediateDirectories: true)
      let slow = tools.appending(path: "git")
      let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
      try """
      #!/bin/sh
      case " $* " in *" cat-file "*) sleep 1 ;; esac
      PATH='\(path)' exec git "$@"

      """.write(to: slow, atomically: true, encoding: .utf8)
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: slow.path)
      let shown = try shown(
        ["history", "--every", "1", "--color", "never"], in: folder,
        ["PATH": "\(tools.path):\(path)"])
      #expect(shown.contains(/\r[0-9]+ of 5 revisions/))
      let parts = shown.components(separatedBy: "\r\(Self.escape)[K")
      try #require(parts.count == 2)
      #expect(parts[1].hasPrefix("      date      commit"))
      let piped = try GoldenCase.modlint(["history", "--every", "1"], in: folder)
      #expect(parts[1] + "--- exit 0\n" == piped)
    }
  }

  private func withFolder(_ body: (URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try body(folder)
  }
}
