/// A table of words of other tools, with what they mean here.
public struct ForeignWords: Sendable {
  public struct Entry: Sendable {
    fileprivate let words: [String]
    /// The word that is meant; the entry applies only where that word is allowed.
    public let meant: String?
    /// A word that is allowed where the entry applies.
    fileprivate let neighbour: String
    /// The words for the other end of an arrow that has its ends under two keys.
    private let heads: [String]
    private let help: String?

    /// Creates an entry for words in lower case, without `-` and `_`, separated by spaces.
    ///
    /// In the help, `%` is replaced by the value that was written.
    public init(_ words: String, _ meant: String, to heads: String = "", help: String? = nil) {
      self.words = words.split(separator: " ").map(String.init)
      self.meant = meant
      neighbour = meant
      self.heads = heads.split(separator: " ").map(String.init)
      self.help = help
    }

    /// Creates an entry for words without a counterpart where `neighbour` is allowed.
    public init(_ words: String, beside neighbour: String, help: String) {
      self.words = words.split(separator: " ").map(String.init)
      meant = nil
      self.neighbour = neighbour
      heads = []
      self.help = help
    }

    /// Whether a word means the other end of an arrow.
    public func isHead(_ word: String) -> Bool { heads.contains(word.plain) }

    /// Returns the help with the value that was written.
    public func help(about value: String?) -> String? {
      help?.replacing("%", with: value ?? "…")
    }
  }

  private let entries: [Entry]

  public init(_ entries: [Entry]) { self.entries = entries }

  /// Returns the first entry with `word` for which `isAllowed` is true of what it means.
  public func entry(for word: String, where isAllowed: (String) -> Bool) -> Entry? {
    let plain = word.plain
    return entries.first { $0.words.contains(plain) && isAllowed($0.neighbour) }
  }

  /// Returns the one of `allowed` that `word` means or is most likely a typo of.
  public func word(meantBy word: String, among allowed: [String]) -> String? {
    entry(for: word) { allowed.contains($0) }?.meant ?? allowed.nearest(to: word)
  }
}

extension String {
  fileprivate var plain: String { lowercased().filter { $0 != "-" && $0 != "_" } }
}
