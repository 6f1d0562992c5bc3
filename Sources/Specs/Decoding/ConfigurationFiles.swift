internal import Diagnostics
internal import Files
internal import Paths
internal import Projects

/// The settings of a `.xcconfig` file and of the files that it includes.
struct ConfigurationFile {
  /// The unconditional settings.
  var values: [String: Value] = [:]
  /// The values of conditional settings, such as `NAME[sdk=…]`, by name.
  var conditional: [String: [String]] = [:]

  struct Value {
    var text: String
    /// The file that contains the setting, and its line from 1.
    var path: String
    var line: Int
    var length: Int
  }

  /// Adds the settings of an included file.
  mutating func merge(_ other: ConfigurationFile) {
    values.merge(other.values) { $1 }
    conditional.merge(other.conditional) { $0 + $1 }
  }
}

/// Reads `.xcconfig` files, each once; XcodeGen passes them to Xcode unread.
struct ConfigurationFiles: Sendable {
  let source: any FileTree
  private let notesHints: Bool
  /// The settings of each file; `nil` if its includes form a cycle.
  private var settings: [String: ConfigurationFile?] = [:]
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
    var open: Set<String> = []
    return read(path, open: &open) ?? ConfigurationFile()
  }

  /// - Returns: The settings; `nil` if the includes of the file lead to a cycle.
  private mutating func read(
    _ path: String, open: inout Set<String>
  ) -> ConfigurationFile? {
    if let known = settings[path] { return known }
    guard !open.contains(path) else { return nil }
    guard open.count < Limits.includeDepth else { return ConfigurationFile() }
    open.insert(path)
    defer { open.remove(path) }
    var text: [UInt8] = []
    do { try source.read(path, limit: Limits.fileSize, into: &text) } catch {
      settings[path] = .some(ConfigurationFile())
      return ConfigurationFile()
    }
    var file = ConfigurationFile()
    var named: [String] = []
    var isInCycle = false
    let lines = String(decoding: text, as: UTF8.self)
      .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (number, line) in lines.enumerated() {
      if let name = Self.strictInclude(in: line) {
        named.append(Path.join(Path.parent(path), name))
      }
      switch ConfigurationLine(line) {
      case .include(let name):
        if let more = read(Path.join(Path.parent(path), name), open: &open) {
          file.merge(more)
        } else {
          isInCycle = true
        }
      case .setting(let name, isConditional: true, let text):
        file.conditional[name, default: []].append(text)
      case .setting(let name, isConditional: false, let text):
        file.values[name] = ConfigurationFile.Value(
          text: text, path: path, line: number + 1, length: line.unicodeScalars.count)
      case nil: break
      }
    }
    includes[path] = named
    settings[path] = .some(isInCycle ? nil : file)
    if notesHints { note(file) }
    return isInCycle ? nil : file
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
    let (values, conditional) = (file.values, file.conditional)
    if values[SpecKey.productModuleName.spelling] != nil
      || conditional[SpecKey.productModuleName.spelling] != nil
      || conditional[SpecKey.productNameSetting.spelling] != nil
    {
      hints.mayNameModules = true
    }
    if values[SpecKey.bridgingHeader.spelling] != nil
      || values[SpecKey.prefixHeader.spelling] != nil
    {
      hints.outside = nil
    }
  }
}
