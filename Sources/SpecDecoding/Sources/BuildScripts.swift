internal import Diagnostics
public import Files
internal import Paths
internal import Projects

/// Determines from the text of scripts which of them may write Swift.
public struct BuildScripts {
  /// The working folder of scripts, which their paths are relative to.
  private let folder: String
  private let source: any FileTree
  /// The results for files, by path.
  private var known: [String: Bool] = [:]

  /// The maximum depth of scripts that name scripts.
  private static let mostNested = 4

  public init(in folder: String, _ source: any FileTree) {
    self.folder = folder
    self.source = source
  }

  /// Whether a script may write Swift: it, or a script that it names, names a generator or a source.
  ///
  /// - Complexity: O(*n*) for *n* bytes of the script and of the scripts that it names.
  public mutating func mayWriteSwift(shell text: String) -> Bool {
    mayWriteSwift(text, depth: 0)
  }

  /// Whether an output of a script may be a source, according to its path.
  public static func mayBeSource(output path: String) -> Bool { GeneratorWords.namesSource(path) }

  /// Whether the script at a path may write Swift; true for an unreadable script.
  mutating func mayWriteSwift(path: String) -> Bool {
    guard !path.hasVariable else { return true }
    return mayWriteSwift(file: Path.normalized(Path.join(folder, path)), depth: 0) ?? true
  }

  private mutating func mayWriteSwift(_ text: String, depth: Int) -> Bool {
    for line in text.split(whereSeparator: \.isNewline) {
      if GeneratorWords.occur(in: line) { return true }
      for path in Self.scripts(in: line) {
        let file = Path.normalized(Path.join(folder, path))
        if mayWriteSwift(file: file, depth: depth) ?? false { return true }
      }
    }
    return false
  }

  /// Whether the file at a path may write Swift; `nil` if it cannot be read.
  private mutating func mayWriteSwift(file: String, depth: Int) -> Bool? {
    if let known = known[file] { return known }
    // A file that is still being searched adds nothing.
    known[file] = false
    var bytes: [UInt8] = []
    guard depth < Self.mostNested,
      (try? source.read(file, limit: Limits.fileSize, into: &bytes)) != nil
    else {
      known[file] = nil
      return nil
    }
    // A binary cannot be searched.
    guard !bytes.contains(0) else { return false }
    let answer = mayWriteSwift(String(decoding: bytes, as: UTF8.self), depth: depth + 1)
    known[file] = answer
    return answer
  }

  /// Returns the paths in a line that may be scripts.
  private static func scripts(in line: Substring) -> [String] {
    guard line.first(where: { $0 != " " && $0 != "\t" }) != "#" else { return [] }
    return line.split { " \t\"';&|()".contains($0) }.compactMap { word in
      var path = String(word)
      for root in ["$SRCROOT/", "${SRCROOT}/", "$PROJECT_DIR/", "${PROJECT_DIR}/"]
      where path.hasPrefix(root) {
        path = String(path.dropFirst(root.utf8.count))
      }
      guard !path.contains("$"), !path.hasPrefix("/") else { return nil }
      let ending = Path.splitExtension(Path.lastComponent(path)).extension
      return ending.map { scriptEndings.contains($0) } ?? path.contains("/") ? path : nil
    }
  }

  private static let scriptEndings: Set = ["sh", "bash", "zsh", "command", "py", "rb", "pl", "js"]
}
