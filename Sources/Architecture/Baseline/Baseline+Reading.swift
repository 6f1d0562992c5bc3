public import Diagnostics
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
