internal import Diagnostics
internal import Files
internal import Paths
internal import Projects

/// Reads `.xcconfig` files, each once.
struct ConfigurationFiles {
  private let tree: any FileTree
  /// Whether git ignores a path.
  ///
  /// Such a file has other contents on each machine, so it is not read even if it is there.
  private let isIgnored: (String) -> Bool
  private var settings: [String: (levels: [SettingLevel], missing: [String])] = [:]
  private var texts: [String: ConfigurationText?] = [:]

  init(in tree: any FileTree, isIgnored: @escaping (String) -> Bool) {
    self.tree = tree
    self.isIgnored = isIgnored
  }

  /// Returns the settings of a file and the files that it includes, with a further level if some of
  /// these are not there, and the paths of those.
  mutating func settings(of path: String) -> (levels: [SettingLevel], missing: [String]) {
    if let known = settings[path] { return known }
    let file = ConfigurationFile(at: path) { text(at: $0) }
    let missing = ([path] + file.missing.map(Path.normalized))
      .filter { !isThere($0) && !isOfPods($0) }
    // A type's default holds if git ignores the file, and a template says what the file does.
    let isUnknown = file.isIncomplete || missing.contains { !isIgnored($0) && text(at: $0) == nil }
    let found = ([.file(file)] + (isUnknown ? [SettingLevel.missingFile] : []), missing)
    settings[path] = found
    return found
  }

  private func isThere(_ path: String) -> Bool { tree.kind(of: path) == .file && !isIgnored(path) }

  /// Whether CocoaPods writes a file, which contains no setting that rules depend on.
  private func isOfPods(_ path: String) -> Bool { Path.components(of: path).contains("Pods") }

  /// Returns the text of a file, or of a template beside it; `nil` if there is none.
  private mutating func text(at path: String) -> ConfigurationText? {
    if let known = texts[path] { return known }
    var text: ConfigurationText?
    for ending in [""] + ConfigurationText.templateEndings where text == nil {
      var bytes: [UInt8] = []
      guard isThere(path + ending),
        (try? tree.read(path + ending, limit: Limits.fileSize, into: &bytes)) != nil
      else { continue }
      text = ConfigurationText(bytes, path: path + ending)
    }
    texts[path] = .some(text)
    return text
  }
}
