internal import Diagnostics
internal import Files
internal import Paths
internal import Projects

/// Reads `.xcconfig` files, each once; XcodeGen passes them to Xcode unread.
struct ConfigurationFiles: Sendable {
  let source: any FileTree
  private let notesHints: Bool
  private var texts: [String: ConfigurationText?] = [:]
  /// The settings of each file with its includes.
  private var settings: [String: ConfigurationFile] = [:]
  /// The included files that XcodeGen finds in each file.
  private var includes: [String: [String]] = [:]
  private var cycles: [String: [String]?] = [:]
  /// The hints in the files about module names and headers.
  private(set) var hints = SourceHints()

  init(in source: any FileTree, notesHints: Bool) {
    self.source = source
    self.notesHints = notesHints
  }

  /// Returns the settings of the file at `path` and of all files that it includes.
  ///
  /// An unreadable file has no settings, since that is not an error of the graph. A file whose
  /// includes form a cycle has none either.
  mutating func file(at path: String) -> ConfigurationFile {
    if let known = settings[path] { return known }
    var file = ConfigurationFile(at: path) { text(at: $0) }
    if file.hasCycle { file = ConfigurationFile() }
    settings[path] = file
    if notesHints { note(file) }
    return file
  }

  private mutating func text(at path: String) -> ConfigurationText? {
    if let known = texts[path] { return known }
    var text: ConfigurationText?
    for ending in [""] + ConfigurationText.templateEndings where text == nil {
      var bytes: [UInt8] = []
      do { try source.read(path + ending, limit: Limits.fileSize, into: &bytes) } catch { continue }
      text = ConfigurationText(bytes, path: path + ending)
      if ending.isEmpty { includes[path] = Self.strictIncludes(in: bytes, of: path) }
    }
    texts[path] = .some(text)
    return text
  }

  /// Returns the first cycle of includes that XcodeGen finds from the file at `path`, with the
  /// first file repeated at the end; `nil` without a cycle.
  ///
  /// - Complexity: O(*n*) for *n* includes, once for each file.
  mutating func cycle(from path: String) -> [String]? {
    if let known = cycles[path] { return known }
    _ = file(at: path)
    var search = CycleSearch<String>()
    var cycle: [String]?
    search.visit(path, id: \.self, next: { (includes[$0] ?? []).reversed() }) { found, _ in
      if cycle == nil { cycle = found }
    }
    cycles[path] = .some(cycle)
    return cycle
  }

  private static func strictIncludes(in text: [UInt8], of path: String) -> [String] {
    guard text.contains(UInt8(ascii: "#")) else { return [] }
    return String(decoding: text, as: UTF8.self).split(whereSeparator: \.isNewline)
      .compactMap(strictInclude).map { Path.join(Path.parent(path), $0) }
  }

  /// Returns the file that XcodeGen includes for a line.
  ///
  /// XcodeGen ignores `#include?` and files with other extensions, but it reads includes in
  /// comments.
  private static func strictInclude(in line: Substring) -> String? {
    guard let mark = line.firstIndex(of: "#") else { return nil }
    let word = line[mark...].prefix(8)
    guard word.lowercased() == "#include" else { return nil }
    let rest = line[word.endIndex...]
    let name = rest.drop { $0 == " " || $0 == "\t" }
    guard name.startIndex > rest.startIndex, name.first == "\"" else { return nil }
    let parts = name.dropFirst().split(
      separator: "\"", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].lowercased().hasSuffix(".xcconfig") else { return nil }
    return String(parts[0])
  }

  private mutating func note(_ file: ConfigurationFile) {
    func sets(_ key: SpecKey) -> Bool { file.value(of: key.spelling) != nil }
    func setsConditionally(_ key: SpecKey) -> Bool {
      !file.conditionalValues(of: key.spelling).isEmpty
    }
    if sets(.productModuleName) || setsConditionally(.productModuleName)
      || setsConditionally(.productNameSetting)
    {
      hints.mayNameModules = true
    }
    if sets(.bridgingHeader) || sets(.prefixHeader) { hints.outside = nil }
  }
}
