internal import Diagnostics
internal import Files
internal import Paths

/// What a reader knows of `.xcconfig` files, by path.
struct ConfigurationFiles {
  /// Their settings; `nil` for one that leads into a cycle of includes.
  var settings: [String: ConfigurationFile?] = [:]
  /// What XcodeGen reads with each of them.
  var includes: [String: [String]] = [:]
  /// The cycles that lead from them.
  var cycles: [String: [String]?] = [:]
  /// Whether any of them has settings of which it takes a closer look to tell what modules are called, or where
  /// headers lie.
  private(set) var hints = SourceHints()

  mutating func note(_ file: ConfigurationFile) {
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

// `.xcconfig` files, which XcodeGen passes on unread and Xcode obeys.
extension SpecReader {
  /// The settings of the file at `path` and of all it includes; none if it cannot be read, since a
  /// missing file is not an error of the graph.
  ///
  /// A file that includes itself, directly or not, has none, and neither has a file that includes it.
  mutating func configurationFile(_ path: String) -> ConfigurationFile {
    var open: Set<String> = []
    return readConfigurationFile(path, open: &open) ?? ConfigurationFile()
  }

  /// - Returns: `nil` if the file leads into a cycle of includes.
  private mutating func readConfigurationFile(
    _ path: String, open: inout Set<String>
  ) -> ConfigurationFile? {
    if let known = configurationFiles.settings[path] { return known }
    guard !open.contains(path) else { return nil }
    guard open.count < Limits.includeDepth else { return ConfigurationFile() }
    open.insert(path)
    defer { open.remove(path) }
    var text: [UInt8] = []
    do { try source.read(path, limit: Limits.fileSize, into: &text) } catch {
      configurationFiles.settings[path] = .some(ConfigurationFile())
      return ConfigurationFile()
    }
    var settings = ConfigurationFile()
    var includes: [String] = []
    var isInCycle = false
    let lines = String(decoding: text, as: UTF8.self)
      .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (number, line) in lines.enumerated() {
      if let name = Self.strictInclude(in: line) {
        includes.append(Path.join(Path.parent(path), name))
      }
      let line = Self.trim(Self.withoutComment(line))
      if line.hasPrefix("#include") {
        let parts = line.split(separator: "\"", omittingEmptySubsequences: false)
        guard parts.count >= 2 else { continue }
        let included = Path.join(Path.parent(path), String(parts[1]))
        if let more = readConfigurationFile(included, open: &open) {
          settings.merge(more)
        } else {
          isInCycle = true
        }
      } else {
        let place = (path: path, line: number + 1, length: lines[number].unicodeScalars.count)
        Self.read(line, at: place, into: &settings)
      }
    }
    configurationFiles.includes[path] = includes
    configurationFiles.settings[path] = .some(isInCycle ? nil : settings)
    if options.notesSourceHints { configurationFiles.note(settings) }
    return isInCycle ? nil : settings
  }

  /// Reads a line `NAME = value` or `NAME[sdk=…] = value`.
  private static func read(
    _ line: Substring, at place: (path: String, line: Int, length: Int),
    into settings: inout ConfigurationFile
  ) {
    // A condition has equals signs of its own.
    let start = line.firstIndex(of: "]").map { line.index(after: $0) } ?? line.startIndex
    let hasCondition = line.prefix { $0 != "=" }.contains("[")
    guard let equals = line[(hasCondition ? start : line.startIndex)...].firstIndex(of: "=") else {
      return
    }
    let key = trim(line[..<equals])
    let text = String(trim(line[line.index(after: equals)...]))
    if let bracket = key.firstIndex(of: "[") {
      settings.conditional[String(trim(key[..<bracket])), default: []].append(text)
    } else {
      settings.values[String(key)] = ConfigurationFile.Value(
        text: text, path: place.path, line: place.line, length: place.length)
    }
  }

  /// The files of a cycle of includes that XcodeGen meets from the file at `path`, the first again at
  /// the end; `nil` if it meets none.
  ///
  /// - Complexity: O(*n*) for *n* includes, once for each file.
  mutating func configurationFileCycle(from path: String) -> [String]? {
    if let known = configurationFiles.cycles[path] { return known }
    _ = configurationFile(path)
    let cycle = searchConfigurationFileCycle(from: path)
    configurationFiles.cycles[path] = .some(cycle)
    return cycle
  }

  private func searchConfigurationFileCycle(from path: String) -> [String]? {
    var isOpen: [String: Bool] = [path: true]
    var way: [(path: String, next: [String])] = [(path, configurationFiles.includes[path] ?? [])]
    while let last = way.indices.last {
      guard let next = way[last].next.popLast() else {
        isOpen[way[last].path] = false
        way.removeLast()
        continue
      }
      if let isCycle = isOpen[next] {
        if isCycle { return way.map(\.path).drop { $0 != next } + [next] }
        continue
      }
      isOpen[next] = true
      way.append((next, configurationFiles.includes[next] ?? []))
    }
    return nil
  }

  /// The file that XcodeGen takes a line to include: it ignores `#include?` and files of other
  /// extensions, but not over comments.
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

  private static func withoutComment(_ line: Substring) -> Substring {
    var previous: Character = " "
    for index in line.indices {
      if line[index] == "/", previous == "/" { return line[..<line.index(before: index)] }
      previous = line[index]
    }
    return line
  }

  private static func trim(_ text: Substring) -> Substring {
    var text = text.drop { $0 == " " || $0 == "\t" }
    while let last = text.last, last == " " || last == "\t" || last == ";" {
      text = text.dropLast()
    }
    return text
  }
}
