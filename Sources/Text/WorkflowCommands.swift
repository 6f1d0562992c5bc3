internal import Diagnostics

/// Commands of build machines in the output of a step.
///
/// The output contains untrusted names and paths.
///
/// GitHub's runner executes lines that start with `::`, and `##[` anywhere (`ActionCommand.cs`).
/// The agent of Azure Pipelines executes `##vso[` anywhere and `##[` (`Command.cs`), TeamCity
/// `##teamcity[`. The first two compare texts by culture, which ignores most invisible characters,
/// so all non-ASCII characters are ignored here. The output is the same on all machines.
public enum WorkflowCommands {
  /// Returns the text with no line that starts with `::`; escapes prevent other commands.
  public static func disarmed(_ text: String) -> String {
    var lines: [Substring] = []
    for line in text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      // Invisible characters may be before and between the colons, and blanks before them.
      let command = line.drop { !(0x21..<0x7F ~= $0) }
      if command.first == UInt8(ascii: ":"),
        command.dropFirst().drop(while: { !(0x20..<0x7F ~= $0) }).first == UInt8(ascii: ":")
      {
        let blanks = Substring(line[..<command.startIndex])
        lines.append("\(blanks)\\u{3A}\(Substring(command.dropFirst()))")
      } else {
        lines.append(Substring(line))
      }
    }
    return lines.joined(separator: "\n")
  }

  /// Returns whether bytes contain `##word[`, a command of Azure Pipelines or TeamCity.
  public static func areNamed(in bytes: [UInt8]) -> Bool {
    let text = String(decoding: bytes, as: UTF8.self)
    return text.disarmingCommands("") != text
  }

  /// Returns whole lines, enclosed in two lines that stop GitHub's runner from executing commands
  /// if there may be any.
  public static func fenced(_ bytes: [UInt8]) -> [UInt8] {
    let visible = bytes.filter { 0x21...0x7E ~= $0 }
    let isPlain = zip(visible, visible.dropFirst()).allSatisfy { first, second in
      first != second || first != UInt8(ascii: ":") && first != UInt8(ascii: "#")
    }
    if isPlain { return bytes }
    let token = token(for: bytes, visible)
    return Array("::stop-commands::\(token)\n".utf8) + bytes + Array("::\(token)::\n".utf8)
  }

  /// Returns a word that a text does not contain, the same in every run.
  private static func token(for bytes: [UInt8], _ visible: [UInt8]) -> String {
    // The runner ignores case.
    let text = String(decoding: visible, as: UTF8.self).lowercased()
    var hash = ByteHash()
    for byte in bytes { hash.combine(byte) }
    while true {
      let token = "modlint" + String(hash.value, radix: 16)
      if !text.contains(token) { return token }
      hash.combine(1)
    }
  }
}
