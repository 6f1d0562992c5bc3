internal import Diagnostics
internal import Files
internal import Paths
internal import Projects

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
      switch ConfigurationLine(line) {
      case .include(let name):
        let included = Path.normalized(Path.join(Path.folder(of: path), entry: name))
        level.merge(settings(of: included, open: &open))
      case .setting(let name, let isConditional, let value):
        level.add(name, isConditional: isConditional, value)
      case nil: break
      }
    }
    known[path] = level
    return level
  }
}
