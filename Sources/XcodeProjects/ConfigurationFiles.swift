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
  private var levels: [String: SettingLevel] = [:]
  private var texts: [String: ConfigurationText?] = [:]

  init(in tree: any FileTree, isIgnored: @escaping (String) -> Bool) {
    self.tree = tree
    self.isIgnored = isIgnored
  }

  /// Returns the settings of a file and the files that it includes.
  mutating func settings(of path: String) -> SettingLevel {
    if let known = levels[path] { return known }
    let file = ConfigurationFile(at: path) { text(at: $0) }
    let isKnown = text(at: path) == nil ? isOfPods(path) || isIgnored(path) : !file.isIncomplete
    let level: SettingLevel = isKnown ? .file(file) : .missingFile
    levels[path] = level
    return level
  }

  /// Whether a file is not there, and not one that CocoaPods writes: those contain no setting that
  /// rules depend on.
  func lacks(_ path: String) -> Bool { !isThere(path) && !isOfPods(path) }

  private func isThere(_ path: String) -> Bool { tree.kind(of: path) == .file && !isIgnored(path) }

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
