internal import Diagnostics
internal import Projects

// Cartfile.resolved: one dependency per line, such as `github "owner/repo" "1.2.3"`
// (github.com/Carthage/Carthage, Documentation/Artifacts.md). It contains no links between them.
extension LockFile {
  init(cartfile text: [UInt8], file: FileID) {
    self.init()
    var seen: Set<String> = []
    var number: UInt32 = 0
    for bytes in text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      number += 1
      var line = CartfileLine(bytes, number: number, file: file)
      if line.isBlank { continue }
      if let package = line.package() {
        if seen.insert(package.identity).inserted { packages.append(package) }
      } else {
        report(.noDependency, at: line.rest)
        // More invalid lines are one mistake, such as a file of another kind.
        if diagnostics.count == 10 { return }
      }
    }
  }
}

extension Diagnostic.Message {
  fileprivate static let noDependency: Self =
    "a line of Cartfile.resolved is 'github', 'git' or 'binary' and two strings in double quotes"
}

private struct CartfileLine {
  private let scalars: [Unicode.Scalar]
  private let number: UInt32
  private let file: FileID
  private var place = 0

  init(_ bytes: ArraySlice<UInt8>, number: UInt32, file: FileID) {
    var bytes = bytes
    if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
    var text = String(decoding: bytes, as: UTF8.self)
    if number == 1, text.unicodeScalars.first == "\u{feff}" { text.unicodeScalars.removeFirst() }
    scalars = Array(text.unicodeScalars)
    self.number = number
    self.file = file
  }

  /// The range from the current position to the end of the line.
  var rest: SourceRange { range(from: place, to: scalars.count) }

  /// Skips blanks; returns whether the rest is empty or a comment.
  var isBlank: Bool {
    mutating get {
      skipBlanks()
      return place == scalars.count || scalars[place] == "#"
    }
  }

  /// Returns the dependency of the line; if `nil`, `rest` is the range that is not understood.
  mutating func package() -> LockedPackage? {
    let start = place
    // The longer word comes first, since the shorter is its prefix.
    guard let origin = ["github", "git", "binary"].first(where: { take($0) }),
      let source = quoted(), let version = quoted()
    else { return nil }
    let end = place
    guard isBlank else { return nil }
    let address = origin == "github" ? githubAddress(source) : source
    return LockedPackage(
      name: repositoryName(address), manager: .carthage, identity: normalized(url: address),
      version: version, location: range(from: start, to: end))
  }

  private mutating func skipBlanks() {
    while place < scalars.count, scalars[place] == " " || scalars[place] == "\t" { place += 1 }
  }

  private mutating func take(_ word: String) -> Bool {
    guard scalars[place...].starts(with: word.unicodeScalars) else { return false }
    place += word.unicodeScalars.count
    return true
  }

  /// Consumes and returns a text in double quotes, if one follows.
  private mutating func quoted() -> String? {
    skipBlanks()
    guard place < scalars.count, scalars[place] == "\"",
      let end = scalars[(place + 1)...].firstIndex(of: "\""), end > place + 1
    else { return nil }
    defer { place = end + 1 }
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars[(place + 1)..<end])
    return String(text)
  }

  private func range(from start: Int, to end: Int) -> SourceRange {
    SourceRange(
      file: file, start: Position(line: number, column: UInt32(start + 1)),
      end: Position(line: number, column: UInt32(end + 1)))
  }
}

/// Returns the URL for Carthage's `owner/repo`, which is already a URL for GitHub Enterprise.
private func githubAddress(_ source: String) -> String {
  source.contains("://") ? source : "https://github.com/" + source
}

/// Returns the last component of a URL, which is the name of Carthage's checkout folder.
private func repositoryName(_ address: String) -> String {
  let last = address.split { $0 == "/" || $0 == ":" }.last.map(String.init) ?? address
  for ending in [".git", ".json"] where last.hasSuffix(ending) && last.count > ending.count {
    return String(last.dropLast(ending.count))
  }
  return last
}
