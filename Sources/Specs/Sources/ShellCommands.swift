/// The simple commands of a shell script, each as its words; nothing is expanded or run.
struct ShellCommands {
  private(set) var commands: [[String]] = []
  private var words: [String] = []
  private var word: [UInt8]?

  /// - Complexity: O(*n*).
  init(_ script: String) {
    var quote: UInt8?
    var isEscaped = false
    var isComment = false
    for byte in script.utf8 {
      if isComment, byte != UInt8(ascii: "\n") { continue }
      isComment = false
      if isEscaped {
        isEscaped = false
        // A line that continues.
        if byte == UInt8(ascii: "\n") { endWord() } else { append(byte) }
        continue
      }
      switch byte {
      case UInt8(ascii: "\\") where quote != UInt8(ascii: "'"): isEscaped = true
      case quote: quote = nil
      case _ where quote != nil: append(byte)
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        quote = byte
        word = word ?? []
      case UInt8(ascii: "#") where word == nil: isComment = true
      case UInt8(ascii: " "), UInt8(ascii: "\t"): endWord()
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: ";"), UInt8(ascii: "&"),
        UInt8(ascii: "|"), UInt8(ascii: "`"), UInt8(ascii: "("), UInt8(ascii: ")"):
        endCommand()
      default: append(byte)
      }
    }
    endCommand()
  }

  private mutating func append(_ byte: UInt8) {
    if word == nil { word = [] }
    word?.append(byte)
  }

  private mutating func endWord() {
    if let word { words.append(String(decoding: word, as: UTF8.self)) }
    word = nil
  }

  private mutating func endCommand() {
    endWord()
    if !words.isEmpty { commands.append(words) }
    words = []
  }
}
