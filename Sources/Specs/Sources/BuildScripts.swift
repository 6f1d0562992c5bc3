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

  /// The maximum depth of scripts that run scripts.
  private static let mostNested = 4

  public init(in folder: String, _ source: any FileTree) {
    self.folder = folder
    self.source = source
  }

  /// Whether a shell script may write Swift.
  ///
  /// It may if it names a source, or runs a generator, a product of a package or another script
  /// that may write Swift.
  ///
  /// - Complexity: O(*n*) for *n* bytes of the script and of the scripts that it runs.
  public mutating func mayWriteSwift(shell text: String) -> Bool {
    mayWriteSwift(shell: text, depth: 0)
  }

  /// Whether an output of a script may be a source, according to its path.
  public static func mayBeSource(output path: String) -> Bool { GeneratorWords.namesSource(path) }

  /// Whether the script at a path may write Swift; true for an unreadable script.
  mutating func mayWriteSwift(path: String) -> Bool {
    guard !path.hasVariable else { return true }
    return mayWriteSwift(file: Path.normalized(Path.join(folder, path)), depth: 0) ?? true
  }

  private mutating func mayWriteSwift(shell text: String, depth: Int) -> Bool {
    if GeneratorWords.namesGeneratorOrSource(text) { return true }
    return ShellCommands(text).commands.contains { mayWriteSwift(command: $0, depth: depth) }
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
    let text = String(decoding: bytes, as: UTF8.self)
    let isShell = GeneratorWords.isShellScript(file, text)
    let answer =
      isShell
      ? mayWriteSwift(shell: text, depth: depth + 1) : GeneratorWords.namesGeneratorOrSource(text)
    known[file] = answer
    return answer
  }

  private mutating func mayWriteSwift(command words: [String], depth: Int) -> Bool {
    var rest = words[...]
    while let word = rest.popFirst() {
      let name = Path.lastComponent(word).lowercased()
      if word.hasPrefix("-") {
        if ["-sdk", "--sdk", "--toolchain"].contains(word) { rest = rest.dropFirst() }
        continue
      }
      // The argument of `sh -c`.
      if word.contains(" "), depth < Self.mostNested {
        return mayWriteSwift(shell: word, depth: depth + 1)
      }
      if GeneratorWords.isPassedOver(name) || word.isAssignment { continue }
      if name == "swift", rest.first == "run" {
        return GeneratorWords.mayGenerate(product: rest.dropFirst())
      }
      if GeneratorWords.taskRunners.contains(name) {
        return rest.contains { GeneratorWords.isGenerator($0) }
      }
      return GeneratorWords.isGenerator(name)
        || GeneratorWords.isCalled(name, toGenerate: rest.first)
        || mayWriteSwift(script: word, depth: depth)
    }
    return false
  }

  /// Whether the script in a command may write Swift; a missing script is assumed not to.
  private mutating func mayWriteSwift(script word: String, depth: Int) -> Bool {
    var path = word
    for root in ["$SRCROOT/", "${SRCROOT}/", "$PROJECT_DIR/", "${PROJECT_DIR}/"]
    where path.hasPrefix(root) {
      path = String(path.dropFirst(root.utf8.count))
    }
    guard !path.contains("$"), !path.hasPrefix("/"),
      path.contains("/") || GeneratorWords.isScript(path)
    else { return false }
    return mayWriteSwift(file: Path.normalized(Path.join(folder, path)), depth: depth) ?? false
  }
}

extension String {
  /// Whether a word sets a variable for the command after it.
  fileprivate var isAssignment: Bool {
    guard let equals = firstIndex(of: "=") else { return false }
    return self[..<equals].allSatisfy { $0 == "_" || $0.isASCII && ($0.isLetter || $0.isNumber) }
  }
}
