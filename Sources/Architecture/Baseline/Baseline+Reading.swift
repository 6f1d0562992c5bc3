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
    var reader = BaselineReader(file: file)
    if conflicts.marks.isEmpty {
      try reader.read(bytes)
    } else {
      try reader.read(conflicts.ours)
      let version = reader.result.version
      try reader.read(conflicts.theirs)
      reader.result.version = min(reader.result.version, version)
    }
    self = reader.result
    head = lines.prefix { $0.first == UInt8(ascii: "#") }.map {
      String(decoding: $0, as: UTF8.self)
    }
    if conflicts.marks.isEmpty {
      problems += misplacedEntries()
      if !lacksEntries, let line = firstForeignLine(of: lines, in: file) { problems.append(line) }
    } else {
      isConflicted = true
      // Lines outside of the conflicts were parsed once with each side.
      var seenProblems: Set<Diagnostic> = []
      problems = problems.filter { seenProblems.insert($0).inserted } + conflicts.findings(in: file)
      var seen: Set<Entry> = []
      for index in groups.indices {
        groups[index].entries.removeAll { !seen.insert($0.entry).inserted }
      }
    }
    problems.sort()
  }

  /// Returns the lines without terminators, including the text after the last terminator.
  private static func lines(of bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { $0.last == UInt8(ascii: "\r") ? $0.dropLast() : $0 }
  }
}

private struct BaselineReader {
  let file: FileID
  var result = Baseline()

  init(file: FileID) { self.file = file }

  mutating func read(_ bytes: [UInt8]) throws(Diagnostic) {
    var tree = Tree()
    var parser = Parser(knownKeys: KnownKeys([]), rule: .invalidBaseline)
    let root = try parser.parse(bytes, into: &tree, file: file)
    guard tree.isMapping(root) else {
      throw Diagnostic(.invalidBaseline, .error, .isNoMapping, at: tree.range(of: root))
    }
    var reader = ConfigurationReader(tree: tree, rule: .invalidBaseline)
    let (record, isUsable) = reader.read(root, as: .baseline)
    if !isUsable, let problem = reader.problems.min() { throw problem }
    result.problems += reader.problems
    for (first, second) in tree.duplicateKeys {
      report(
        .isGivenTwice(tree.string(second)), at: tree.range(of: second),
        notes: [.init(.isFirstHere, at: tree.range(of: first))], help: [.putTogether])
    }
    // For a repeated rule, only the last list of entries is parsed.
    if !reader.problems.isEmpty || !tree.duplicateKeys.isEmpty { result.lacksEntries = true }
    result.version = record["version"]?.number ?? Baseline.currentVersion
    for group in record["findings"]?.record?.entries ?? [] {
      add(group.field.elements, of: RuleID(group.key), at: group.keyRange)
    }
  }

  private mutating func add(
    _ fields: [ConfigurationField], of rule: RuleID, at location: SourceRange
  ) {
    var group = Baseline.Group(rule: rule, location: location, entries: [])
    for field in fields {
      // With some of its names missing, an entry would match another finding.
      guard case .list(let names, isComplete: true) = field.value else { continue }
      if names.isEmpty {
        report(.namesNothing, at: field.range)
        continue
      }
      group.entries.append((.init(rule: rule, names: names.map(\.text)), field.range))
    }
    result.groups.append(group)
  }

  private mutating func report(
    _ message: Diagnostic.Message, at range: SourceRange, notes: [Diagnostic.Note] = [],
    help: [Diagnostic.Message] = []
  ) {
    result.problems.append(
      Diagnostic(.invalidBaseline, .error, message, at: range, notes: notes, help: help))
  }
}

extension Diagnostic.Message {
  fileprivate static let isNoMapping: Self = "the baseline must be a mapping of keys to values"
  fileprivate static let isFirstHere: Self = "first given here"
  fileprivate static let putTogether: Self = "put the entries of both under one key"
  fileprivate static let namesNothing: Self = "the entry names no module"

  fileprivate static func isGivenTwice(_ key: String) -> Self { "the key '\(key)' is given twice" }
}
