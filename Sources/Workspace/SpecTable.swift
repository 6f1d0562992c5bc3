internal import Diagnostics
internal import Specs

/// The specifications of all readers, in order of path, whoever read which.
struct SpecTable: Sendable {
  let batches: [SpecBatch]
  /// Which reader has a specification, and its number there.
  let specs: [Entry]
  /// One name table for all.
  private(set) var names = NameTable()
  /// For each batch, the number of each of its names in `names`.
  private let nameNumbers: [[NameID]]
  /// All files, in order of path but for those that were known before.
  private(set) var sources: SourceMap
  private let fileNumbers: [[FileID]]

  struct Entry: Sendable {
    var batch: Int
    var spec: Int
  }

  /// Puts batches together.
  ///
  /// A file that another one includes is a fragment and no specification of its own.
  ///
  /// - Complexity: O(*n* log *n*) for *n* specifications.
  init(_ batches: [SpecBatch], known: SourceMap) {
    self.batches = batches
    var entries: [(prefix: BytePrefix, path: String, entry: Entry)] = []
    let included = batches.reduce(into: Set<String>()) { $0.formUnion($1.includedPaths) }
    for (batch, content) in batches.enumerated() {
      for (spec, value) in content.specs.enumerated()
      where value.isAskedFor || !included.contains(value.path) {
        let entry = Entry(batch: batch, spec: spec)
        entries.append((BytePrefix(value.path), value.path, entry))
      }
    }
    entries.sort { a, b in
      a.prefix == b.prefix ? a.path.precedes(b.path) : a.prefix < b.prefix
    }
    specs = entries.map { $0.entry }

    // A single reader's numbers can stay as they are.
    var table = batches.first?.names ?? NameTable()
    nameNumbers = batches.enumerated().map { number, batch in
      (0..<Int32(batch.names.count)).map { index in
        let name = NameID(index: index)
        return number == 0 ? name : table.intern(batch.names.bytes(of: name))
      }
    }
    names = table
    (sources, fileNumbers) = Self.number(batches, specs: specs, known: known)
  }

  /// Numbers the files of specifications in order of path, and behind them what they include.
  private static func number(
    _ batches: [SpecBatch], specs: [Entry], known: SourceMap
  ) -> (SourceMap, [[FileID]]) {
    var sources = known
    var files = batches.map { [FileID?](repeating: nil, count: $0.sources.paths.count) }
    for entry in specs {
      let spec = batches[entry.batch].specs[entry.spec]
      files[entry.batch][Int(spec.file.index)] = sources.add(spec.path)
    }
    var others: [String: FileID] = [:]
    let rest = batches.enumerated().flatMap { number, batch in
      batch.sources.paths.enumerated().filter { files[number][$0.offset] == nil }.map(\.element)
    }
    for path in rest.sorted(by: { $0.precedes($1) }) where others[path] == nil {
      others[path] = sources.add(path)
    }
    let numbers = batches.enumerated().map { number, batch in
      batch.sources.paths.enumerated().map { place, path in
        files[number][place] ?? others[path] ?? FileID(index: 0)
      }
    }
    return (sources, numbers)
  }

  /// The specification with the given number.
  func spec(_ number: Int) -> Spec { batches[specs[number].batch].specs[specs[number].spec] }

  /// The number that a name of a batch has in `names`.
  func name(_ name: NameID, of batch: Int) -> NameID { nameNumbers[batch][Int(name.index)] }

  func string(_ name: NameID, of batch: Int) -> String { batches[batch].names.string(name) }

  /// A place of a batch, as a place in `sources`.
  func range(_ range: SourceRange, of batch: Int) -> SourceRange {
    var range = range
    range.file = fileNumbers[batch][Int(range.file.index)]
    return range
  }

  mutating func intern(_ name: String) -> NameID { names.intern(name) }

  /// What the readers found at fault, each fault once.
  ///
  /// A fault of an included file is met by each specification that includes it.
  var diagnostics: [Diagnostic] {
    var seen: Set<Diagnostic> = []
    var result: [Diagnostic] = []
    for (number, batch) in batches.enumerated() {
      for var diagnostic in batch.diagnostics {
        diagnostic.location = diagnostic.location.map { range($0, of: number) }
        for index in diagnostic.notes.indices {
          diagnostic.notes[index].location = diagnostic.notes[index].location.map {
            range($0, of: number)
          }
        }
        if seen.insert(diagnostic).inserted { result.append(diagnostic) }
      }
    }
    return result
  }
}
