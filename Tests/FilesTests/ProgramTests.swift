import Files
import TestSupport
import Testing

@Suite struct ProgramTests {
  private func shell(_ script: String, timeLimit: Int = 20_000, outputLimit: Int = 1 << 22)
    -> Program
  {
    Program("sh", ["-c", script], timeLimit: timeLimit, outputLimit: outputLimit)
  }

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  @Test func givesOutputStandardErrorAndStatus() throws {
    let result = try shell("echo out; echo 'went wrong' >&2; exit 3").run()
    #expect(text(result.output) == "out\n")
    #expect(result.standardError == "went wrong")
    #expect(result.status == 3)
  }

  @Test func tellsTheSignalThatEndedIt() throws {
    #expect(try shell("kill -9 $$").run().status == -9)
  }

  @Test func doesNotWaitForEachOther() throws {
    let input = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 20)
    let result = try shell("tee /dev/stderr").run(input: input)
    #expect(result.output == input)
    #expect(result.standardError.utf8.count == 4096)
  }

  @Test func mayLeaveItsInputUnread() throws {
    let input = [UInt8](repeating: 0, count: 1 << 20)
    #expect(try shell("true").run(input: input).status == 0)
  }

  @Test func passesArgumentsAsTheyAre() throws {
    let arguments = ["%s|", "two words", "$HOME", "🛰", "", "'\""]
    let program = Program("printf", arguments, timeLimit: 20_000, outputLimit: 1000)
    #expect(text(try program.run().output) == "two words|$HOME|🛰||'\"|")
  }

  @Test func runsInTheFolderWithTheEnvironment() throws {
    let folder = try TemporaryFolder()
    var program = shell("pwd; echo \"$MODLINT_TEST\"; echo \"${HOME-none}\"")
    program.folder = folder.path
    program.environment = ["MODLINT_TEST": "a = b", "HOME": nil]
    let lines = text(try program.run().output).split(separator: "\n")
    #expect(lines.map(String.init) == [try #require(realPath(folder.path)), "a = b", "none"])
  }

  @Test func endsWhatTakesTooLongWithAllItStarted() throws {
    let folder = try TemporaryFolder()
    var program = shell("(sleep 1; touch late) & wait", timeLimit: 200)
    program.folder = folder.path
    #expect(throws: ProgramError.tooSlow(program: "sh", milliseconds: 200)) { try program.run() }
    _ = try shell("sleep 1.2").run()
    #expect(try folder.tree.kind(of: "late") == nil)
  }

  @Test func doesNotWaitForWhoeverKeepsItsOutputOpen() throws {
    let result = try shell("printf '%100000s' x; sleep 60 & exit 3", timeLimit: 20_000).run()
    #expect(result.output.count == 100_000)
    #expect(result.status == 3)
  }

  @Test func endsWhatOnlyKeepsRunning() throws {
    let result = try shell("exec >&- 2>&-; sleep 30", timeLimit: 200).run()
    #expect(result.status == -9)
  }

  @Test func endsWhatWritesTooMuch() {
    let program = Program("yes", [], timeLimit: 20_000, outputLimit: 1 << 20)
    #expect(throws: ProgramError.tooMuchOutput(program: "yes", limit: 1 << 20)) {
      try program.run()
    }
  }

  @Test func tellsWhatCannotBeStarted() throws {
    var program = Program("modlint-no-such-program", [], timeLimit: 1000, outputLimit: 0)
    #expect(throws: ProgramError.notFound(program: program.name)) { try program.run() }
    program.arguments = ["a\0b"]
    #expect(throws: ProgramError.self) { try program.run() }
    program = shell("true")
    program.folder = "/no/such/folder"
    let reason = "folder '/no/such/folder' does not exist"
    #expect(throws: ProgramError.notStarted(program: "sh", reason: reason)) { try program.run() }
  }

  @Test func answersAgainAndAgain() throws {
    let program = Program("cat", [], timeLimit: 20_000, outputLimit: 1 << 20)
    var running = try Subprocess(program)
    for number in 0..<100 {
      running.send(Array("line \(number)\n12345678".utf8))
      #expect(text(try running.line()) == "line \(number)")
      #expect(text(try running.bytes(3)) == "123")
      _ = try running.bytes(5)
    }
    running.send([UInt8](repeating: 0, count: 300_000))
    _ = try running.bytes(299_999)
    running.endInput()
    #expect(try running.finish().output == [0])
  }

  @Test func tellsWhyThereIsNoAnswer() throws {
    var running = try Subprocess(shell("echo 'no such thing' >&2; exit 1"))
    running.send(Array("question\n".utf8))
    do {
      _ = try running.line()
      Issue.record("there is an answer")
    } catch {
      #expect(error == .endedEarly(program: "sh", standardError: "no such thing"))
      #expect(error.message == "'sh' exited before it answered: no such thing")
    }
  }

  /// What was handed out is dropped a chunk at a time, which moves all that comes behind it.
  @Test(arguments: [1 << 16, 1 << 16 + 1, 3 << 15, 300_000])
  func findsTheLineBehindMuchThatWasSkipped(_ count: Int) throws {
    let program = Program("cat", [], timeLimit: 20_000, outputLimit: 1 << 20)
    var running = try Subprocess(program)
    for number in 0..<20 {
      let padding = [UInt8](repeating: UInt8(ascii: "x"), count: count)
      running.send(padding + Array("line \(number)\nline \(number + 1)\n".utf8))
      _ = try running.bytes(count)
      #expect(text(try running.line()) == "line \(number)")
      #expect(text(try running.line()) == "line \(number + 1)")
    }
  }

  @Test func messagesAreSentences() {
    let messages: [ProgramError: String] = [
      .notFound(program: "git"): "'git' was not found on the PATH",
      .tooSlow(program: "git", milliseconds: 60_000):
        "'git' was stopped because it took more than 60 seconds",
      .tooMuchOutput(program: "git", limit: 32):
        "'git' was stopped because it wrote more than 32 bytes",
      .endedEarly(program: "git", standardError: ""): "'git' exited before it answered",
    ]
    for (error, message) in messages { #expect(error.message == message) }
  }

  @Test func isLookedForOnTheSearchPath() throws {
    let folder = try TemporaryFolder(["bin/plain": ""])
    let path = "\(folder.full("none")):\(folder.full("bin")):/usr/bin:/bin"
    #expect(try #require(Program.path(of: "sh", in: path)).hasPrefix("/"))
    #expect(Program.path(of: "plain", in: path) == nil)
    #expect(Program.path(of: "sh", in: "") == nil)
    #expect(Program.path(of: "sh", in: ".:bin:") == nil)
  }

  @Test func isNotLookedForInTheFolder() throws {
    let folder = try TemporaryFolder(["bin/tool": "#!/bin/sh", "repository/bin/tool": "#!/bin/sh"])
    try folder.link("repository/tools", to: "../bin")
    try folder.link("linked", to: "repository/bin")
    let repository = folder.full("repository")
    func found(_ folders: String...) -> String? {
      Program.path(
        of: "tool", in: folders.map { folder.full($0) }.joined(separator: ":"), outside: repository)
    }
    #expect(found("repository/bin") == nil)
    #expect(found("linked") == nil)
    #expect(found("repository/bin", "linked", "bin") == folder.full("bin/tool"))
    let path = ".:\(folder.full("bin")):\(folder.full("linked")):bin:/usr/bin"
    #expect(Program.searchPath(path, outside: repository) == "\(folder.full("bin")):/usr/bin")
  }
}
