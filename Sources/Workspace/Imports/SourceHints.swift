internal import Diagnostics
internal import Files

/// What the text of a specification may say of sources and modules, so that not all of them have to be read
/// again to look at a few changed sources.
struct SourceHints: OptionSet, Hashable, Sendable {
  var rawValue: UInt8

  init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Targets may have modules that are not called like them.
  static let names = Self(rawValue: 1)
  /// Sources may lie outside of the folder of the specification.
  static let elsewhere = Self(rawValue: 2)
  /// It includes other files, which may say so.
  static let includes = Self(rawValue: 4)
  /// All that it can say.
  static let all: Self = [.names, .elsewhere]

  /// Looks for the words alone: one in a comment is none the worse.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  init(of text: [UInt8]) {
    self = []
    let words: [(first: UInt8, rest: StaticString, hint: Self)] = [
      (UInt8(ascii: "P"), "RODUCT_M", .names), (UInt8(ascii: "P"), "RODUCT_N", .names),
      (UInt8(ascii: "c"), "onfigFiles", .names), (UInt8(ascii: "i"), "nclude:", .includes),
      (UInt8(ascii: "."), "./", .elsewhere),
    ]
    for (place, byte) in text.enumerated() {
      switch byte {
      case UInt8(ascii: "P"), UInt8(ascii: "c"), UInt8(ascii: "i"), UInt8(ascii: "."):
        for word in words where word.first == byte && text.holds(word.rest, at: place + 1) {
          insert(word.hint)
        }
      default: break
      }
    }
  }

  /// What a file says that includes others, given what they all say together.
  func settled(withIncluded included: Self) -> Self {
    contains(.includes) ? union(included).subtracting(.includes) : self
  }
}

extension [UInt8] {
  fileprivate func holds(_ word: StaticString, at place: Int) -> Bool {
    guard count - place >= word.utf8CodeUnitCount else { return false }
    return word.withUTF8Buffer { word in
      for index in word.indices where self[place + index] != word[index] { return false }
      return true
    }
  }
}

extension [String: SourceHints] {
  /// What specifications say, by their paths, once what they include is looked at.
  func settled(including paths: Set<String>, in tree: some FileTree) -> Self {
    guard values.contains(where: { $0.contains(.includes) }) else { return self }
    var included: SourceHints = []
    var text: [UInt8] = []
    for path in paths where !included.isSuperset(of: .all) {
      do throws(FileError) {
        try tree.read(path, limit: Limits.fileSize, into: &text)
        included.formUnion(SourceHints(of: text).subtracting(.includes))
      } catch {
        included = .all
      }
    }
    return mapValues { $0.settled(withIncluded: included) }
  }
}
