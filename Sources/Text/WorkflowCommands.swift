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
    let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    return lines.map { line in
      guard let colon = command(in: line) else { return String(Substring(line)) }
      let rest = line[colon...].dropFirst()
      return "\(Substring(line[..<colon]))\\u{3A}\(Substring(rest))"
    }.joined(separator: "\n")
  }

  /// Returns the first colon of a line that starts with two, apart from invisible characters.
  private static func command(in line: Substring.UTF8View) -> Substring.UTF8View.Index? {
    func isInvisible(_ byte: UInt8) -> Bool { !(0x20..<0x7F ~= byte) }
    let start = line.drop { $0 == UInt8(ascii: " ") || isInvisible($0) }
    guard start.first == UInt8(ascii: ":"),
      start.dropFirst().drop(while: isInvisible).first == UInt8(ascii: ":")
    else { return nil }
    return start.startIndex
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

extension String {
  /// Returns the text with `replacement` for the second `#` of each `##[` or `##word[`.
  public func disarmingCommands(_ replacement: String) -> String {
    // Few texts have two, and testing bytes is cheaper than scalars.
    guard hasTwoHashes else { return self }
    var result = ""
    var hash: String.Index?
    // The second `#` of a pair, while only letters follow.
    var second: String.Index?
    var start = startIndex
    for index in unicodeScalars.indices {
      let scalar = unicodeScalars[index]
      guard scalar.isASCII else { continue }
      if scalar == "[", let place = second {
        result += self[start..<place] + replacement
        start = unicodeScalars.index(after: place)
      }
      if scalar == "#" {
        second = hash == nil ? nil : index
        hash = index
      } else {
        hash = nil
        if !scalar.properties.isAlphabetic { second = nil }
      }
    }
    return result + self[start...]
  }

  /// Whether there are two `#` without another ASCII character between them.
  private var hasTwoHashes: Bool {
    let hash = UInt8(ascii: "#")
    var previous: UInt8 = 0
    for byte in utf8 where byte < 0x80 {
      if byte == hash, previous == hash { return true }
      previous = byte
    }
    return false
  }
}
