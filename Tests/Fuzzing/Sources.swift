import Diagnostics
import Imports
import TestSupport

/// The bytes as a source of Swift, which the scanner and a slow lexer must agree on, and as one of C.
func readSource(_ bytes: [UInt8]) {
  let found = SourceLanguage.swift.imports(in: bytes)
  requireOrder(of: found, in: bytes)
  let expected = NaiveImports(bytes).imports()
  require(found.count == expected.count, "\(found.map(\.module)) and not \(expected)")
  for (found, expected) in zip(found, expected) {
    require(
      Int(found.position.line) == expected.line && Int(found.position.column) == expected.column
        && found.isReexported == expected.isReexported
        && found.module == String(decoding: expected.module, as: UTF8.self),
      "\(found) and not \(expected)")
  }
  requireOrder(of: SourceLanguage.cFamily.imports(in: bytes), in: bytes)
  let words: Set = ["Foundation", "importer1", "A"]
  let all = mentions(of: words, in: bytes, nil)
  require(mentions(of: words, in: bytes, .swift).isSubset(of: all), "words that are not there")
  require(mentions(of: words, in: bytes, .cFamily).isSubset(of: all), "words that are not there")
}

/// Imports come in the order of the text, and inside of it.
private func requireOrder(of imports: [SourceImport], in bytes: [UInt8]) {
  let lines = UInt32(bytes.count { $0 == UInt8(ascii: "\n") } + 1)
  var last = Position(line: 1, column: 1)
  for found in imports {
    require(found.position >= last, "an import before the one before it")
    require(found.endColumn >= found.position.column, "a name that ends before it starts")
    require(found.position.line <= lines, "an import behind the last line")
    last = found.position
  }
}
