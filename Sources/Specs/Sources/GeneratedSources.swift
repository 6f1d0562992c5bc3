internal import Diagnostics
internal import Files
internal import Paths
internal import YAML

// Code that is written while a target is built, which nobody can read before.
extension SpecReader {
  /// Whether a script, a build rule or a plug-in of a target may write Swift.
  ///
  /// A script does if one of its outputs is a source, if it names a source, or if it runs one of the common
  /// generators; one that cannot be read may do anything. A plug-in does unless its name says that it checks
  /// or formats.
  mutating func generatesSources(_ target: NodeID, in folder: String) -> Bool {
    let scripts: [SpecKey] = [
      .preBuildScripts, .prebuildScripts, .postCompileScripts, .postBuildScripts, .postbuildScripts,
    ]
    for script in scripts.flatMap({ tree.elements(of: tree.value(of: target, for: $0)) })
    where mayWriteSwift(script, in: folder) {
      return true
    }
    for rule in tree.elements(of: tree.value(of: target, for: .buildRules))
    where mayWriteSwift(rule, in: folder) {
      return true
    }
    return tree.elements(of: tree.value(of: target, for: .buildToolPlugins)).contains { plugin in
      let name = (tree.text(of: plugin, for: .plugin) ?? "").lowercased()
      return !["lint", "format"].contains { name.contains($0) }
    }
  }

  private func mayWriteSwift(_ script: NodeID, in folder: String) -> Bool {
    let outputs: [SpecKey] = [.outputFiles, .outputFileLists]
    let named = outputs.flatMap { tree.elements(of: tree.value(of: script, for: $0)) }
      .compactMap { tree.textValue($0) }
    if named.contains(where: { Self.namesSource($0) }) { return true }
    if let text = tree.text(of: script, for: .script) { return Self.mayWriteSwift(text) }
    guard let path = tree.text(of: script, for: .path) else { return false }
    let file = Path.normalized(Path.join(folder, path))
    var text: [UInt8] = []
    guard !path.hasVariable, (try? source.read(file, limit: Limits.fileSize, into: &text)) != nil
    else { return true }
    return Self.mayWriteSwift(String(decoding: text, as: UTF8.self))
  }

  private static func mayWriteSwift(_ script: String) -> Bool {
    let script = script.lowercased()
    return generators.contains { script.contains($0) } || namesSource(script)
  }

  private static let generators = [
    "swiftgen", "sourcery", "mockolo", "rswift", "cuckoo", "apollo", "needle", "protoc",
    "openapi", "swagger", "gyb", "xcstringstool", "xcassetgen", "mockingbird", "natalie", "laurine",
    "intentbuilderc", "momc", "coremlc", "gen-swift", "codegen", "quicktype",
  ]

  /// Whether a text names a file that ends in `.swift`: not by a wildcard or in a regular expression, as those
  /// do that look for changed files, and not only one such as `.swiftlint.yml`.
  private static func namesSource(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    let ending = Array(".swift".utf8)
    return bytes.indices.contains { dot in
      guard bytes[dot] == ending[0], bytes[dot...].starts(with: ending) else { return false }
      let after = dot + ending.count
      if after < bytes.count, Self.isPartOfName(bytes[after]) { return false }
      guard dot > 0 else { return false }
      let before = bytes[dot - 1]
      return Self.isPartOfName(before) && before != UInt8(ascii: ".") || before == UInt8(ascii: "}")
        || before == UInt8(ascii: ")")
    }
  }

  /// Whether a byte is part of the name of a file, or makes an expression of it.
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
