internal import Paths

/// The words that identify scripts that write Swift.
enum GeneratorWords {
  /// Parts of the names of common generators that occur in no other word.
  private static let stems = [
    "swiftgen", "sourcery", "mockolo", "rswift", "cuckoo", "openapi", "swagger", "xcstringstool",
    "xcassetgen", "mockingbird", "laurine", "intentbuilderc", "coremlc", "gen-swift", "quicktype",
    "arkana", "mogenerator",
  ]
  /// Generators whose names are parts of other words.
  private static let names: Set = [
    "apollo", "needle", "protoc", "gyb", "momc", "natalie", "weaver", "stencil",
  ]

  /// Whether a text names a common generator or a source outside comment lines.
  static func namesGeneratorOrSource(_ text: String) -> Bool {
    text.split(whereSeparator: \.isNewline).contains { line in
      let line = line.lowercased()
      guard line.first(where: { $0 != " " && $0 != "\t" }) != "#" else { return false }
      return stems.contains { line.contains($0) } || namesCodeGenerator(line) || namesSource(line)
        || line.split { !($0.isLetter || $0.isNumber) }.contains { names.contains(String($0)) }
    }
  }

  /// Whether the name of a command or task contains `generat`, unlike words such as `general`.
  static func isGenerator(_ name: String) -> Bool {
    let name = Path.lastComponent(name).lowercased()
    return name.contains("generat") || namesCodeGenerator(name)
  }

  /// Whether a text contains `codegen`, other than in XcodeGen.
  private static func namesCodeGenerator(_ text: String) -> Bool {
    text.split(separator: "xcodegen").contains { $0.contains("codegen") }
  }

  /// Whether a command has the argument of a generator: `tool generate`.
  static func isCalled(_ command: String, toGenerate argument: String?) -> Bool {
    (argument == "generate" || argument == "gen") && !checksOnly(command)
      && !["echo", "printf", "cd", "mkdir", "rm", "touch", "xcodegen", "tuist"].contains(command)
  }

  /// Whether the product in `swift run` may write Swift; false if it checks, formats, or generates
  /// projects.
  static func mayGenerate(product arguments: ArraySlice<String>) -> Bool {
    var rest = arguments
    while let word = rest.popFirst() {
      if word.hasPrefix("-") {
        if optionsWithValue.contains(word) { rest = rest.dropFirst() }
        continue
      }
      return !checksOnly(word)
        && !["xcodegen", "danger", "periphery"].contains { word.lowercased().contains($0) }
    }
    return true
  }

  /// Whether the name of a plug-in or tool means that it only checks or formats sources.
  static func checksOnly(_ name: String) -> Bool {
    let name = name.lowercased()
    return name.contains("lint") || name.contains("format")
  }

  /// Options of `swift run` that take a value.
  private static let optionsWithValue: Set = [
    "-c", "--configuration", "--package-path", "--build-path", "--scratch-path", "--cache-path",
    "--sdk", "--arch", "--triple", "--toolchain", "-Xswiftc", "-Xcc", "-Xlinker", "-j", "--jobs",
  ]

  /// Commands that run a task by name.
  static let taskRunners: Set = [
    "make", "just", "rake", "npm", "yarn", "pnpm", "npx", "fastlane", "mint", "bundle", "gradlew",
  ]

  /// Whether a word is a command that runs the command after it.
  static func isPassedOver(_ word: String) -> Bool { runners.contains(word) }

  private static let runners: Set = [
    "if", "then", "else", "elif", "do", "while", "until", "!", "{", "}", "time", "exec", "eval",
    "env", "sudo", "nice", "command", "xcrun", "bash", "sh", "zsh", "dash", "ksh", "source", ".",
    "python", "python3", "ruby", "perl", "node",
  ]

  /// Whether a path has the extension of a script.
  static func isScript(_ path: String) -> Bool {
    ending(of: path).map { scripts.contains($0) } ?? false
  }

  private static let shells: Set = ["sh", "bash", "zsh", "command"]
  private static let scripts: Set = shells.union(["py", "rb", "pl", "js"])

  /// Whether a file is a shell script, by its extension or its first line.
  static func isShellScript(_ path: String, _ text: String) -> Bool {
    if let ending = ending(of: path) { return shells.contains(ending) }
    let first = text.prefix { !$0.isNewline }
    return !first.hasPrefix("#!") || first.hasSuffix("sh")
  }

  private static func ending(of path: String) -> String? {
    Path.splitExtension(Path.lastComponent(path)).extension
  }
}

// Names of sources.
extension GeneratorWords {
  /// Whether a text names a file that ends in `.swift`.
  ///
  /// Wildcards and regular expressions do not count, since they search for changed files.
  static func namesSource(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    let ending = Array(".swift".utf8)
    return bytes.indices.contains { dot in
      guard bytes[dot] == ending[0], bytes[dot...].starts(with: ending) else { return false }
      let after = dot + ending.count
      if after < bytes.count, isPartOfName(bytes[after]) { return false }
      guard dot > 0 else { return false }
      let before = bytes[dot - 1]
      return isPartOfName(before) && before != UInt8(ascii: ".") || before == UInt8(ascii: "}")
        || before == UInt8(ascii: ")")
    }
  }

  /// Whether a byte is part of a file name or of a regular expression.
  private static func isPartOfName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
      UInt8(ascii: "."), UInt8(ascii: "$"), 0x80...:
      true
    default: false
    }
  }
}
