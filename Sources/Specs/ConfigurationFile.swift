internal import Diagnostics
internal import Files

// `.xcconfig` files, which XcodeGen passes on unread and Xcode obeys.
extension SpecReader {
  /// The unconditional settings of the file at `path` and of all it includes; empty if it cannot be
  /// read, since a missing file is no fault of the graph.
  mutating func configurationFile(_ path: String) -> [String: String] {
    if let known = configurationFiles[path] { return known }
    var open: Set<String> = []
    let settings = readConfigurationFile(path, open: &open)
    configurationFiles[path] = settings
    return settings
  }

  private func readConfigurationFile(
    _ path: String, open: inout Set<String>
  ) -> [String: String] {
    guard open.count < Limits.includeDepth, open.insert(path).inserted else { return [:] }
    defer { open.remove(path) }
    var text: [UInt8] = []
    do { try source.read(path, limit: Limits.fileSize, into: &text) } catch { return [:] }
    var settings: [String: String] = [:]
    for line in String(decoding: text, as: UTF8.self).split(whereSeparator: \.isNewline) {
      let line = Self.trim(Self.withoutComment(line))
      if line.hasPrefix("#include") {
        let parts = line.split(separator: "\"", omittingEmptySubsequences: false)
        guard parts.count >= 2 else { continue }
        let included = SpecPath.join(SpecPath.parent(path), String(parts[1]))
        settings.merge(readConfigurationFile(included, open: &open)) { $1 }
      } else if let equals = line.firstIndex(of: "=") {
        let key = Self.trim(line[..<equals])
        guard !key.contains("[") else { continue }
        settings[String(key)] = String(Self.trim(line[line.index(after: equals)...]))
      }
    }
    return settings
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
