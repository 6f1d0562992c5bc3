import Foundation
import ProgramRuns
import Testing

@Suite struct ProcessEndingTests {
  private func shell(_ line: String) -> Process {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", line]
    process.standardInput = FileHandle.nullDevice
    return process
  }

  /// More than a pipe holds, first to the one that a reader may think of last.
  @Test(arguments: ["{ %; } >&2; %", "%; { %; } >&2; %"])
  func readsBothOutputsAtOnce(_ line: String) throws {
    let much = "head -c 300000 /dev/zero | tr '\\0' x"
    let ending = try shell(line.replacing("%", with: much)).finish(within: .seconds(20))
    let count = line.hasPrefix("%") ? 600_000 : 300_000
    #expect(ending.output == String(repeating: "x", count: count))
    #expect(ending.standardError == String(repeating: "x", count: 300_000))
    #expect(ending.status == 0)
  }

  @Test func keepsTheOrderOfOnePipe() throws {
    let ending = try shell("echo 1; echo 2 >&2; echo 3").finish(.onePipe)
    #expect(ending.output == "1\n2\n3\n")
  }

  @Test func saysHowItEnded() throws {
    let ending = try shell("echo out; echo err >&2; exit 3").finish()
    #expect(ending.text == "out\n--- stderr\nerr\n--- exit 3\n")
    let killed = try shell("kill -KILL $$").finish().text
    #expect(killed == "--- signal 9\n")
  }

  /// Both what runs on and what closes its output before.
  @Test(arguments: ["echo started; exec sleep 30", "echo started; exec sleep 30 >&- 2>&-"])
  func killsWhatTakesTooLong(_ line: String) throws {
    let start = ContinuousClock.now
    let error = #expect(throws: Process.TooSlow.self) {
      try shell(line).finish(within: .seconds(1))
    }
    #expect(ContinuousClock.now - start < .seconds(20))
    #expect(error?.written == ["started\n", ""])
    #expect(error?.description.hasPrefix("'sh -c echo started;") == true)
  }
}
