internal import Diagnostics

/// A name for modules that are grouped only by their links.
struct GroupName {
  private let table: ModuleTable
  private let links: [LayerLink]
  /// The modules that are neither tests nor test support, in order of name.
  private let heads: [Int]

  init(_ members: [Int], _ table: ModuleTable, _ links: [LayerLink]) {
    self.table = table
    self.links = links
    let heads = members.filter { !table.members[$0].isCompanion }
    self.heads = (heads.isEmpty ? members : heads).sorted()
  }

  private func name(of member: Int) -> String { table.members[member].name }

  var ofOnlyModule: String? {
    heads.count == 1 && Self.isPlain(name(of: heads[0])) ? name(of: heads[0]) : nil
  }

  /// The common first words of all names, else the common last words.
  ///
  /// `nil` if there is no such word, or if a module outside of the group shares it.
  var sharedWord: String? {
    guard heads.count > 1 else { return nil }
    let own = Set(heads)
    let others = table.members.indices.filter { index in
      !own.contains(index) && !table.members[index].isCompanion && !table.members[index].isApp
    }
    let names = heads.map { Self.words(of: name(of: $0)) }
    let start = Self.commonPrefix(of: names).joined()
    if Self.isNamable(start), !others.contains(where: { name(of: $0).hasPrefix(start) }) {
      return Self.trimmed(start)
    }
    let end = Self.commonPrefix(of: names.map { $0.reversed() }).reversed().joined()
    if Self.isNamable(end), !others.contains(where: { name(of: $0).hasSuffix(end) }) {
      return Self.trimmed(end)
    }
    return nil
  }

  /// Returns the names of one or two modules, or the name of the most linked one: `Net and below`.
  func list(isLowest: Bool) -> String {
    let names = Set(heads.map { name(of: $0) }).sorted { $0.precedes($1) }
    guard names.allSatisfy(Self.isPlain) else { return "modules" }
    if names.count < 3 { return names.joined(separator: " and ") }
    var counts = Dictionary(heads.map { ($0, 0) }, uniquingKeysWith: { first, _ in first })
    for link in links where counts[link.to] != nil { counts[link.to, default: 0] += 1 }
    let most = counts.max { ($0.value, -$0.key) < ($1.value, -$1.key) }?.key ?? heads[0]
    return name(of: most) + (isLowest ? " and below" : " and others")
  }

  private static func commonPrefix(of names: [[String]]) -> [String] {
    names.reduce(names[0]) { common, name in zip(common, name).prefix { $0 == $1 }.map(\.0) }
  }

  /// Whether a name needs no quotes in selectors and on terminals.
  static func isPlain(_ name: String) -> Bool {
    name.unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic || "0123456789-_. ".contains(Character($0))
    }
  }

  private static func isNamable(_ word: String) -> Bool { word.count > 3 && isPlain(word) }

  private static func trimmed(_ word: String) -> String {
    let separators: Set<Character> = ["-", "_", ".", " "]
    let start = word.drop { separators.contains($0) }
    return String(start.reversed().drop { separators.contains($0) }.reversed())
  }

  /// Returns the words of a name: `Home`, `Feature` for `HomeFeature`.
  ///
  /// Separators belong to the preceding word.
  private static func words(of name: String) -> [String] {
    var words: [String] = []
    var isAtEnd = true
    for character in name {
      let isSeparator = "-_. ".contains(character)
      if isAtEnd || character.isUppercase && !(words.last?.last?.isUppercase ?? false) {
        words.append("")
      }
      words[words.count - 1].append(character)
      isAtEnd = isSeparator
    }
    return words
  }
}
