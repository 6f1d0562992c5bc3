import Foundation
import TestSupport
import Testing

@testable import YAML

/// Compares the two readers of YAML on all YAML of this repository, and on mutations of it.
@Suite struct ReaderEqualityTests {
  private static let files: [(path: String, text: [UInt8])] = {
    let root = URL(filePath: #filePath).appending(path: "../../..").standardized
    return [
      "Tests/GoldenTests/Cases", "examples", "docs", "integrations", "README.md", "rules.yml",
    ]
    .flatMap { texts(below: root.appending(path: $0)) }
  }()

  @Test func allFilesAreReadAlike() {
    var (specs, taken) = (0, 0)
    for (path, text) in Self.files {
      let comparison = ReaderComparison(text)
      #expect(comparison.difference == nil, "\(path)")
      if path.hasSuffix("project.yml") {
        specs += 1
        if comparison.isTaken { taken += 1 }
      }
    }
    #expect(specs > 1000)
    // Golden cases are odder than what people write.
    #expect(taken * 100 > specs * 80, "\(taken) of \(specs) specs are taken")
  }

  @Test func mutatedFilesAreReadAlike() {
    var generator = SplitMix64(state: 26)
    let seeds = Self.files.map(\.text).filter { $0.count > 8 && $0.count < 4_000 }
    var taken = 0
    for _ in 0..<20_000 {
      let text = Mutation.mutated(generator.pick(seeds), &generator)
      let comparison = ReaderComparison(text)
      if comparison.isTaken { taken += 1 }
      guard let difference = comparison.difference else { continue }
      Issue.record("\(difference)\n\(String(decoding: text, as: UTF8.self))")
      return
    }
    #expect(taken > 4_000)
  }

  /// All YAML in a file or below a folder: files of it, files in pages of golden cases, and blocks of it
  /// in Markdown.
  private static func texts(below root: URL) -> [(path: String, text: [UInt8])] {
    var paths = [root]
    let files = FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)
    while let file = files?.nextObject() as? URL { paths.append(file) }
    return paths.flatMap { path -> [(path: String, text: [UInt8])] in
      guard ["yml", "yaml", "lock", "txtar", "md"].contains(path.pathExtension),
        let text = try? String(contentsOf: path, encoding: .utf8)
      else { return [] }
      switch path.pathExtension {
      case "txtar": return filesOfPage(text).map { ("\(path.lastPathComponent)/\($0)", $1) }
      case "md": return blocks(of: text).map { (path.lastPathComponent, $0) }
      default: return [(path.path, Array(text.utf8))]
      }
    }
  }

  private static func filesOfPage(_ page: String) -> [(path: String, text: [UInt8])] {
    var files: [(path: String, text: [UInt8])] = []
    for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("-- "), line.hasSuffix(" --") {
        files.append((String(line.dropFirst(3).dropLast(3)), []))
      } else if !files.isEmpty {
        files[files.count - 1].text += Array(line.utf8) + [.lineFeed]
      }
    }
    return files.filter { $0.path.hasSuffix(".yml") || $0.path.hasSuffix(".yaml") }
  }

  private static func blocks(of page: String) -> [[UInt8]] {
    page.components(separatedBy: "```yaml\n").dropFirst().map { block in
      Array(block.prefix(upTo: block.range(of: "```")?.lowerBound ?? block.endIndex).utf8)
    }
  }
}

/// Small changes of a text that matter to YAML.
private enum Mutation {
  private static let pieces = [
    " ", "  ", "\n", ":", ": ", "- ", "-", "#", " #", "'", "\"", "[", "]", "{", "}", ",", ", ", "|",
    "|-", ">", "&a ", "*a", "!", "?", "? ", "%", "@", "`", "~", "...", "---", "\n---\n", "\n...\n",
    "a", "key: v", "\n  ", "\n    ", "\n- ", "\n\n", "''", "\"\"", "\\", "<<: ", "=", "x: |\n  y\n",
    "|\n", "  |\n    a\n\n   b\n", "{a: b}", "[a, b]", "{a: , b}", "[a,b]", ":a", "a:b", "\t",
    "\r\n",
    "\u{e9}", "\u{2014}", "\u{1f680}", "\u{85}", "\u{2028}", "\u{feff}", "\u{7f}", "\u{2014}: x",
    "- - ", "-a", "?a", "#a", "name: name\n", "<<", "${a}", "./b", "[-a]", "{<<: {a: b}}", "   \n",
  ].map { Array($0.utf8) }

  static func mutated(_ seed: [UInt8], _ generator: inout SplitMix64) -> [UInt8] {
    var text = window(of: seed, &generator)
    for _ in 0..<Int.random(in: 0...4, using: &generator) { change(&text, &generator) }
    if Int.random(in: 0..<8, using: &generator) == 0, text.last == .lineFeed { text.removeLast() }
    return text
  }

  /// Some lines of a text, mostly without their common indentation, so that many are a file of its own.
  private static func window(of seed: [UInt8], _ generator: inout SplitMix64) -> [UInt8] {
    let lines = seed.split(separator: .lineFeed, omittingEmptySubsequences: false)
    let first = Int.random(in: 0..<lines.count, using: &generator)
    let chosen = lines[first...].prefix(Int.random(in: 1...12, using: &generator))
    let indent = chosen.first.map { $0.prefix { $0 == .blank }.count } ?? 0
    guard Int.random(in: 0..<4, using: &generator) > 0 else {
      return Array(chosen.joined(separator: [.lineFeed])) + [.lineFeed]
    }
    let outdented = chosen.map { line in
      line.dropFirst(min(indent, line.prefix { $0 == .blank }.count))
    }
    return Array(outdented.joined(separator: [.lineFeed])) + [.lineFeed]
  }

  private static func change(_ text: inout [UInt8], _ generator: inout SplitMix64) {
    let place = Int.random(in: 0...text.count, using: &generator)
    let start = text[..<place].lastIndex(of: .lineFeed).map { $0 + 1 } ?? 0
    switch Int.random(in: 0..<6, using: &generator) {
    case 0, 1: text.insert(contentsOf: generator.pick(pieces), at: place)
    case 2:
      let end = min(text.count, place + Int.random(in: 0..<6, using: &generator))
      text.removeSubrange(place..<end)
    case 3:
      let line = Array(text[start...].prefix { $0 != .lineFeed }) + [.lineFeed]
      text.insert(contentsOf: line, at: generator.pick([0, start]))
    case 4:
      let blanks = [UInt8](repeating: .blank, count: Int.random(in: 1...3, using: &generator))
      text.insert(contentsOf: blanks, at: start)
    default:
      let blanks = text[start...].prefix { $0 == .blank }.count
      text.removeSubrange(start..<start + min(blanks, Int.random(in: 1...3, using: &generator)))
    }
  }
}

extension UInt8 {
  fileprivate static let lineFeed = UInt8(ascii: "\n")
  fileprivate static let blank = UInt8(ascii: " ")
}
