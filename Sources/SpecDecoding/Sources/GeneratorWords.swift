/// The words that identify scripts that write Swift.
enum GeneratorWords {
  /// Parts of the names of common generators that occur in no other word.
  private static let parts = [
    "swiftgen", "sourcery", "mockolo", "rswift", "cuckoo", "openapi", "swagger", "xcstringstool",
    "xcassetgen", "mockingbird", "laurine", "intentbuilderc", "coremlc", "gen-swift", "quicktype",
    "arkana", "mogenerator",
  ]
  /// Generators whose names are parts of other words.
  private static let names: Set = [
    "apollo", "needle", "protoc", "gyb", "momc", "natalie", "weaver", "stencil", "gen",
  ]

  /// Whether a line of a script names a generator or a source, or runs a product of a package.
  static func occur(in line: Substring) -> Bool {
    let line = line.lowercased()
    guard line.first(where: { $0 != " " && $0 != "\t" }) != "#" else { return false }
    if parts.contains(where: { line.contains($0) }) || namesSource(line) { return true }
    if line.split(whereSeparator: { !($0.isLetter || $0.isNumber) })
      .contains(where: { names.contains(String($0)) })
    {
      return true
    }
    return !checksOnly(line)
      && (line.contains("generat") || line.contains("swift run")
        || line.split(separator: "xcodegen").contains { $0.contains("codegen") })
  }

  /// Whether the name of a plug-in or tool means that it only checks or formats sources.
  static func checksOnly(_ name: String) -> Bool {
    let name = name.lowercased()
    return name.contains("lint") || name.contains("format")
  }
}

// Names of sources.
extension GeneratorWords {
  /// Whether a text names a file that ends in `.swift`.
  ///
  /// Wildcards and regular expressions do not count, since they search for changed files.
  static func namesSource(_ text: some StringProtocol) -> Bool {
    guard text.contains(".swift") else { return false }
    return text.split { !($0.isLetter || $0.isNumber || "-_.$".contains($0)) }.contains { name in
      guard name.hasSuffix(".swift") else { return false }
      guard let last = name.dropLast(".swift".count).last else {
        return text[..<name.startIndex].last.map { ")}".contains($0) } ?? false
      }
      return last != "."
    }
  }
}
