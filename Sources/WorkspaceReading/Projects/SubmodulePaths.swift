internal import Paths

/// Reads the folders of submodules from a .gitmodules file, in the syntax of git-config(1).
///
/// Only sections `[submodule "name"]` describe submodules; lines that git cannot read count for
/// nothing.
enum SubmodulePaths {
  static func paths(in text: String) -> [String] {
    var isSubmodule = false
    var paths: [String] = []
    for line in text.split(whereSeparator: \.isNewline) {
      var rest = line.drop(while: \.isWhitespace)
      if rest.first == "[" {
        isSubmodule = isHeader(&rest)
        rest = rest.drop(while: \.isWhitespace)
      }
      let key = rest.prefix { $0 != "=" && !$0.isWhitespace }
      rest = rest[key.endIndex...].drop(while: \.isWhitespace)
      guard isSubmodule, key.lowercased() == "path", rest.popFirst() == "=" else { continue }
      let path = Path.normalized(value(rest))
      if !path.isEmpty { paths.append(path) }
    }
    return paths
  }

  /// Whether a section is that of a submodule; removes the header.
  private static func isHeader(_ line: inout Substring) -> Bool {
    line.removeFirst()
    let section = line.prefix { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "." }
    var rest = line[section.endIndex...]
    defer { line = rest }
    // An older form of a name without capital letters.
    if rest.first == "]" { return rest.popFirst() != nil && isDotted(section.lowercased()) }
    rest = rest.drop { $0 == " " || $0 == "\t" }
    guard section.lowercased() == "submodule", rest.popFirst() == "\"" else { return false }
    var isNamed = false
    while let character = rest.popFirst(), character != "\"" {
      isNamed = true
      if character == "\\" { _ = rest.popFirst() }
    }
    return rest.popFirst() == "]" && isNamed
  }

  private static func isDotted(_ section: String) -> Bool {
    section.hasPrefix("submodule.") && section != "submodule."
  }

  private static func value(_ text: Substring) -> String {
    var (value, blanks) = ("", "")
    var isQuoted = false
    var rest = text
    while let character = rest.popFirst() {
      switch character {
      case "\"": isQuoted.toggle()
      case "#" where !isQuoted, ";" where !isQuoted: return value
      case " " where !isQuoted, "\t" where !isQuoted:
        if !value.isEmpty { blanks.append(character) }
      default:
        value += blanks + String(character == "\\" ? rest.popFirst() ?? "\\" : character)
        blanks = ""
      }
    }
    return value
  }
}
