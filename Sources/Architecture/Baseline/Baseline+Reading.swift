public import Diagnostics
internal import Text
internal import YAML

extension Baseline {
  /// Parses modlint-baseline.yml.
  ///
  /// Adds invalid entries to `problems` and skips them. Reads the entries of both sides of an
  /// unresolved merge conflict.
  ///
  /// - Throws: A diagnostic if the file is not a YAML mapping of this format.
  public init(_ bytes: [UInt8], file: FileID) throws(Diagnostic) {
    let lines = Self.lines(of: bytes)
    let conflicts = MergeConflicts(in: lines)
    isConflicted = !conflicts.marks.isEmpty
    head = lines.prefix { $0.first == UInt8(ascii: "#") }.map {
      String(decoding: $0, as: UTF8.self)
    }
    for side in isConflicted ? [conflicts.ours, conflicts.theirs] : [bytes] {
      try read(side, file: file)
    }
    if isConflicted {
      // Lines outside of the conflicts were parsed once with each side.
      var seenProblems: Set<Diagnostic> = []
      problems = problems.filter { seenProblems.insert($0).inserted } + conflicts.findings(in: file)
      var seen: Set<Entry> = []
      for index in groups.indices {
        groups[index].entries.removeAll { !seen.insert($0.entry).inserted }
      }
    } else if !lacksEntries, let line = firstForeignLine(of: lines, in: file) {
      problems.append(line)
    }
    problems.sort()
  }

  /// Returns the lines without terminators, including the text after the last terminator.
  private static func lines(of bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { $0.last == UInt8(ascii: "\r") ? $0.dropLast() : $0 }
  }

  /// Adds the entries of a text; the oldest version of several counts.
  private mutating func read(_ bytes: [UInt8], file: FileID) throws(Diagnostic) {
    var tree = Tree()
    var parser = Parser(knownKeys: KnownKeys([]), rule: .invalidBaseline)
    let root = try parser.parse(bytes, into: &tree, file: file)
    guard tree.isMapping(root) else {
      throw Diagnostic(.invalidBaseline, .error, .isNoMapping, at: tree.range(of: root))
    }
    var reader = ConfigurationReader(tree: tree, rule: .invalidBaseline)
    let (record, isUsable) = reader.read(root, as: .baseline)
    if !isUsable, let problem = reader.problems.min() { throw problem }
    reader.reportDuplicateKeys()
    // For a repeated rule, only the last list of entries is parsed.
    if !reader.problems.isEmpty { lacksEntries = true }
    version = min(version, record["version"]?.number ?? version)
    for entry in record["findings"]?.record?.entries ?? [] {
      let rule = RuleID(entry.key)
      var group = Group(rule: rule, location: entry.keyRange, entries: [])
      for field in entry.field.elements {
        // With some of its names missing, an entry would match another finding.
        guard case .list(let names, isComplete: true) = field.value else { continue }
        if names.isEmpty {
          reader.report(.namesNothing, at: field.range)
        } else {
          group.entries.append((Entry(rule: rule, names: names.map(\.text)), field.range))
        }
      }
      groups.append(group)
    }
    problems += reader.problems
  }
}

extension Diagnostic.Message {
  fileprivate static let isNoMapping: Self = "the baseline must be a mapping of keys to values"
  fileprivate static let namesNothing: Self = "the entry names no module"
}

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

/// A text with unresolved merge conflicts, delimited by git's conflict markers.
struct MergeConflicts {
  private(set) var marks: [Int] = []
  /// The text of each side; lines of the other side are blank to preserve line numbers.
  private(set) var ours: [UInt8] = []
  private(set) var theirs: [UInt8] = []

  private enum Side {
    case both, ours, base, theirs
  }

  /// - Complexity: O(*n*) for *n* bytes; copies nothing if there is no conflict.
  init(in lines: [ArraySlice<UInt8>]) {
    guard lines.contains(where: { Self.side(after: $0, in: .both) != nil }) else { return }
    var side = Side.both
    for (index, line) in lines.enumerated() {
      if index > 0 {
        ours.append(UInt8(ascii: "\n"))
        theirs.append(UInt8(ascii: "\n"))
      }
      if let next = Self.side(after: line, in: side) {
        side = next
        if next == .ours { marks.append(index + 1) }
      } else {
        if side == .both || side == .ours { ours += line }
        if side == .both || side == .theirs { theirs += line }
      }
    }
  }

  /// Returns the side that follows if `line` is a conflict marker; `nil` otherwise.
  private static func side(after line: ArraySlice<UInt8>, in side: Side) -> Side? {
    guard let first = line.first, line.prefix(while: { $0 == first }).count == 7,
      line.count == 7 || line[line.startIndex + 7] == UInt8(ascii: " ")
    else { return nil }
    return switch (first, side) {
    case (UInt8(ascii: "<"), .both): .ours
    case (UInt8(ascii: "|"), .ours): .base
    case (UInt8(ascii: "="), .ours), (UInt8(ascii: "="), .base): .theirs
    case (UInt8(ascii: ">"), .theirs): .both
    default: nil
    }
  }

  func findings(in file: FileID) -> [Diagnostic] {
    marks.map { line in
      let start = Position(line: UInt32(line), column: 1)
      let end = Position(line: start.line, column: 8)
      return Diagnostic(
        .invalidBaseline, .error, .isNotResolved,
        at: SourceRange(file: file, start: start, end: end), help: [.pruneKeepsBoth])
    }
  }
}

extension Diagnostic.Message {
  fileprivate static let isNotResolved: Self = "unresolved merge conflict"
  fileprivate static let pruneKeepsBoth: Self =
    "run 'modlint baseline prune', which keeps the entries of both sides that still apply"
}

extension ConfigurationSection {
  static let baseline = ConfigurationSection(
    Baseline.fileName,
    [
      .init(
        "version", .version(1...Baseline.currentVersion), isRequired: true,
        "the version of this format"),
      .init(
        "findings", .table(.list(.list(.text(.name)))), isRequired: true,
        "the known findings by rule, each as the modules it is about"),
    ])
}

/// Returns the JSON Schema (draft-07) of modlint-baseline.yml, which cannot check the order of
/// entries.
public func baselineSchema() -> String {
  schema(
    of: .baseline, Baseline.fileName,
    "The known findings of a workspace, as modlint records them.")
}
