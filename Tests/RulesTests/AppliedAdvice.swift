import Diagnostics
import Graph

@testable import Rules

/// Advice of the linking rules as a reader follows it: an edit of the workspace, by the words of the help.
///
/// Other rules add their sentences to `init?`.
enum AppliedAdvice {
  /// Dependencies to take out.
  case drop([(head: String, tail: String)])
  /// Dependencies to declare with `link: false`.
  case unlink([(head: String, tail: String)])
  /// Modules that go into one dynamic framework, which everyone links instead and applications embed.
  case wrap([String])

  /// Returns `nil` for a sentence that says none of this.
  init?(_ help: String) {
    let words = Self.words(of: help)
    if help.hasPrefix("put "), help.contains(" into one dynamic framework") {
      self = .wrap(words.prefix { $0 != .plain("into") }.compactMap(\.name))
    } else if let start = words.firstIndex(of: .plain("drop")) {
      self = .drop(Self.pairs(in: words[start...], splitAt: "from"))
    } else if let start = words.firstIndex(of: .plain("dependency"))
      ?? words.firstIndex(of: .plain("dependencies"))
    {
      let names = words[start...].compactMap(\.name)
      if help.hasSuffix(" on it"), let head = words.lazy.compactMap(\.name).first {
        self = .unlink(names.map { (head, $0) })
      } else {
        guard names.count == 2 else { return nil }
        self = .unlink([(names[1], names[0])])
      }
    } else {
      return nil
    }
  }

  /// A word of a sentence, or a name in quotes.
  private enum Token: Equatable {
    case plain(String)
    case quoted(String)

    var name: String? {
      guard case .quoted(let name) = self else { return nil }
      return name
    }
  }

  private static func words(of help: String) -> [Token] {
    help.split(separator: "'", omittingEmptySubsequences: false).enumerated().flatMap { part in
      part.offset % 2 == 1
        ? [.quoted(String(part.element))]
        : part.element.split(whereSeparator: { " ,:".contains($0) }).map { Token.plain(String($0)) }
    }
  }

  /// `'X' from 'A' and 'B' and 'Y' from 'C'`: a name before the word is a head, others are tails.
  private static func pairs(in words: ArraySlice<Token>, splitAt word: String) -> [(String, String)]
  {
    var pairs: [(String, String)] = []
    var head: String?
    for (index, current) in zip(words.indices, words) {
      // What follows is another way to do the same.
      if current == .plain("or") { break }
      guard let name = current.name else { continue }
      if words.index(after: index) < words.endIndex, words[index + 1] == .plain(word) {
        head = name
      } else if let head {
        pairs.append((head, name))
      }
    }
    return pairs
  }
}

extension LinkedWorkspace {
  /// The workspace after the advice was followed.
  func following(_ advice: AppliedAdvice) -> LinkedWorkspace {
    var edited = self
    switch advice {
    case .drop(let pairs): for pair in pairs { edited.drop(pair.head, from: pair.tail) }
    case .unlink(let pairs): for pair in pairs { edited.unlink(pair.head, in: pair.tail) }
    case .wrap(let names): edited.wrap(names)
    }
    return edited
  }

  private mutating func wrap(_ names: [String]) {
    let wrapper = "Wrapped" + names.joined()
    let statics = Set(self.names { $0.linkage == .static })
    var insiders = Set(names)
    var open = names
    while let name = open.popLast() {
      for head in heads(of: name) where statics.contains(head) {
        if insiders.insert(head).inserted { open.append(head) }
      }
    }
    add(wrapper, .framework)
    redirect(names, to: wrapper, besides: insiders)
    for name in names { link(wrapper, name) }
    for app in self.names(where: { $0.type.isApp }) where loads(app, wrapper) {
      drop(wrapper, from: app)
      link(app, wrapper)
    }
  }

  private func loads(_ name: String, _ wanted: String) -> Bool {
    var seen: Set<String> = [name]
    var open = [name]
    while let next = open.popLast() {
      if next == wanted { return true }
      for head in heads(of: next) where seen.insert(head).inserted { open.append(head) }
    }
    return false
  }
}
