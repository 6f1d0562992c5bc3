internal import Diagnostics
internal import Files
internal import Imports
internal import Paths
internal import Projects
internal import SpecDecoding
internal import SpecReading

/// The files named on the command line, which are read as specs regardless of their names.
struct NamedSpecs {
  private let paths: [String]
  private var reasons: [String: String] = [:]

  /// - Parameter paths: The named files. Sources and Xcode projects, which editors and hooks name,
  ///   only filter findings.
  init(_ paths: [String]) {
    self.paths = Set(paths)
      .filter {
        SourceLanguage(path: $0) == nil && !$0.hasSuffix(".pbxproj") && !$0.hasSuffix(".xcproj")
      }
      .sorted { $0.precedes($1) }
  }

  mutating func read(besides batch: inout SpecBatch, in tree: some FileTree, _ reader: SpecReader) {
    let known = Set(batch.paths)
    var reader = reader
    for path in paths where !known.contains(path) {
      if let reason = Self.reason(why: path, isNoSpecIn: tree) {
        reasons[path] = reason
        continue
      }
      reader.read(path)
      batch.append(reader.takeBatch())
    }
  }

  func misnamed(among parts: Set<String>) -> [(path: String, reason: String)] {
    paths.compactMap { path in
      let part = parts.contains(path) ? "is a part of another spec, and checked with it" : nil
      return (reasons[path] ?? part).map { (path, $0) }
    }
  }

  private static func reason(why path: String, isNoSpecIn tree: some FileTree) -> String? {
    let ending = Path.splitExtension(Path.lastComponent(path)).extension?.lowercased()
    guard ["yml", "yaml", "json"].contains(ending) else {
      return "is not a spec: specs are YAML or JSON files"
    }
    // The reader of specs reports files that are unreadable or invalid.
    guard let text = try? tree.content(of: path), SpecParser.isMapping(text, at: path) == false
    else { return nil }
    return "is not a spec: a spec is a mapping with 'name' and 'targets'"
  }
}
