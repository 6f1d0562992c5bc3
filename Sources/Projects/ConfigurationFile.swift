internal import Diagnostics
internal import Paths

/// The settings of a `.xcconfig` file and of the files that it includes.
public struct ConfigurationFile: Sendable {
  /// The lines between includes, the last ones first: they replace earlier ones.
  ///
  /// Files that include the same file share its lines.
  private var runs: [(path: String, lines: ArraySlice<ConfigurationText.Line>)] = []
  /// Whether there are more includes than any real file has, so that settings may be missing.
  public private(set) var isIncomplete = false
  /// The paths of the file and of all that it includes, existing or not.
  public private(set) var files: Set<String> = []
  /// The file and those that it includes, but for optional ones, that are not there.
  public private(set) var missing: [String] = []

  /// Combines the file at `path` with the files that it includes.
  ///
  /// A file that is included several times counts where it comes last, since its settings replace
  /// all earlier ones.
  ///
  /// - Complexity: O(*n*) for *n* includes.
  init(at path: String, text: (_ path: String) -> ConfigurationText?) {
    var seen: Set<String> = []
    include(path, isOptional: false, depth: 0, &seen, text)
  }

  private static let mostFiles = 256

  private mutating func include(
    _ path: String, isOptional: Bool, depth: Int, _ seen: inout Set<String>,
    _ text: (_ path: String) -> ConfigurationText?
  ) {
    files.insert(path)
    guard let file = text(path) else {
      if !isOptional { missing.append(path) }
      return
    }
    guard !seen.contains(path) else { return }
    files.insert(file.path)
    guard seen.count < Self.mostFiles, depth < Limits.includeDepth else {
      return isIncomplete = true
    }
    seen.insert(path)
    var rest = file.lines[...]
    while let index = rest.lastIndex(where: \.isInclude) {
      runs.append((file.path, rest[(index + 1)...]))
      if case .include(let name, let isOptional) = rest[index].content {
        let other = Path.join(Path.parent(file.path), name)
        include(other, isOptional: isOptional, depth: depth + 1, &seen, text)
      }
      rest = rest[..<index]
    }
    runs.append((file.path, rest))
  }

  /// Returns what the files say of a setting, with its place if it is inside of the root.
  ///
  /// - Complexity: O(*n*) for *n* lines.
  func value(of name: String, _ numbers: FileNumbers?) -> SettingValue {
    var found = SettingValue()
    for (path, lines) in runs.reversed() {
      for line in lines {
        guard case .setting(name, let isConditional, let text) = line.content else { continue }
        let isPlaced = !isConditional && !Path.leadsOutside(path)
        let place = isPlaced ? numbers.map { line.range(in: $0.number(of: path)) } : nil
        found.add(text, isConditional: isConditional, at: place)
      }
    }
    return found
  }
}

/// The text of a `.xcconfig` file.
struct ConfigurationText: Sendable {
  /// A line that sets or includes something.
  fileprivate struct Line: Sendable {
    var content: ConfigurationLine
    /// Its number from 1, and its length.
    var number: Int
    var length: Int

    var isInclude: Bool { if case .include = content { true } else { false } }

    func range(in file: FileID) -> SourceRange {
      let start = Position(line: UInt32(truncatingIfNeeded: number), column: 1)
      let end = Position(line: start.line, column: UInt32(truncatingIfNeeded: length + 1))
      return SourceRange(file: file, start: start, end: end)
    }
  }

  fileprivate let path: String
  fileprivate let lines: [Line]

  /// Parses the file at `path`, to which its includes are relative.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  init(_ text: [UInt8], path: String) {
    self.path = path
    let texts = String(decoding: text, as: UTF8.self)
      .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    lines = texts.enumerated().compactMap { number, text in
      ConfigurationLine(text).map {
        Line(content: $0, number: number + 1, length: text.unicodeScalars.count)
      }
    }
  }
}
