internal import Diagnostics
internal import Projects

// Cartfile.resolved: one dependency per line, such as `github "owner/repo" "1.2.3"`
// (github.com/Carthage/Carthage, Documentation/Artifacts.md). It contains no links between them.
extension LockFile {
  init(cartfile text: [UInt8], file: FileID) {
    self.init()
    var seen: Set<String> = []
    var text = String(decoding: text, as: UTF8.self)
    if text.unicodeScalars.first == "\u{feff}" { text.unicodeScalars.removeFirst() }
    let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (number, bytes) in zip(UInt32(1)..., lines) {
      let line = Substring(bytes.last == UInt8(ascii: "\r") ? bytes.dropLast() : bytes)
      let entry = line.drop { $0 == " " || $0 == "\t" }
      if entry.isEmpty || entry.hasPrefix("#") { continue }
      func place(_ end: Substring.Index) -> Position {
        Position(line: number, column: UInt32(line[..<end].unicodeScalars.count + 1))
      }
      var location = SourceRange(
        file: file, start: place(entry.startIndex), end: place(entry.endIndex))
      guard let (address, version, end) = dependency(in: entry) else {
        report(.noDependency, at: location)
        // More invalid lines are one mistake, such as a file of another kind.
        if diagnostics.count == 10 { return }
        continue
      }
      location.end = place(end)
      let identity = normalized(url: address)
      guard seen.insert(identity).inserted else { continue }
      packages.append(
        LockedPackage(
          name: repositoryName(address), manager: .carthage, identity: identity, version: version,
          location: location))
    }
  }
}

extension Diagnostic.Message {
  fileprivate static let noDependency: Self =
    "a line of Cartfile.resolved is 'github', 'git' or 'binary' and two strings in double quotes"
}

/// Returns the parts of a line, and the end of its version.
private func dependency(
  in line: Substring
) -> (address: String, version: String, end: Substring.Index)? {
  let parts = line.split(separator: "\"", maxSplits: 4, omittingEmptySubsequences: false)
  guard parts.count == 5, !parts[1].isEmpty, parts[2].allSatisfy(\.isWhitespace),
    !parts[3].isEmpty, parts[4].first(where: { !$0.isWhitespace }) ?? "#" == "#"
  else { return nil }
  let origin = parts[0].filter { !$0.isWhitespace }
  guard ["github", "git", "binary"].contains(origin) else { return nil }
  // The source is already a URL for GitHub Enterprise.
  let isShort = origin == "github" && !parts[1].contains("://")
  let address = isShort ? "https://github.com/" + parts[1] : String(parts[1])
  return (address, String(parts[3]), parts[4].startIndex)
}

/// Returns the last component of a URL, which is the name of Carthage's checkout folder.
private func repositoryName(_ address: String) -> String {
  let last = address.split { $0 == "/" || $0 == ":" }.last.map(String.init) ?? address
  for ending in [".git", ".json"] where last.hasSuffix(ending) && last.count > ending.count {
    return String(last.dropLast(ending.count))
  }
  return last
}
