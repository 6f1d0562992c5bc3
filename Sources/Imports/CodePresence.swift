/// Returns whether a Swift source has anything except comments.
///
/// - Complexity: O(*n*), up to the first code.
public func hasSwiftCode(_ text: [UInt8]) -> Bool {
  var lexer = SwiftLexer(SourceText(bytes: text))
  return lexer.next() != .end
}
