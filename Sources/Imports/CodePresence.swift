/// Returns whether a source has anything except comments.
///
/// - Parameters:
///   - text: The bytes of the source.
///   - language: Its language.
/// - Returns: Whether there is code.
/// - Complexity: O(*n*), up to the first code.
public func hasCode(_ text: [UInt8], _ language: SourceLanguage) -> Bool {
  let text = SourceText(bytes: text)
  switch language {
  case .swift:
    var lexer = SwiftLexer(text)
    return lexer.next() != .end
  case .cFamily:
    var code = CText(text)
    code.skipBlanks()
    while text[code.place].isNewline {
      code.place += 1
      code.skipBlanks()
    }
    return code.place < text.count
  }
}
