internal import Diagnostics
internal import Paths

/// The settings of a `.xcconfig` file and of the files that it includes.
public struct ConfigurationFile: Sendable {
  /// Runs of settings without includes, the last one first: it replaces earlier ones.
  ///
  /// Files that include the same file share its settings.
  private var runs: [ConfigurationText.Settings] = []
  /// Whether files include each other in a cycle; each is read once.
  public private(set) var hasCycle = false
  /// Whether there are more includes than any real file has, so that settings may be missing.
  public private(set) var isIncomplete = false
  /// The paths of the file and of all that it includes, existing or not.
  public private(set) var files: Set<String> = []
  /// The included files that are not there and not optional.
  public private(set) var missing: [String] = []

  /// Creates a file without settings.
  public init(files: Set<String> = []) { self.files = files }

  /// Combines the file at `path` with the files that it includes.
  ///
  /// A file that is included several times counts where it comes last, since its settings replace
  /// all earlier ones.
  ///
  /// - Complexity: O(*n*) for *n* includes.
  public init(at path: String, text: (_ path: String) -> ConfigurationText?) {
    var seen: Set<String> = []
    var open: Set<String> = []
    include(path, &seen, &open, text)
  }

  private static let mostFiles = 256

  private mutating func include(
    _ path: String, _ seen: inout Set<String>, _ open: inout Set<String>,
    _ text: (_ path: String) -> ConfigurationText?
  ) {
    if open.contains(path) { hasCycle = true }
    files.insert(path)
    guard !seen.contains(path), let file = text(path) else { return }
    files.insert(file.path)
    guard seen.count < Self.mostFiles, open.count < Limits.includeDepth else {
      return isIncomplete = true
    }
    seen.insert(path)
    open.insert(path)
    for part in file.parts.reversed() {
      switch part {
      case .include(let other, let isOptional):
        if !isOptional, text(other) == nil { missing.append(other) }
        include(other, &seen, &open, text)
      case .settings(let settings): runs.append(settings)
      }
    }
    open.remove(path)
  }

  /// Returns the unconditional value of a setting.
  public func value(of name: String) -> ConfigurationText.Value? {
    for run in runs {
      if let value = run.values[name] { return value }
    }
    return nil
  }

  /// Returns the values of a setting under conditions, such as `NAME[sdk=…]`.
  public func conditionalValues(of name: String) -> [String] {
    runs.reversed().flatMap { $0.conditional[name] ?? [] }
  }
}

/// The text of a `.xcconfig` file.
public struct ConfigurationText: Sendable {
  public struct Value: Sendable {
    public var text: String
    /// The file that contains the setting, and its line from 1.
    public var path: String
    public var line: Int
    public var length: Int
  }

  fileprivate struct Settings: Sendable {
    var values: [String: Value] = [:]
    var conditional: [String: [String]] = [:]
  }

  fileprivate enum Part: Sendable {
    case include(String, isOptional: Bool)
    case settings(Settings)
  }

  fileprivate let path: String
  fileprivate private(set) var parts: [Part] = []

  /// The endings of files that are committed in place of one that each developer writes.
  public static let templateEndings = [".template", ".example", ".sample"]

  /// The maximum number of different values of a setting under conditions.
  private static let mostConditions = 32

  /// Parses the file at `path`, to which its includes are relative.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  public init(_ text: [UInt8], path: String) {
    self.path = path
    let lines = String(decoding: text, as: UTF8.self)
      .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    var run = Settings()
    for (number, line) in lines.enumerated() {
      switch ConfigurationLine(line) {
      case .include(let name, let isOptional):
        append(run)
        run = Settings()
        parts.append(.include(Path.join(Path.parent(path), name), isOptional: isOptional))
      case .setting(let name, isConditional: true, let text):
        let known = run.conditional[name] ?? []
        guard known.count < Self.mostConditions, !known.contains(text) else { continue }
        run.conditional[name, default: []].append(text)
      case .setting(let name, isConditional: false, let text):
        run.values[name] = Value(
          text: text, path: path, line: number + 1, length: line.unicodeScalars.count)
      case nil: break
      }
    }
    append(run)
  }

  private mutating func append(_ run: Settings) {
    if !run.values.isEmpty || !run.conditional.isEmpty { parts.append(.settings(run)) }
  }
}
