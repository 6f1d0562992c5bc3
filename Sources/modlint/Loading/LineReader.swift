import Diagnostics
import Files
import Imports
import Report

/// Gives lines of files of a workspace, each file read once, when the first of its lines is wanted.
final class LineReader {
  private let tree: any FileTree
  private let sources: SourceMap
  /// Files whose paths are not those of the tree.
  private let hidden: Set<FileID>
  private var lines: [FileID: [Substring]] = [:]
  /// The lines that take long to go through.
  private var longLines: [FileID: [UInt32: SourceLine]] = [:]

  private static let longLine = 4096

  init(tree: any FileTree, sources: SourceMap, hidden: Set<FileID>) {
    self.tree = tree
    self.sources = sources
    self.hidden = hidden
  }

  /// The line with that number, counted from 1; `nil` for files outside of the workspace, whose
  /// content is not for reports.
  func line(_ file: FileID, _ number: UInt32) -> SourceLine? {
    let known = lines[file] ?? read(file)
    lines[file] = known
    let index = Int(number) - 1
    guard known.indices.contains(index) else { return nil }
    guard known[index].utf8.count >= Self.longLine else { return SourceLine(known[index]) }
    if let line = longLines[file]?[number] { return line }
    let line = SourceLine(known[index])
    longLines[file, default: [:]][number] = line
    return line
  }

  private func read(_ file: FileID) -> [Substring] {
    let path = sources[file]
    guard !hidden.contains(file), tree.resolvesInside(path) else { return [] }
    var bytes: [UInt8] = []
    do throws(FileError) {
      try tree.read(path, limit: Limits.fileSize, into: &bytes)
    } catch {
      return []
    }
    let isYAML =
      SourceLanguage(path: path) == nil
      && !Self.endingsWithoutYAML.contains { path.hasSuffix($0) }
    return Self.lines(of: String(decoding: bytes, as: UTF8.self), isYAML: isYAML)
  }

  private static let endingsWithoutYAML = [".json", ".resolved", ".xcworkspacedata"]

  /// The lines as the reader of a file has counted them: YAML 1.1 ends them also at U+0085, U+2028 and
  /// U+2029 (5.4), and at a carriage return of its own.
  static func lines(of text: String, isYAML: Bool) -> [Substring] {
    text.split(omittingEmptySubsequences: false) { character in
      switch character {
      case "\n", "\r\n": true
      case "\r", "\u{85}", "\u{2028}", "\u{2029}": isYAML
      default: false
      }
    }
  }
}
