/// Reads `.xcconfig` files, each once.
public struct ConfigurationFiles: Sendable {
  /// Reads the file at a path; `nil` if it does not exist.
  public typealias Read = (_ path: String) -> [UInt8]?

  private let numbers: FileNumbers?
  private var files: [String: (file: ConfigurationFile, level: SettingLevel)] = [:]
  private var texts: [String: ConfigurationText?] = [:]

  /// The endings of files that are committed in place of one that each developer writes.
  private static let templateEndings = [".template", ".example", ".sample"]

  /// Creates a reader of files whose settings have places if there are `numbers` of files.
  public init(_ numbers: FileNumbers? = nil) { self.numbers = numbers }

  /// Returns the file at `path` with all that it includes, and the level of its settings.
  ///
  /// An unreadable file has no settings.
  public mutating func file(
    at path: String, _ read: Read
  ) -> (file: ConfigurationFile, level: SettingLevel) {
    if let known = files[path] { return known }
    let file = ConfigurationFile(at: path, numbers) { text(at: $0, read) }
    let found = (file, SettingLevel(file))
    files[path] = found
    return found
  }

  /// Returns the text of a file, or of a template beside it; `nil` if neither exists.
  private mutating func text(at path: String, _ read: Read) -> ConfigurationText? {
    if let known = texts[path] { return known }
    var text: ConfigurationText?
    for ending in [""] + Self.templateEndings where text == nil {
      text = read(path + ending).map { ConfigurationText($0, path: path + ending) }
    }
    texts[path] = .some(text)
    return text
  }
}
