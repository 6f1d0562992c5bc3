internal import Diagnostics

/// What build machines take for commands in the output of a step: names and paths in it come from
/// strangers.
///
/// GitHub's runner takes a line that starts with `::`, and `##[` anywhere (`ActionCommand.cs`); the
/// agent of Azure Pipelines `##vso[` anywhere and `##[` (`Command.cs`), TeamCity `##teamcity[`. Both of
/// .NET compare texts by the rules of a culture, in which most characters that nobody sees do not count;
/// so here no character counts that is not ASCII. Nothing depends on where modlint runs: its output is
/// the same on all machines.
public enum WorkflowCommands {
  /// `text` with no line that starts with `::`, in whatever format it is; all else is up to the escapes
  /// of the format.
  public static func disarmed(_ text: String) -> String {
    var disarming = CommandDisarming()
    let bytes = disarming.piece(Array(text.utf8)) + disarming.end()
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Whether bytes hold `##word[`, which Azure's agent and TeamCity take for a command.
  public static func areNamed(in bytes: [UInt8]) -> Bool {
    let text = String(decoding: bytes, as: UTF8.self)
    return text.disarmingCommands("") != text
  }

  /// Whole lines as they are between two that keep GitHub's runner from looking for commands in them; without
  /// these where there can be none.
  public static func fenced(_ bytes: [UInt8]) -> [UInt8] {
    let visible = bytes.filter { 0x21...0x7E ~= $0 }
    let isPlain = zip(visible, visible.dropFirst()).allSatisfy { first, second in
      first != second || first != UInt8(ascii: ":") && first != UInt8(ascii: "#")
    }
    if isPlain { return bytes }
    let token = token(for: bytes, visible)
    return Array("::stop-commands::\(token)\n".utf8) + bytes + Array("::\(token)::\n".utf8)
  }

  /// A word that a text does not hold, the same in every run.
  private static func token(for bytes: [UInt8], _ visible: [UInt8]) -> String {
    // Letters of either case are one to the runner.
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

/// Goes through text piece by piece and breaks what would be a command at the start of a line.
///
/// - Complexity: O(*n*).
public struct CommandDisarming {
  private var isAtStart = true
  /// A colon at the start of a line, and what nobody sees behind it.
  private var held: [UInt8] = []

  public init() {}

  /// The next piece, but for what only the one behind it decides about.
  public mutating func piece(_ bytes: [UInt8]) -> [UInt8] {
    if held.isEmpty, !mayHoldCommand(bytes) {
      isAtStart = Self.endsAtStart(bytes) ?? isAtStart
      return bytes
    }
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count + held.count)
    var rest = bytes[...]
    while let byte = rest.first {
      guard isAtStart else {
        let end = rest.firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? rest.endIndex
        output += rest[..<end]
        isAtStart = output.last == UInt8(ascii: "\n")
        rest = rest[end...]
        continue
      }
      rest.removeFirst()
      pass(byte, to: &output)
    }
    return output
  }

  /// Whether a colon may be the first of a line that somebody sees.
  ///
  /// Hardly any piece has one.
  private func mayHoldCommand(_ bytes: [UInt8]) -> Bool {
    let (bytes, colon) = (bytes.span, UInt8(ascii: ":"))
    guard !bytes.isEmpty, bytes[0] != colon || !isAtStart else { return !bytes.isEmpty }
    var start = 1
    while let place = bytes.firstIndex(of: colon, from: start) {
      guard 0x21...0x7E ~= bytes[place - 1] else { return true }
      start = place + 1
    }
    return false
  }

  /// Whether nothing that anybody sees comes behind the last end of a line; `nil` where there is neither.
  private static func endsAtStart(_ bytes: [UInt8]) -> Bool? {
    for byte in bytes.reversed() {
      if byte == UInt8(ascii: "\n") { return true }
      if 0x21...0x7E ~= byte { return false }
    }
    return nil
  }

  /// What was kept back.
  public mutating func end() -> [UInt8] {
    defer { held = [] }
    return held
  }

  /// A byte of the start of a line.
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
  /// The same with `replacement` for the second `#` of each `##[` or `##word[`.
  public func disarmingCommands(_ replacement: String) -> String {
    // Hardly any text has even one, and looking at bytes is cheaper than at scalars.
    guard utf8.contains(anywhere: UInt8(ascii: "#")), hasTwoHashes else { return self }
    var result = ""
    var hash: String.Index?
    // Where the second of two is, as long as only letters follow.
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

  /// Whether two `#` have no other ASCII character between them.
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
