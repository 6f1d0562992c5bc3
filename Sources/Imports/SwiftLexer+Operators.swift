// Operators and regular expressions.
extension SwiftLexer {
  mutating func readOperator() -> Token {
    let first = start
    var slash: Int?
    let hasDots = text[first] == UInt8(ascii: ".")
    while text[place].isOperatorCharacter || hasDots && text[place] == UInt8(ascii: ".") {
      if text[place] == UInt8(ascii: "/") {
        let after = text[place + 1]
        if place > first, after == UInt8(ascii: "/") || after == UInt8(ascii: "*") { break }
        if slash == nil { slash = place }
      }
      place += 1
    }
    if let slash, let end = endOfBareRegex(from: slash, operatorEnd: place) {
      place = end
      return .literal
    }
    return .sign
  }

  /// Returns the end of the regular expression `/…/` that a slash starts; nil if it is an operator.
  ///
  /// An expression starts where an operand is expected, or after a blank and not before one.
  private mutating func endOfBareRegex(from slash: Int, operatorEnd: Int) -> Int? {
    let isPrefix = !isLeftBound(start) && isRightBound(operatorEnd)
    guard isPrefix || expectsOperand && slash == start, mayLookAhead else { return nil }
    var end = slash + 1
    defer { countAhead(end - slash) }
    if text[end] == UInt8(ascii: " ") || text[end] == UInt8(ascii: "\t") { return nil }
    var (groups, sets) = (0, 0)
    while end < text.count, !text[end].isNewline {
      switch text[end] {
      case UInt8(ascii: "\\"):
        if text[end + 1].isNewline { return nil }
        end += 1
      case UInt8(ascii: "("): if sets == 0 { groups += 1 }
      case UInt8(ascii: ")"):
        if sets == 0 {
          // An operator as an argument, as in `reduce(1, /)`.
          if groups == 0 { return nil }
          groups -= 1
        }
      case UInt8(ascii: "["): sets += 1
      case UInt8(ascii: "]"): if sets > 0 { sets -= 1 }
      case UInt8(ascii: "/"):
        // Not if it is empty, ends with a blank, or its last slash starts a comment.
        let (last, next) = (text[end - 1], text[end + 1])
        let isLiteral =
          end > slash + 1 && last != UInt8(ascii: " ") && last != UInt8(ascii: "\t")
          && next != UInt8(ascii: "/") && next != UInt8(ascii: "*")
        return isLiteral ? end + 1 : nil
      default: break
      }
      end += 1
    }
    return nil
  }

  private var expectsOperand: Bool {
    switch previous {
    case .open, .separator, .sign: true
    default: false
    }
  }

  private func isLeftBound(_ place: Int) -> Bool {
    if place == 0 || text.startOfBlank(before: place) != nil { return false }
    switch text[place - 1] {
    case let byte where byte.isNewline: return false
    case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"), UInt8(ascii: ","),
      UInt8(ascii: ";"), UInt8(ascii: ":"):
      return false
    case UInt8(ascii: "/"): return text[place - 2] != UInt8(ascii: "*")
    default: return true
    }
  }

  private func isRightBound(_ place: Int) -> Bool {
    if place >= text.count || text.holdsNoBreakSpace(at: place) { return false }
    switch text[place] {
    case let byte where byte.isBlank || byte.isNewline: return false
    case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: ","),
      UInt8(ascii: ";"), UInt8(ascii: ":"):
      return false
    case UInt8(ascii: "/"):
      return text[place + 1] != UInt8(ascii: "/") && text[place + 1] != UInt8(ascii: "*")
    default: return true
    }
  }

  /// Reads `#/…/#`, which may span lines if nothing follows its first slash.
  mutating func readExtendedRegex(hashes: Int) -> Token {
    let content = place + hashes + 1
    var end = content
    while text[end] == UInt8(ascii: " ") || text[end] == UInt8(ascii: "\t") { end += 1 }
    let isMultiline = text[end].isNewline
    end = content
    while end < text.count {
      let byte = text[end]
      if byte.isNewline, !isMultiline { break }
      if byte == UInt8(ascii: "\\"), !text[end + 1].isNewline {
        end += 2
        continue
      }
      end += 1
      if byte == UInt8(ascii: "/"), hasHashes(hashes, at: end) {
        place = end + hashes
        return .literal
      }
    }
    if end >= text.count, isMultiline, mayEndEarly() {
      end = text.endOfLine(from: content)
    }
    place = min(end, text.count)
    return .literal
  }

  func hasHashes(_ count: Int, at place: Int) -> Bool {
    for offset in 0..<count where text[place + offset] != UInt8(ascii: "#") { return false }
    return true
  }
}

extension UInt8 {
  public var isOperatorCharacter: Bool {
    switch self {
    case UInt8(ascii: "/"), UInt8(ascii: "="), UInt8(ascii: "-"), UInt8(ascii: "+"),
      UInt8(ascii: "*"), UInt8(ascii: "%"), UInt8(ascii: "<"), UInt8(ascii: ">"),
      UInt8(ascii: "!"), UInt8(ascii: "&"), UInt8(ascii: "|"), UInt8(ascii: "^"),
      UInt8(ascii: "~"), UInt8(ascii: "?"):
      true
    default: false
    }
  }
}
