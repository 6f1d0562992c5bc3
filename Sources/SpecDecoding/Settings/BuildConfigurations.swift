internal import Diagnostics
internal import SpecReading
internal import YAML

/// The build configurations of a spec.
struct BuildConfigurations {
  /// The names, in order.
  let names: [String]
  private let exact: Set<String>

  /// The default configurations.
  private static let usual = Self(["Debug", "Release"])

  private init(_ names: [String]) {
    self.names = names
    exact = Set(names)
  }

  /// Reads `configs`; ignores a configuration whose type is not text.
  init(of root: NodeID, in tree: borrowing Tree) {
    let configs = tree.has(.configs) ? tree.value(of: root, for: .configs) : nil
    let named = tree.entries(of: configs).filter { tree.isText($0.value) }
    self =
      named.isEmpty ? .usual : Self(named.map { tree.string($0.key) }.sorted { $0.precedes($1) })
  }

  func contains(_ name: String) -> Bool { exact.contains(name) }

  /// Whether settings under `word` apply to a configuration, unless the word is the name of
  /// another.
  func applies(_ word: String, to name: String) -> Bool {
    if word == name { return true }
    return !exact.contains(word) && name.lowercased().holds(word.lowercased())
  }
}

extension String {
  /// Whether the text contains `word`.
  ///
  /// Names of configurations are short and mostly ASCII; the standard library's `contains` takes
  /// some ten thousand instructions for each.
  fileprivate func holds(_ word: String) -> Bool {
    guard utf8.allSatisfy({ $0 < 0x80 }), word.utf8.allSatisfy({ $0 < 0x80 }) else {
      return contains(word)
    }
    var rest = utf8[...]
    while rest.count >= word.utf8.count {
      if rest.starts(with: word.utf8) { return true }
      rest = rest.dropFirst()
    }
    return false
  }
}
