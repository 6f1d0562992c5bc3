import Diagnostics
import Files
import Imports
import Report

/// Reads lines of files.
///
/// Each file is read once, when its first line is requested.
final class LineReader {
  private let tree: any FileTree
  private let sources: SourceMap
  /// The files whose paths are outside of the tree.
  private let hidden: Set<FileID>
  private var lines: [FileID: [Substring]] = [:]

  init(tree: any FileTree, sources: SourceMap, hidden: Set<FileID>) {
    self.tree = tree
    self.sources = sources
    self.hidden = hidden
  }

  /// Returns a line by its number, counted from 1; `nil` for files outside of the workspace, whose
  /// content must not be reported.
  func line(_ file: FileID, _ number: UInt32) -> Substring? {
    let known = lines[file] ?? read(file)
    lines[file] = known
    let index = Int(number) - 1
    return known.indices.contains(index) ? known[index] : nil
  }

  private func read(_ file: FileID) -> [Substring] {
    let path = sources[file]
    guard !hidden.contains(file), tree.resolvesInside(path),
      var bytes = try? tree.content(of: path)
    else { return [] }
    // Locations do not count the byte order mark.
    if bytes.starts(with: [0xef, 0xbb, 0xbf]) { bytes.removeFirst(3) }
    let isYAML =
      SourceLanguage(path: path) == nil
      && !Self.endingsWithoutYAML.contains { path.hasSuffix($0) }
    return Self.lines(of: String(decoding: bytes, as: UTF8.self), isYAML: isYAML)
  }

  private static let endingsWithoutYAML = [".json", ".resolved", ".xcworkspacedata"]

  /// Splits text into lines as the parser of the file counts them.
  ///
  /// YAML 1.1 also ends lines at U+0085, U+2028, U+2029 (5.4) and single carriage returns.
  static func lines(of text: String, isYAML: Bool) -> [Substring] {
    let lines =
      text.utf8.withContiguousStorageIfAvailable { ranges(ofLinesIn: $0, isYAML: isYAML) }
      ?? ranges(ofLinesIn: Array(text.utf8), isYAML: isYAML)
    return lines.map { range in
      let start = text.utf8.index(text.startIndex, offsetBy: range.lowerBound)
      return text[start..<text.utf8.index(start, offsetBy: range.count)]
    }
  }

  private static func ranges<Bytes: RandomAccessCollection<UInt8>>(
    ofLinesIn bytes: Bytes, isYAML: Bool
  ) -> [Range<Int>] where Bytes.Index == Int {
    var ranges: [Range<Int>] = []
    var (start, index) = (0, 0)
    while index < bytes.count {
      let length = lengthOfEnd(at: index, of: bytes, isYAML: isYAML)
      if length > 0 {
        ranges.append(start..<index)
        start = index + length
      }
      index += max(1, length)
    }
    return ranges + [start..<bytes.count]
  }

  /// Returns the length of the line break at `index`, or 0.
  private static func lengthOfEnd<Bytes: RandomAccessCollection<UInt8>>(
    at index: Int, of bytes: Bytes, isYAML: Bool
  ) -> Int where Bytes.Index == Int {
    func has(_ byte: UInt8, at offset: Int) -> Bool {
      index + offset < bytes.count && bytes[index + offset] == byte
    }
    switch bytes[index] {
    case UInt8(ascii: "\n"): return 1
    case UInt8(ascii: "\r"): return has(UInt8(ascii: "\n"), at: 1) ? 2 : isYAML ? 1 : 0
    case 0xC2: return isYAML && has(0x85, at: 1) ? 2 : 0
    case 0xE2: return isYAML && has(0x80, at: 1) && (has(0xA8, at: 2) || has(0xA9, at: 2)) ? 3 : 0
    default: return 0
    }
  }
}
