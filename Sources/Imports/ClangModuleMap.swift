/// The modules that a Clang module map declares.
public enum ClangModuleMap {
  /// Returns the names of the declared modules: `Net` of `framework module Net { … }`.
  ///
  /// Submodules are not included. Accepts any bytes: everything but declarations is skipped.
  ///
  /// - Complexity: O(*n*).
  public static func names(in text: [UInt8]) -> Set<String> {
    let text = SourceText(bytes: text)
    var code = CText(text)
    var names: Set<String> = []
    var depth = 0
    var isNamed = false
    while code.place < text.count {
      let start = code.place
      switch text[start] {
      case UInt8(ascii: "/") where code.skipComment(): continue
      case UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "}"): depth = max(0, depth - 1)
      case UInt8(ascii: "\""):
        code.skipLiteral()
        let inner = start + 1..<max(start + 1, code.place - 1)
        if isNamed { names.insert(text.string(inner)) }
        isNamed = false
        continue
      case let byte where byte.isWordCharacter:
        let word = start..<text.endOfWord(from: start)
        if isNamed { names.insert(text.string(word)) }
        isNamed = !isNamed && depth == 0 && text.equals("module", word)
        code.place = word.upperBound
        continue
      default: break
      }
      code.place += 1
    }
    return names
  }
}
