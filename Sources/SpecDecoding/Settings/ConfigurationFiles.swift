internal import Diagnostics
internal import Files
internal import Projects
internal import SpecReading

/// Reads `.xcconfig` files, each once; XcodeGen passes them to Xcode unread.
struct ConfigurationFiles: Sendable {
  let source: any FileTree
  private var texts: [String: ConfigurationText?] = [:]
  /// The settings of each file with its includes.
  private var settings: [String: ConfigurationFile] = [:]

  init(in source: any FileTree) { self.source = source }

  /// Returns the settings of the file at `path` and of all files that it includes.
  ///
  /// An unreadable file has no settings, since that is not an error of the graph. A file whose
  /// includes form a cycle has none either.
  mutating func file(at path: String) -> ConfigurationFile {
    if let known = settings[path] { return known }
    var file = ConfigurationFile(at: path) { text(at: $0) }
    if file.hasCycle { file = ConfigurationFile(files: file.files) }
    settings[path] = file
    return file
  }

  private mutating func text(at path: String) -> ConfigurationText? {
    if let known = texts[path] { return known }
    var text: ConfigurationText?
    for ending in [""] + ConfigurationText.templateEndings where text == nil {
      var bytes: [UInt8] = []
      do { try source.read(path + ending, limit: Limits.fileSize, into: &bytes) } catch { continue }
      text = ConfigurationText(bytes, path: path + ending)
    }
    texts[path] = .some(text)
    return text
  }
}
