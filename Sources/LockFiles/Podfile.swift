internal import Text

/// The parts of a Podfile that can be read without running it.
public struct Podfile {
  private let text: [UInt8]
  private var place = 0

  /// Returns the names that the module of a pod may have: `GRDB` for `GRDB.swift`.
  public static func moduleNames(of pod: String) -> [String] {
    [pod, pod.moduleIdentifier, String(pod.prefix { $0 != "." })]
  }

  /// Returns the module names of pods without subspecs: the quoted arguments of `pod` statements.
  public static func names(in text: [UInt8]) -> Set<String> {
    var file = Podfile(text: text)
    return file.names()
  }

  private init(text: [UInt8]) { self.text = text }

  private mutating func names() -> Set<String> {
    var names: Set<String> = []
    while place < text.count {
      switch text[place] {
      case UInt8(ascii: "#"): skipLine()
      case UInt8(ascii: "=") where startsLine && holds("=begin"): skipBlockComment()
      case UInt8(ascii: "'"), UInt8(ascii: "\""): _ = readText()
      case let byte where byte.isRubyWord:
        let mayCall = place == 0 || text[place - 1] != UInt8(ascii: ":")
        guard readWord() == "pod", mayCall, let name = readArgument() else { continue }
        names.formUnion(Self.moduleNames(of: name))
      default: place += 1
      }
    }
    return names
  }

  private var startsLine: Bool { place == 0 || text[place - 1] == UInt8(ascii: "\n") }

  private func holds(_ word: String) -> Bool { text[place...].starts(with: word.utf8) }

  private mutating func skipLine() {
    place =
      text[place...].firstIndex { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
      ?? text.count
  }

  private mutating func skipBlockComment() {
    repeat {
      skipLine()
      if place < text.count { place += 1 }
    } while place < text.count && !(startsLine && holds("=end"))
    skipLine()
  }

  private mutating func readWord() -> String {
    let word = text[place...].prefix { $0.isRubyWord }
    place = word.endIndex
    return String(decoding: word, as: UTF8.self)
  }

  private mutating func readArgument() -> String? {
    skip(" \t")
    if place < text.count, text[place] == UInt8(ascii: "(") {
      place += 1
      skip(" \t\r\n")
    }
    guard place < text.count, "'\"".utf8.contains(text[place]) else { return nil }
    let name = readText().prefix { $0 != UInt8(ascii: "/") }
    return String(decoding: name, as: UTF8.self)
  }

  private mutating func skip(_ characters: String) {
    while place < text.count, characters.utf8.contains(text[place]) { place += 1 }
  }

  /// Reads a string literal, which ends with its line if it is unterminated.
  private mutating func readText() -> ArraySlice<UInt8> {
    let quote = text[place]
    let content = text[(place + 1)...].prefix { $0 != quote && $0 != UInt8(ascii: "\n") }
    place = min(content.endIndex + 1, text.count)
    return content
  }
}

extension UInt8 {
  fileprivate var isRubyWord: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
      true
    default: false
    }
  }
}
