internal import Diagnostics
public import Files
internal import Paths
internal import Projects

/// Determines from the text of scripts which of them may write Swift.
public struct BuildScripts {
  /// The working folder of scripts, which their paths are relative to.
  private let folder: String
  private let source: any FileTree
  /// The results, by text.
  private var known: [String: Bool] = [:]

  public init(in folder: String, _ source: any FileTree) {
    self.folder = folder
    self.source = source
  }

  /// Whether a script may write Swift: it, or a script that it names, names a generator or a source.
  ///
  /// - Complexity: O(*n*) for *n* bytes of the script and of the scripts that it names.
  public mutating func mayWriteSwift(shell text: String) -> Bool {
    if let known = known[text] { return known }
    var isFound = false
    var seen: Set<String> = []
    var open = [text]
    while !isFound, let script = open.popLast() {
      for line in script.split(whereSeparator: \.isNewline) where !isFound {
        isFound = GeneratorWords.occur(in: line)
        let scripts = Self.scripts(in: line).filter { seen.insert($0).inserted }
        open += scripts.compactMap(text(ofScript:))
      }
    }
    known[text] = isFound
    return isFound
  }

  /// Whether an output of a script may be a source, according to its path.
  public static func mayBeSource(output path: String) -> Bool { GeneratorWords.namesSource(path) }

  /// Whether the script at a path may write Swift; true for an unreadable script.
  mutating func mayWriteSwift(path: String) -> Bool {
    guard !path.hasVariable, let text = text(ofScript: path) else { return true }
    return mayWriteSwift(shell: text)
  }

  /// Returns the text of a script, which is empty for a binary; `nil` if it cannot be read.
  private func text(ofScript path: String) -> String? {
    let file = Path.normalized(Path.join(folder, path))
    var bytes: [UInt8] = []
    guard (try? source.read(file, limit: Limits.fileSize, into: &bytes)) != nil else { return nil }
    return bytes.contains(0) ? "" : String(decoding: bytes, as: UTF8.self)
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
