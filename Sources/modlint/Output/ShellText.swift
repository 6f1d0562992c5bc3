import Text

extension [String] {
  /// The strings as arguments of a command that is shown, each after a space.
  var shellArguments: String { map { " " + $0.escapedForTerminal.quotedForShell }.joined() }
}

extension String {
  /// The string in single quotes, unless a shell needs none.
  var quotedForShell: String {
    let isPlain = utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        true
      default: "_-./".utf8.contains(byte)
      }
    }
    if isPlain { return self }
    return "'" + split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
      + "'"
  }
}
