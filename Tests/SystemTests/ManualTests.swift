import Foundation
import Rules
import Architecture
import Testing

/// Runs the commands in README.md, CONTRIBUTING.md and docs, and compares what they print with what is
/// shown.
///
/// `console` has commands after `$ ` and what they print; a block of `sh` right before one in another
/// language is a command, and that block its output; any other block of `sh` must succeed. A `diff` is an
/// edit that the reader makes.
/// `MODLINT_RECORD=1 swift test --filter ManualTests` rewrites the outputs, and still fails.
@Suite struct ManualTests {
  @Test(arguments: ManualPage.all)
  func showsWhatItsCommandsPrint(_ path: String) throws {
    var page = try ManualPage(path: path)
    var folder: String?
    var first = 0
    // The blocks that run in one copy of one folder.
    for block in page.blocks.indices {
      guard case .folder(let next) = page.note(before: block) else { continue }
      try check(&page, first..<block, in: folder)
      (folder, first) = (next, block)
    }
    try check(&page, first..<page.blocks.count, in: folder)
    if ProcessInfo.processInfo.environment["MODLINT_RECORD"] != nil { try page.write() }
  }

  @Test(arguments: ManualPage.all)
  func hasOnlyBlocksThatAreTested(_ path: String) throws {
    let page = try ManualPage(path: path)
    // GitHub draws Mermaid as it is; golden cases test Xcode's workspaces and projects.
    let tested: Set = ["console", "sh", "diff", "yaml", "mermaid", "xml", "pbxproj"]
    for (index, block) in page.blocks.enumerated() where page.note(before: index) != .notRun {
      #expect(
        tested.contains(block.language) || page.isOutput(index),
        "nothing tests the block that starts with \(block.text.prefix(60))")
    }
  }

  private func check(_ page: inout ManualPage, _ blocks: Range<Int>, in folder: String?) throws {
    let commands = blocks.filter { index in
      ["console", "sh", "diff"].contains(page.blocks[index].language)
        && page.note(before: index) != .notRun
    }
    guard !commands.isEmpty else { return }
    let shell = try ManualShell(
      copyOf: try #require(folder, "\(page.path) says of no folder to run its commands in"))
    for index in commands {
      if page.blocks[index].language == "console" {
        try checkSession(&page.blocks[index], in: shell)
      } else if page.blocks[index].language == "diff" {
        try shell.edit(page.blocks[index].text)
      } else if page.blocks.indices.contains(index + 1), page.isOutput(index + 1) {
        let printed = try shell.run([page.blocks[index].text]).outputs.joined()
        compare(&page.blocks[index + 1], with: printed)
      } else {
        let (outputs, status) = try shell.run([page.blocks[index].text])
        #expect(status == 0, "\(page.blocks[index].text)\(outputs.joined())")
      }
    }
  }

  private func checkSession(_ block: inout ManualPage.Block, in shell: borrowing ManualShell) throws
  {
    let commands = block.text.split(separator: "\n").filter { $0.hasPrefix("$ ") }
      .map { String($0.dropFirst(2)) }
    let outputs = try shell.run(commands).outputs
    let session = zip(commands, outputs).map { "$ \($0)\n\($1)" }.joined()
    compare(&block, with: session)
  }

  private func compare(_ block: inout ManualPage.Block, with printed: String) {
    #expect(block.text == printed)
    block.text = printed
  }
}
