internal import Text

// The lines of CODEOWNERS. Lines that a host skips are skipped: the host reports the errors.
//
// GitHub: docs.github.com, "About code owners". GitLab: docs.gitlab.com, "Syntax of CODEOWNERS
// file", and its implementation (gitlab-org/gitlab, ee/lib/gitlab/code_owners).
extension CodeOwners {
  mutating func read(_ text: [UInt8], form: Form) {
    var section = 0
    var defaultOwners: [String] = []
    for line in Self.lines(of: text) {
      if form == .gitlab, let heading = SectionHeading(line) {
        section = self.section(named: heading.name)
        defaultOwners = heading.owners
        continue
      }
      switch form {
      case .github:
        guard let entry = Self.githubEntry(line) else { continue }
        add(entry, to: 0)
      case .gitlab:
        guard let entry = Self.gitlabEntry(line, defaultOwners: defaultOwners) else { continue }
        add(entry, to: section)
      }
    }
  }

  /// Returns whether a line is the heading of a section, which GitHub would skip.
  static func hasSection(_ text: [UInt8]) -> Bool {
    lines(of: text).contains { SectionHeading($0) != nil }
  }

  /// Returns the lines that are neither blank nor comments, without leading and trailing blanks.
  private static func lines(of text: [UInt8]) -> [Substring] {
    let text = String(decoding: text, as: UTF8.self)
    return text.split { $0.isNewline }.compactMap { line in
      var line = line.drop { $0.isBlank || $0 == "\u{feff}" }
      while line.last?.isBlank ?? false { line.removeLast() }
      return line.isEmpty || line.first == "#" ? nil : line
    }
  }

  /// Parses an entry of GitHub; `nil` for a line that GitHub skips.
  private static func githubEntry(_ line: Substring) -> Entry? {
    let (pattern, rest) = split(line)
    let owners = rest.prefix { !$0.hasPrefix("#") }
    // Each of these is a difference from gitignore.
    guard pattern.first != "!", !pattern.hasPrefix("\\#"),
      !pattern.contains(where: { $0 == "[" || $0 == "]" }), owners.allSatisfy(isOwner),
      let parsed = PathPattern(github: pattern)
    else { return nil }
    return Entry(pattern: parsed, owners: owners.map(String.init))
  }

  /// Parses an entry of GitLab, skipping words that are not owners.
  private static func gitlabEntry(_ line: Substring, defaultOwners: [String]) -> Entry? {
    let isExclusion = line.first == "!"
    let (pattern, rest) = split(isExclusion ? line.dropFirst() : line)
    guard let parsed = PathPattern(gitlab: pattern) else { return nil }
    if isExclusion { return Entry(pattern: parsed, owners: nil) }
    return Entry(
      pattern: parsed, owners: rest.isEmpty ? defaultOwners : rest.filter(isOwner).map(String.init))
  }

  /// Splits a line at its first unescaped blank into a pattern and the words after it.
  private static func split(_ line: Substring) -> (pattern: Substring, rest: [Substring]) {
    var isEscaped = false
    let end = line.firstIndex { character in
      defer { isEscaped = character == "\\" && !isEscaped }
      return character.isBlank && !isEscaped
    }
    guard let end else { return (line, []) }
    return (line[..<end], line[end...].split { $0.isBlank })
  }

  /// Returns whether a word is `@user`, `@group/team`, `@@role` or an address.
  fileprivate static func isOwner(_ word: Substring) -> Bool {
    guard let sign = word.firstIndex(of: "@") else { return false }
    return word.index(after: sign) < word.endIndex
  }
}

/// The heading of a section of GitLab: `^[Name][2] @default`.
private struct SectionHeading {
  var name: String
  var owners: [String]

  init?(_ line: Substring) {
    var rest = line.first == "^" ? line.dropFirst() : line
    guard rest.first == "[", let close = rest.firstIndex(of: "]") else { return nil }
    name = String(rest[rest.index(after: rest.startIndex)..<close])
    rest = rest[rest.index(after: close)...]
    if rest.first == "[", let end = rest.firstIndex(of: "]") {
      guard rest[..<end].dropFirst().allSatisfy(\.isNumber) else { return nil }
      rest = rest[rest.index(after: end)...]
    }
    guard name.contains(where: { !$0.isBlank }), rest.first?.isBlank ?? true else { return nil }
    owners = rest.split { $0.isBlank }.filter(CodeOwners.isOwner).map(String.init)
  }
}

extension Character {
  fileprivate var isBlank: Bool { self == " " || self == "\t" }
}
