internal import Diagnostics
internal import Paths

/// The settings of a `.xcconfig` file and of the files that it includes.
public struct ConfigurationFile: Sendable {
  /// Runs of settings without includes, the last one first: it replaces earlier ones.
  ///
  /// Files that include the same file share its settings.
  private var runs: [ConfigurationText.Settings] = []
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
  public init(at path: String, text: (_ path: String) -> ConfigurationText?) {
    var seen: Set<String> = []
    if text(path) == nil { missing.append(path) }
    include(path, depth: 0, &seen, text)
  }

  private static let mostFiles = 256

  private mutating func include(
    _ path: String, depth: Int, _ seen: inout Set<String>,
    _ text: (_ path: String) -> ConfigurationText?
  ) {
    files.insert(path)
    guard !seen.contains(path), let file = text(path) else { return }
    files.insert(file.path)
    guard seen.count < Self.mostFiles, depth < Limits.includeDepth else {
      return isIncomplete = true
    }
    seen.insert(path)
    for part in file.parts.reversed() {
      switch part {
      case .include(let other, let isOptional):
        if !isOptional, text(other) == nil { missing.append(other) }
        include(other, depth: depth + 1, &seen, text)
      case .settings(let settings): runs.append(settings)
      }
    }
  }

  /// Returns what the files say of a setting, with its place if it is inside of the root.
  func value(of name: String, _ numbers: FileNumbers?) -> SettingValue {
    var found = SettingValue()
    for line in runs.reversed().flatMap({ $0[name] ?? [] }) {
      found.add(
        line.text, isConditional: line.isConditional, at: numbers.flatMap { line.place($0) })
    }
    return found
  }
}

/// The text of a `.xcconfig` file.
public struct ConfigurationText: Sendable {
  /// A line that sets something.
  fileprivate struct Line: Sendable {
    var text: String
    var isConditional: Bool
    var path: String
    /// Its number from 1, and its length.
    var number: Int
    var length: Int

    func place(_ numbers: FileNumbers) -> SourceRange? {
      guard !isConditional, !Path.leadsOutside(path) else { return nil }
      let start = Position(line: UInt32(truncatingIfNeeded: number), column: 1)
      let end = Position(line: start.line, column: UInt32(truncatingIfNeeded: length + 1))
      return SourceRange(file: numbers.number(of: path), start: start, end: end)
    }
  }

  /// The lines that set something, by the name of the setting.
  fileprivate typealias Settings = [String: [Line]]

  fileprivate enum Part: Sendable {
    case include(String, isOptional: Bool)
    case settings(Settings)
  }

  fileprivate let path: String
  fileprivate private(set) var parts: [Part] = []

  /// Parses the file at `path`, to which its includes are relative.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  public init(_ text: [UInt8], path: String) {
    self.path = path
    let lines = String(decoding: text, as: UTF8.self)
      .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    var run: Settings = [:]
    for (number, line) in lines.enumerated() {
      switch ConfigurationLine(line) {
      case .include(let name, let isOptional):
        if !run.isEmpty { parts.append(.settings(run)) }
        run = [:]
        parts.append(.include(Path.join(Path.parent(path), name), isOptional: isOptional))
      case .setting(let name, let isConditional, let text):
        run[name, default: []].append(
          Line(
            text: text, isConditional: isConditional, path: path, number: number + 1,
            length: line.unicodeScalars.count))
      case nil: break
      }
    }
    if !run.isEmpty { parts.append(.settings(run)) }
  }
}
