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
  /// Returns the text with no line that starts with `::`.
  ///
  /// The escapes of the format prevent other commands.
  public static func disarmed(_ text: String) -> String {
    var disarming = CommandDisarming()
    let bytes = disarming.piece(Array(text.utf8)) + disarming.end()
    return String(decoding: bytes, as: UTF8.self)
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

/// Breaks commands at the start of a line, in text that arrives in chunks.
///
/// - Complexity: O(*n*).
public struct CommandDisarming {
  private var isAtStart = true
  /// A colon at the start of a line and the invisible characters after it.
  private var held: [UInt8] = []

  public init() {}

  /// Returns the next chunk, except an end that depends on the following chunk.
  public mutating func piece(_ bytes: [UInt8]) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count + held.count)
    for byte in bytes {
      if isAtStart {
        pass(byte, to: &output)
      } else {
        output.append(byte)
        isAtStart = byte == UInt8(ascii: "\n")
      }
    }
    return output
  }

  /// Returns the bytes that were held back.
  public mutating func end() -> [UInt8] {
    defer { held = [] }
    return held
  }

  /// Handles a byte at the start of a line.
  private mutating func pass(_ byte: UInt8, to output: inout [UInt8]) {
    switch byte {
    case UInt8(ascii: ":") where held.isEmpty: held = [byte]
    case UInt8(ascii: ":"):
      output += "\\u{3A}".utf8 + held.dropFirst() + [byte]
      held = []
      isAtStart = false
    case UInt8(ascii: "\n"):
      output += held + [byte]
      held = []
    case 0..<0x20, 0x7f...:
      if held.isEmpty { output.append(byte) } else { held.append(byte) }
    case 0x20 where held.isEmpty: output.append(byte)
    default:
      output += held + [byte]
      held = []
      isAtStart = false
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
