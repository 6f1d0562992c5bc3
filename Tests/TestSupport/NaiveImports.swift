/// What a Swift source imports, found the obvious way.
///
/// All of the text is divided into tokens, one rule after the other, and then looked at. It takes its time, and
/// shares nothing with the scanner.
package struct NaiveImports {
  package struct Import: Hashable, CustomStringConvertible {
    package var module: [UInt8]
    package var line: Int
    package var column: Int
    package var isReexported = false

    package init(
      module: [UInt8], line: Int, column: Int, isReexported: Bool = false
    ) {
      self.module = module
      self.line = line
      self.column = column
      self.isReexported = isReexported
    }

    package var description: String {
      "\(String(decoding: module, as: UTF8.self)) \(line):\(column)"
        + (isReexported ? " exported" : "")
    }
  }

  /// The bytes of the source as characters, one for each.
  let text: [Character]
  private let bytes: [UInt8]

  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var text = bytes.map { Character(Unicode.Scalar($0)) }
    for index in text.indices.dropLast() where bytes[index] == 0xC2 && bytes[index + 1] == 0xA0 {
      text[index] = .noBreakSpace
      text[index + 1] = .noBreakSpace
    }
    self.text = text
  }

  package func imports() -> [Import] {
    let tokens = NaiveSwiftTokens(text).tokens
    var found: [Import] = []
    var (depth, saved) = (0, [Int]())
    var isReexported = false
    var index = 0
    var (isMember, followsDot) = (false, false)
    func word(_ at: Int) -> String { tokens.indices.contains(at) ? tokens[at].text : "" }
    func isName(_ at: Int) -> Bool {
      guard tokens.indices.contains(at) else { return false }
      if tokens[at].kind == .escaped { return true }
      return tokens[at].kind == .word && tokens[at].text != "import"
        && !("0"..."9").contains(tokens[at].text.prefix(1))
    }
    while index < tokens.count {
      let token = tokens[index]
      index += 1
      (followsDot, isMember) = (isMember, token.kind == .dot)
      if ["#if", "#elseif", "#else", "#endif"].contains(token.text) {
        if token.text == "#if" { saved.append(depth) } else { depth = saved.last ?? depth }
        if token.text == "#endif" { _ = saved.popLast() }
        // What follows a condition on its line is part of it.
        if token.text == "#if" || token.text == "#elseif" {
          index = NaiveCondition.end(from: index, in: tokens)
        }
        isReexported = false
        continue
      }
      if ["(", "[", "{"].contains(token.text) { depth += 1 }
      if [")", "]", "}"].contains(token.text) { depth = max(0, depth - 1) }
      if depth > 0 || "([{)]}".contains(token.text) { continue }
      if token.kind == .attribute {
        let name = String(token.text.reversed().prefix { $0.isNaiveWord }.reversed())
        if name == "_exported" { isReexported = true }
      }
      if token.kind == .attribute || token.kind == .word && Self.modifiers.contains(token.text) {
        continue
      }
      guard token.kind == .word, token.text == "import", !followsDot else {
        isReexported = false
        continue
      }
      var name = index
      let isScoped = Self.kinds.contains(word(name)) && tokens[name].kind == .word
      if isScoped { name += 1 }
      if isName(name), !isScoped || word(name + 1) == "." {
        var new = place(of: tokens[name])
        new.isReexported = isReexported
        found.append(new)
        name += 1
        while word(name) == ".", tokens[name].kind == .dot {
          guard
            isName(name + 1)
              || isScoped && tokens.indices.contains(name + 1)
                && tokens[name + 1].kind == .sign
          else {
            name += 1
            break
          }
          name += 2
        }
      } else if isName(name) {
        name += 1
      }
      index = name
      isReexported = false
    }
    return found
  }

  private static let modifiers = [
    "public", "internal", "package", "private", "fileprivate", "open",
  ]
  private static let kinds = [
    "struct", "class", "enum", "protocol", "typealias", "func", "var", "let",
  ]

  private func place(of token: NaiveSwiftTokens.Token) -> Import {
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    let before = bytes[min(start, token.start)..<token.start]
    let line = before.split(separator: 10, omittingEmptySubsequences: false)
    let column = line[line.count - 1].count { $0 & 0xC0 != 0x80 }
    let name = bytes[token.start..<token.start + token.text.count]
    return Import(
      module: Array(token.kind == .escaped ? name.dropFirst().dropLast() : name), line: line.count,
      column: column + 1)
  }
}

/// The condition of an `#if`: it ends with its line, unless a bracket is open.
private enum NaiveCondition {
  static func end(from start: Int, in tokens: [NaiveSwiftTokens.Token]) -> Int {
    var index = start
    var depth = 0
    while index < tokens.count {
      let token = tokens[index]
      if ["#if", "#elseif", "#else", "#endif"].contains(token.text) { return index }
      if token.startsLine, depth <= 0 { return index }
      index += 1
      if token.text == "(" || token.text == "[" || token.text == "{" { depth += 1 }
      if token.text == ")" || token.text == "]" || token.text == "}" { depth -= 1 }
      // A call is read to its end, whatever is in it.
      let isCall = token.kind == .word && index < tokens.count && "([{".contains(tokens[index].text)
      if isCall, !tokens[index].startsLine {
        var inner = 0
        repeat {
          if "([{".contains(tokens[index].text) { inner += 1 }
          if ")]}".contains(tokens[index].text) { inner -= 1 }
          index += 1
        } while index < tokens.count && inner > 0
      }
    }
    return index
  }
}

extension Character {
  /// Stands for both bytes of one.
  static let noBreakSpace: Character = "\u{E000}"

  var isNaiveBlank: Bool { " \t\u{0}\u{B}\u{C}".contains(self) || self == .noBreakSpace }

  var isNaiveWord: Bool {
    self != .noBreakSpace && isNaiveWordOrBlank
  }

  private var isNaiveWordOrBlank: Bool {
    ("a"..."z").contains(self) || ("A"..."Z").contains(self) || ("0"..."9").contains(self)
      || self == "_" || self == "$" || unicodeScalars.contains { $0.value >= 0x80 }
  }
}
