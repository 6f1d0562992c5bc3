internal import Architecture
internal import Diagnostics
internal import Paths
internal import Projects
internal import Specs

/// The projects that were read: specs and Xcode projects in order of path, then packages.
struct SpecTable: Sendable {
  private(set) var batch: ProjectBatch
  let notes: SpecNotes
  /// The numbers of the projects in `batch`, in order.
  private(set) var specs: [Int]
  /// The number of specs and Xcode projects, which packages follow.
  let firstPackage: Int
  /// The files: those known before, then those of projects in order of path.
  private(set) var sources: SourceMap
  /// The projects that specs generate in other folders than their own, by the path of the spec.
  private let outputs: [String: [String]]
  /// The number in `sources` of each file of `batch`.
  private var fileNumbers: [FileID]

  /// Sorts the projects, and leaves out files that are only parts of specs.
  ///
  /// - Complexity: O(*n* log *n*) for *n* projects.
  init(_ read: consuming SpecBatch, known: SourceMap, outputs: [String: [String]]) {
    notes = read.notes
    self.outputs = outputs
    let batch = read.batch
    var entries: [(prefix: BytePrefix, number: Int)] = []
    let specs = batch.projects
    entries.reserveCapacity(specs.count)
    for number in specs.indices
    where notes.parts.isEmpty || !notes.parts.contains(specs[number].path) {
      entries.append((BytePrefix(specs[number].path), number))
    }
    entries.sort { a, b in
      guard a.prefix == b.prefix else { return a.prefix < b.prefix }
      return specs[a.number].path.precedes(specs[b.number].path)
    }
    self.specs = entries.map { $0.number }
    firstPackage = entries.count
    (sources, fileNumbers) = Self.number(batch, notes, specs: self.specs, known: known)
    self.batch = batch
  }

  /// Numbers the files of projects in order of path, followed by included files.
  private static func number(
    _ batch: borrowing ProjectBatch, _ notes: SpecNotes, specs: [Int], known: SourceMap
  ) -> (SourceMap, [FileID]) {
    var sources = known
    let paths = batch.sources.paths
    var files = [FileID?](repeating: nil, count: paths.count)
    var others: [String: FileID] = [:]
    for number in specs {
      let path = batch.projects[number].path
      let file = sources.add(path)
      files[Int(batch.projects[number].file.index)] = file
      // Other readers included the file, or it was read twice.
      if notes.sharedSpecs.contains(path) || notes.rereadSpecs.contains(path) {
        others[path] = file
      }
    }
    let rest = paths.indices.filter { files[$0] == nil }.map { paths[$0] }
    for path in rest.sorted(by: { $0.precedes($1) }) where others[path] == nil {
      others[path] = sources.add(path)
    }
    let numbers = paths.indices.map { place in
      files[place] ?? others[paths[place]] ?? FileID(index: 0)
    }
    return (sources, numbers)
  }

  /// Appends the packages whose manifests were read.
  mutating func append(_ packages: PackageTable, _ configuration: Configuration) {
    for package in packages.packages {
      guard let manifest = package.manifest else { continue }
      let conversion = PackageConversion(
        package, manifest, file: FileID(index: fileNumbers.count))
      fileNumbers.append(package.file)
      specs.append(batch.projects.count)
      conversion.append(to: &batch, configuration)
    }
  }

  /// Returns the project at an index.
  func spec(_ number: Int) -> Project { batch.projects[specs[number]] }

  /// The projects without a copy of their contents.
  var ordered: OrderedSpecs { OrderedSpecs(numbers: specs, specs: batch.projects) }

  func string(_ name: NameID) -> String { batch.names.string(name) }

  /// Converts a location of the batch to one in `sources`.
  func range(_ range: SourceRange) -> SourceRange {
    var range = range
    range.file = fileNumbers[Int(range.file.index)]
    return range
  }

  /// Returns the paths that the project file may have, the most likely first.
  ///
  /// XcodeGen writes it next to the spec; with `--project` it is often at the project root.
  func projectPaths(of number: Int) -> [String] {
    let spec = spec(number)
    if spec.kind == .xcode { return [Path.parent(spec.path)] }
    let (own, file) = (Path.parent(spec.path), string(spec.name) + ".xcodeproj")
    let root = spec.folder.isEmpty ? "." : spec.folder
    let known = outputs[spec.path] ?? []
    return known + (own == root ? [own] : [own, root]).map { Path.join($0, file) }
  }

  /// Returns the specs and Xcode projects by the paths of their project files.
  ///
  /// - Complexity: O(*n*) for *n* projects.
  func numbersByProject() -> [String: [Int]] {
    var numbers: [String: [Int]] = [:]
    for number in 0..<firstPackage {
      numbers[projectPaths(of: number)[0], default: []].append(number)
    }
    for number in 0..<firstPackage {
      for path in projectPaths(of: number).dropFirst() where numbers[path] == nil {
        numbers[path] = [number]
      }
    }
    return numbers
  }

  /// Releases the memory of dependencies.
  mutating func removeDependencies() { batch.removeDependencies() }

  /// Releases the memory of targets.
  mutating func removeTargets() { batch.removeTargets() }

  /// The diagnostics of all readers without duplicates.
  ///
  /// Each spec that includes a file reports the errors in it.
  var diagnostics: [Diagnostic] {
    var result: [Diagnostic] = []
    result.reserveCapacity(batch.diagnostics.count)
    var places = PlaceIndex()
    for diagnostic in batch.diagnostics {
      let moved = diagnostic.movingPlaces { fileNumbers[Int($0.index)] }
      var hasher = Hasher()
      hasher.combine(moved.location)
      hasher.combine(moved.message)
      if places.place(ofHash: hasher.finalize(), where: { result[$0] == moved }) == nil {
        result.append(moved)
      }
    }
    return result
  }

  /// Returns the errors for which XcodeGen generates nothing, one for each location.
  ///
  /// If several specs share a file, the first in order of path reports its error.
  ///
  /// - Parameters:
  ///   - diagnostics: The findings that are already reported.
  ///   - further: Errors that were found after all specs were read.
  /// - Returns: Findings in order of the paths of specs.
  /// - Complexity: O(*n* + *m*) for *n* specs and *m* errors; O(1) without any.
  func refusals(besides diagnostics: [Diagnostic], and further: [Refusal]) -> [Diagnostic] {
    let refusals = notes.refusals + further
    guard !refusals.isEmpty else { return [] }
    var bySpec: [Int: [Diagnostic]] = [:]
    for refusal in refusals {
      let moved = refusal.diagnostic.movingPlaces { fileNumbers[Int($0.index)] }
      bySpec[refusal.spec, default: []].append(moved)
    }
    let told = diagnostics.lazy.filter { $0.severity == .error }.compactMap(\.location)
    var seen = Set(told.map { place($0, outside: nil) })
    return specs.flatMap { bySpec[$0] ?? [] }.filter { diagnostic in
      guard let location = diagnostic.location else { return false }
      // The location of a file outside of the root is that of the entry that references it.
      let outside = diagnostic.notes.first { $0.location == nil }?.message
      return seen.insert(place(location, outside: outside)).inserted
    }
  }

  /// A location with the path of its file, which may have several numbers.
  private struct Place: Hashable {
    var path: String
    var start: Position
    var end: Position
    var outside: Diagnostic.Message?
  }

  private func place(_ range: SourceRange, outside: Diagnostic.Message?) -> Place {
    Place(path: sources[range.file], start: range.start, end: range.end, outside: outside)
  }
}

/// Projects in order of path.
struct OrderedSpecs: Sendable {
  /// The numbers in `specs`.
  fileprivate let numbers: [Int]
  fileprivate let specs: ChunkedArray<Project>

  var count: Int { numbers.count }
  var indices: Range<Int> { numbers.indices }

  subscript(number: Int) -> Project { specs[numbers[number]] }
}
