internal import Diagnostics

// The file is machine-written: equal entries result in equal bytes, so that a diff shows only new
// and fixed findings.
extension Baseline {
  /// Returns a diagnostic for the first line that modlint would not write there.
  ///
  /// Ignores the comments at the top, whose text depends on the version, and a missing newline at
  /// the end.
  func firstForeignLine(of lines: [ArraySlice<UInt8>], in file: FileID) -> Diagnostic? {
    let expected = Self.lines(of: Self.groups(of: Array(Set(entries))), version: version)
    let own = lines[head.count...].dropLast(lines.last?.isEmpty == true ? 1 : 0)
    let same = zip(own, expected).prefix { $0.elementsEqual($1.utf8) }.count
    guard same < max(own.count, expected.count) else { return nil }
    let number = min(head.count + same, lines.count - 1)
    let length = String(decoding: lines[number], as: UTF8.self).unicodeScalars.count
    let start = Position(line: UInt32(number + 1), column: 1)
    let end = Position(line: start.line, column: UInt32(length + 1))
    return Diagnostic(
      .invalidBaseline, .error, .isForeign, at: SourceRange(file: file, start: start, end: end),
      help: [.pruneWritesAnew])
  }
}

extension Diagnostic.Message {
  fileprivate static let isForeign: Self =
    "from here on, the file differs from what 'modlint baseline' writes"
  fileprivate static let pruneWritesAnew: Self =
    "run 'modlint baseline prune', which rewrites the file"
}
