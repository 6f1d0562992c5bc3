import Files
import Foundation
import Glibc
import Projects
import SpecDecoding
import SpecReading
import TestSupport
import Testing

#if canImport(Glibc)

/// Holds the patterns of sources against the system's own `glob`, used as XcodeGen uses it.
@Suite struct SourceGlobOracleTests {
  private static let files = [
    "a.swift", "b.m", ".c.swift", "ab.swift", "One/a.swift", "One/b.h", "One/Two/a.swift",
    "One/Two/.d.swift", "OneMore/b.m", ".e/a.swift", "Pods/a.swift", "One/Pods/a.swift",
    "node_modules/b.m", "x[1].swift", "x{1}.swift",
  ]

  @Test func agreesOnRandomPatterns() throws {
    let folder = try TemporaryFolder(
      Dictionary(uniqueKeysWithValues: Self.files.map { ("S/" + $0, "") }))
    let tree = try folder.tree
    var random = SplitMix64(state: 25)
    var nonEmpty = 0
    for _ in 0..<150 {
      let pattern = Self.pattern(&random)
      let expected = excluded(by: pattern, in: folder.full("S"))
      let spec = """
        name: P
        targets:
          T: {type: framework, platform: iOS, sources: [{path: S, excludes: ['\(pattern)']}]}
        """
      try folder.write(spec, to: "project.yml")
      var reader = SpecReader(source: tree, options: .init())
      let found = reader.targetSources(of: "T", in: "project.yml", folder: ".")
      let left = Set(found?.files.map { String($0.path.dropFirst(2)) } ?? [])
      #expect(Set(Self.files).subtracting(left) == expected, "\(pattern)")
      if !expected.isEmpty { nonEmpty += 1 }
    }
    #expect(nonEmpty > 30)
  }

  private static func pattern(_ random: inout SplitMix64) -> String {
    let parts = [
      "*", "**", "**", "One", "Two", "*.swift", "?.m", "[ab]*", "{a,b}.*", ".[a-z]*", "On*",
      "**a.swift", "a.swift", "{One,OneMore}", "[!a].*", "*{.m,.h}", "Pods", "x\\[1\\].swift",
      "x[[]1].swift", "{a,{b,ab}}.swift", "*e*", "O**", ".", "..", ".*", "",
      "One/..", "{./,}a.swift",
    ]
    return (0..<Int.random(in: 1...4, using: &random)).map { _ in random.pick(parts) }
      .joined(separator: "/")
  }

  /// The files that a pattern takes out of a folder.
  private func excluded(by pattern: String, in folder: String) -> Set<String> {
    guard !pattern.isEmpty else { return [] }
    var gone: Set<String> = []
    for match in Self.matches("\(folder)/\(pattern)") {
      let path = URL(fileURLWithPath: match).standardizedFileURL.path
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { continue }
      // Paths are compared as texts; joining one with what is in it leaves `..` alone.
      guard isFolder.boolValue else {
        if match.hasPrefix(folder + "/") { gone.insert(String(match.dropFirst(folder.count + 1))) }
        continue
      }
      let text = match.split(separator: "/").filter { $0 != "." }.joined(separator: "/")
      for name in (try? FileManager.default.subpathsOfDirectory(atPath: path)) ?? []
      where "/\(text)/\(name)".hasPrefix(folder + "/") {
        gone.insert(String("/\(text)/\(name)".dropFirst(folder.count + 1)))
      }
    }
    return gone.intersection(Self.files)
  }

  /// `**` is the folder before it and those below, if that is a folder as it is written.
  private static func matches(_ pattern: String) -> [String] {
    guard let star = pattern.range(of: "**") else { return systemMatches(pattern) }
    let first = String(pattern[..<star.lowerBound])
    var last = String(pattern[star.upperBound...])
    var found: [String] = []
    var folders = [first]
    if FileManager.default.fileExists(atPath: first) { folders += subfolders(of: first) }
    if last.isEmpty {
      found.append(first)
      last = "*"
    }
    for folder in folders {
      let whole = URL(fileURLWithPath: folder).appendingPathComponent(last).relativePath as NSString
      found += matches(whole.standardizingPath)
    }
    return pattern.hasSuffix("**/") ? found.filter { isFolder($0) } : found
  }

  private static func subfolders(of folder: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0 != "Pods" && $0 != "node_modules" }.flatMap { name -> [String] in
      let path = URL(fileURLWithPath: folder).appendingPathComponent(name).path
      guard isFolder(path) else { return [] }
      let inside = (try? FileManager.default.subpathsOfDirectory(atPath: path)) ?? []
      return [path] + inside.map { "\(path)/\($0)" }.filter { isFolder($0) }
    }
  }

  private static func isFolder(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      && isFolder.boolValue
  }

  private static func systemMatches(_ pattern: String) -> [String] {
    var found = glob_t()
    defer { globfree(&found) }
    guard glob(pattern, GLOB_TILDE | GLOB_BRACE | GLOB_MARK, nil, &found) == 0 else { return [] }
    return (0..<Int(found.gl_pathc)).compactMap { index in
      found.gl_pathv[index].flatMap { String(validatingCString: $0) }
    }
  }
}
#endif
