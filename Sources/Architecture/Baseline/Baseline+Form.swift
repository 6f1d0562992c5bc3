internal import Diagnostics

// The file is machine-written: equal entries result in equal bytes, so that a diff shows only new
// and fixed findings.
extension Baseline {
  /// Reports entries and rules that are repeated or out of order.
  func misplacedEntries() -> [Diagnostic] {
    var problems: [Diagnostic] = []
    func report(
      _ message: Diagnostic.Message, at range: SourceRange, notes: [Diagnostic.Note] = []
    ) {
      problems.append(
        Diagnostic(
          .invalidBaseline, .error, message, at: range, notes: notes, help: [.pruneWritesAnew]))
    }
    var places: [Entry: SourceRange] = [:]
    var last: RuleID?
    for group in groups {
      if let last, group.rule < last {
        report(.standsAfter("'\(group.rule.name)'", "'\(last.name)'"), at: group.location)
      }
      last = group.rule
      var before: String?
      for (entry, location) in group.entries {
        if let first = places.updateValue(location, forKey: entry) {
          report(.isThereTwice(entry), at: location, notes: [.init(.isFirstHere, at: first)])
          continue
        }
        let text = entry.text
        if let before, text.precedes(before) {
          report(.standsAfter(text, before), at: location)
        }
        before = text
      }
    }
    return problems
  }

  /// Returns a diagnostic for the first line that modlint would not write, in any order of entries.
  ///
  /// Ignores the comments at the top, whose text depends on the version, and a missing newline at
  /// the end.
  func firstForeignLine(of lines: [ArraySlice<UInt8>], in file: FileID) -> Diagnostic? {
    let expected = Self.lines(
      of: groups.map { ($0.rule, $0.entries.map(\.entry)) }, version: version)
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
  fileprivate static let isFirstHere: Self = "first recorded here"
  fileprivate static let isForeign: Self =
    "from here on, the file differs from what 'modlint baseline' writes"
  fileprivate static let pruneWritesAnew: Self =
    "run 'modlint baseline prune', which rewrites the file"

  fileprivate static func isThereTwice(_ entry: Baseline.Entry) -> Self {
    "\(entry.text) is recorded twice"
  }

  fileprivate static func standsAfter(_ text: String, _ before: String) -> Self {
    "\(text) must come before \(before)"
  }
}
