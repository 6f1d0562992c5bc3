internal import Diagnostics
internal import Projects

// Cartfile.resolved: one dependency per line, such as `github "owner/repo" "1.2.3"`
// (github.com/Carthage/Carthage, Documentation/Artifacts.md). It contains no links between them.
extension LockFile {
  /// The maximum number of diagnostics: more invalid lines are one mistake, such as a file of
  /// another kind.
  private static let maxDiagnostics = 10

  init(cartfile text: [UInt8], file: FileID) {
    self.init()
    var seen: Set<String> = []
    var number: UInt32 = 0
    for bytes in text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      number += 1
      var line = CartfileLine(bytes, number: number, file: file)
      do throws(CartfileError) {
        guard let package = try line.package(), seen.insert(package.identity).inserted else {
          continue
        }
        packages.append(package)
      } catch {
        report(.init(error.rawValue), at: line.rest)
        if diagnostics.count == Self.maxDiagnostics { return }
      }
    }
  }
}

/// The reason that a line of Cartfile.resolved is invalid.
private enum CartfileError: String, Error {
  case origin = "a line of Cartfile.resolved starts with 'github', 'git' or 'binary'"
  case source = "the repository or address of a dependency must be in double quotes"
  case version = "the version of a dependency must be in double quotes"
  case more = "nothing may follow the version of a dependency"
}

/// Parses a line from left to right.
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

  /// Returns the dependency of the line, or `nil` if it is blank or a comment.
  ///
  /// - Throws: The error, whose range is then `rest`.
  mutating func package() throws(CartfileError) -> LockedPackage? {
    skipBlanks()
    if isAtEnd { return nil }
    let start = place
    // The longer word comes first, since the shorter is its prefix.
    guard let origin = ["github", "git", "binary"].first(where: { take($0) }) else { throw .origin }
    guard let source = quoted() else { throw .source }
    guard let version = quoted() else { throw .version }
    let end = place
    skipBlanks()
    guard isAtEnd else { throw .more }
    let address = origin == "github" ? githubAddress(source) : source
    return LockedPackage(
      name: repositoryName(address), manager: .carthage, identity: normalized(url: address),
      version: version, location: range(from: start, to: end))
  }

  private var isAtEnd: Bool { place == scalars.count || scalars[place] == "#" }

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
