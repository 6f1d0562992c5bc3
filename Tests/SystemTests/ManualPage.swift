import Foundation
import Testing

/// A page of the manual, cut into its fenced blocks and the prose between them.
///
/// A comment in the prose right before a block says how the block is tested: `<!-- in FOLDER -->` makes a
/// copy of that folder, in which this block and the following ones run; `<!-- not run: REASON -->` leaves
/// the block alone.
struct ManualPage: CustomTestStringConvertible {
  /// Relative to the root of the repository.
  let path: String
  var prose: [String]
  var blocks: [Block]

  struct Block {
    var language: String
    var text: String
  }

  static let repository = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The paths of all pages that are written for people, in order.
  static let all: [String] = {
    let files = FileManager.default.enumerator(atPath: repository.appending(path: "docs").path)
    let below = (files?.compactMap { $0 as? String } ?? []).filter { $0.hasSuffix(".md") }
    return ["CONTRIBUTING.md", "README.md"] + below.map { "docs/\($0)" }.sorted()
  }()

  init(path: String) throws {
    self.path = path
    let file = Self.repository.appending(path: path)
    let pieces = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "```")
    try #require(pieces.count % 2 == 1, "a block of \(path) is not closed")
    prose = stride(from: 0, to: pieces.count, by: 2).map { pieces[$0] }
    blocks = stride(from: 1, to: pieces.count, by: 2).map { index in
      let language = pieces[index].prefix { $0 != "\n" }
      return Block(
        language: String(language), text: String(pieces[index].dropFirst(language.count + 1)))
    }
  }

  var testDescription: String { path }

  /// What the comment before a block says.
  func note(before block: Int) -> Note? {
    guard let match = prose[block].firstMatch(of: /<!-- (in|not run:) ([^>]+) -->\s*$/) else {
      return nil
    }
    return match.1 == "in" ? .folder(String(match.2)) : .notRun
  }

  enum Note: Equatable {
    case folder(String)
    case notRun
  }

  /// Whether a block is what the block of `sh` before it prints: nothing is said between the two.
  func isOutput(_ block: Int) -> Bool {
    block > 0 && blocks[block - 1].language == "sh" && blocks[block].language != "sh"
      && prose[block].allSatisfy(\.isWhitespace)
  }

  func write() throws {
    var text = prose[0]
    for (block, after) in zip(blocks, prose.dropFirst()) {
      text += "```\(block.language)\n\(block.text)```\(after)"
    }
    try text.write(to: Self.repository.appending(path: path), atomically: true, encoding: .utf8)
  }
}
