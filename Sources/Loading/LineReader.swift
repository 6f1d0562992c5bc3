public import Diagnostics
public import Files
internal import Report

/// Reads lines of files.
///
/// Each file is read once, when its first line is requested.
public final class LineReader {
  private let tree: any FileTree
  private let sources: SourceMap
  private let hidden: Set<FileID>
  private var lines: [FileID: [Substring]] = [:]
  /// The line that was requested last: all findings in a minified file are in one of megabytes.
  private var last: (file: FileID, number: UInt32, scalars: [Unicode.Scalar])?

  public init(tree: any FileTree, sources: SourceMap, hidden: Set<FileID>) {
    self.tree = tree
    self.sources = sources
    self.hidden = hidden
  }

  /// Returns a line by its number, counted from 1; `nil` for files outside of the workspace, whose
  /// content must not be reported.
  public func line(_ file: FileID, _ number: UInt32) -> [Unicode.Scalar]? {
    if let last, last.file == file, last.number == number { return last.scalars }
    let known = lines[file] ?? read(file)
    lines[file] = known
    let index = Int(number) - 1
    guard known.indices.contains(index) else { return nil }
    let scalars = Array(known[index].unicodeScalars)
    last = (file, number, scalars)
    return scalars
  }

  private func read(_ file: FileID) -> [Substring] {
    let path = sources[file]
    guard !hidden.contains(file), tree.resolvesInside(path),
      var bytes = try? tree.content(of: path)
    else { return [] }
    // Locations do not count the byte order mark.
    if bytes.starts(with: [0xef, 0xbb, 0xbf]) { bytes.removeFirst(3) }
    return Self.lines(of: String(decoding: bytes, as: UTF8.self))
  }

  /// Splits text into lines as YAML 1.1 counts them, which also end at U+0085, U+2028, U+2029 (5.4)
  /// and single carriage returns.
  private static func lines(of text: String) -> [Substring] {
    let scalars = text.unicodeScalars
    var lines: [Substring] = []
    var (start, index) = (scalars.startIndex, scalars.startIndex)
    while index < scalars.endIndex {
      let (end, scalar) = (index, scalars[index])
      index = scalars.index(after: index)
      let isPair = scalar == "\r" && index < scalars.endIndex && scalars[index] == "\n"
      let isBreak =
        switch scalar {
        case "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}": true
        default: false
        }
      guard isBreak else { continue }
      if isPair { index = scalars.index(after: index) }
      lines.append(text[start..<end])
      start = index
    }
    return lines + [text[start...]]
  }
}
