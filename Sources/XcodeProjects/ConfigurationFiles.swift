internal import Diagnostics
internal import Files
internal import Paths

/// Reads `.xcconfig` files, each once.
struct ConfigurationFiles {
  private let tree: any FileTree
  private var known: [String: SettingLevel] = [:]

  init(in tree: any FileTree) { self.tree = tree }

  /// Returns the settings of a file and the files that it includes.
  ///
  /// A file that includes itself is read once. The files of CocoaPods are often not committed, and
  /// contain no setting that rules depend on.
  mutating func settings(of path: String) -> SettingLevel {
    if tree.kind(of: path) == nil {
      return Path.components(of: path).contains("Pods") ? SettingLevel() : .missing
    }
    var open: Set<String> = []
    return settings(of: path, open: &open)
  }

  private mutating func settings(of path: String, open: inout Set<String>) -> SettingLevel {
    if let level = known[path] { return level }
    guard open.count < Limits.includeDepth, open.insert(path).inserted else { return .init() }
    defer { open.remove(path) }
    var text: [UInt8] = []
    do throws(FileError) { try tree.read(path, limit: Limits.fileSize, into: &text) } catch {}
    var level = SettingLevel()
    for line in String(decoding: text, as: UTF8.self).split(whereSeparator: \.isNewline) {
      let line = Self.trimmed(Self.withoutComment(line))
      guard line.hasPrefix("#include") else {
        Self.read(line, into: &level)
        continue
      }
      let parts = line.split(separator: "\"", omittingEmptySubsequences: false)
      guard parts.count > 1 else { continue }
      let included = Path.normalized(Path.join(Path.folder(of: path), entry: String(parts[1])))
      level.merge(settings(of: included, open: &open))
    }
    known[path] = level
    return level
  }

  /// Parses a line `NAME = value` or `NAME[sdk=…] = value`.
  private static func read(_ line: Substring, into level: inout SettingLevel) {
    // Conditions contain equals signs.
    let conditions = line.prefix { $0 != "=" }.contains("[") ? line.lastIndex(of: "]") : nil
    guard let equals = line[(conditions ?? line.startIndex)...].firstIndex(of: "=") else { return }
    level.add(trimmed(line[..<equals]), String(trimmed(line[line.index(after: equals)...])))
  }

  private static func withoutComment(_ line: Substring) -> Substring {
    var previous: Character = " "
    for index in line.indices {
      if line[index] == "/", previous == "/" { return line[..<line.index(before: index)] }
      previous = line[index]
    }
    return line
  }

  private static func trimmed(_ text: Substring) -> Substring {
    var text = text.drop { $0 == " " || $0 == "\t" }
    while let last = text.last, last == " " || last == "\t" || last == ";" {
      text = text.dropLast()
    }
    return text
  }
}
