internal import Diagnostics
internal import Paths

/// The settings of a `.xcconfig` file and of the files that it includes.
public struct ConfigurationFile: Sendable {
  /// What the files say of each setting, with its place if modlint reads it and if that is inside
  /// of the root.
  private(set) var settings: [String: SettingValue] = [:]
  /// Whether there are more includes than any real file has, so that settings may be missing.
  public private(set) var isIncomplete = false
  /// The paths of the file and of all that it includes, existing or not.
  public private(set) var files: Set<String> = []
  /// The file and those that it includes, but for optional ones, that are not there.
  public private(set) var missing: [String] = []

  private typealias Lines = [(path: String, line: ConfigurationText.Line)]

  /// Combines the file at `path` with the files that it includes.
  ///
  /// A file that is included several times counts where it comes last, since its settings replace
  /// all earlier ones.
  ///
  /// - Complexity: O(*n*) for *n* lines.
  init(at path: String, _ numbers: FileNumbers?, text: (_ path: String) -> ConfigurationText?) {
    var lines: Lines = []
    include(path, isOptional: false, depth: 0, &lines, text)
    for (path, line) in lines.reversed() {
      guard case .setting(let name, let isConditional, let text) = line.content else { continue }
      let isPlaced = !isConditional && SettingKey(rawValue: name) != nil && !Path.leadsOutside(path)
      let place = isPlaced ? numbers.map { line.range(in: $0.number(of: path)) } : nil
      settings[name, default: SettingValue()].add(text, isConditional: isConditional, at: place)
    }
  }

  private static let mostFiles = 256

  /// Adds the lines of a file, the last ones first.
  private mutating func include(
    _ path: String, isOptional: Bool, depth: Int, _ lines: inout Lines,
    _ text: (_ path: String) -> ConfigurationText?
  ) {
    let isNew = files.insert(path).inserted
    guard let file = text(path) else {
      if !isOptional { missing.append(path) }
      return
    }
    guard isNew else { return }
    guard files.count <= Self.mostFiles, depth < Limits.includeDepth else {
      return isIncomplete = true
    }
    files.insert(file.path)
    for line in file.lines.reversed() {
      if case .include(let name, let isOptional) = line.content {
        let other = Path.join(Path.parent(file.path), name)
        include(other, isOptional: isOptional, depth: depth + 1, &lines, text)
      } else {
        lines.append((file.path, line))
      }
    }
  }
}

/// Reads `.xcconfig` files, each once.
public struct ConfigurationFiles: Sendable {
  private let numbers: FileNumbers?
  private var files: [String: (file: ConfigurationFile, level: SettingLevel)] = [:]
  private var texts: [String: ConfigurationText?] = [:]

  /// Creates a reader of files whose settings have places if there are `numbers` of files.
  public init(_ numbers: FileNumbers? = nil) { self.numbers = numbers }

  /// Returns the file at `path` with all that it includes, and the level of its settings; `read`
  /// returns `nil` for a file that does not exist, which has no settings.
  public mutating func file(
    at path: String, _ read: (_ path: String) -> [UInt8]?
  ) -> (file: ConfigurationFile, level: SettingLevel) {
    if let known = files[path] { return known }
    let file = ConfigurationFile(at: path, numbers) { text(at: $0, read) }
    let found = (file, SettingLevel(file))
    files[path] = found
    return found
  }

  /// Returns the text of a file, or of a template beside it; `nil` if neither exists.
  private mutating func text(
    at path: String, _ read: (_ path: String) -> [UInt8]?
  ) -> ConfigurationText? {
    if let known = texts[path] { return known }
    var text: ConfigurationText?
    // A template is committed in place of a file that each developer writes.
    for ending in ["", ".template", ".example", ".sample"] where text == nil {
      text = read(path + ending).map { ConfigurationText($0, path: path + ending) }
    }
    texts[path] = .some(text)
    return text
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
