public import Architecture
public import Diagnostics
internal import Paths
public import Projects
public import SpecDecoding
public import SpecReading

/// The projects that were read: specs and Xcode projects in order of path, then packages.
public struct ReadProjects: Sendable {
  public private(set) var projects: [Project]
  public let notes: SpecNotes
  /// The number of specs and Xcode projects, which packages follow.
  public let firstPackage: Int
  /// The files: those known before, then those of projects in order of path.
  public private(set) var sources: SourceMap
  /// The projects that specs generate in other folders than their own, by the path of the spec.
  private let outputs: [String: [String]]
  private var fileNumbers: [FileID]

  /// Sorts the projects, and leaves out files that are only parts of specs.
  ///
  /// - Complexity: O(*n* log *n*) for *n* projects.
  init(
    _ read: consuming SpecBatch, _ numbers: FileNumbers, known: SourceMap,
    outputs: [String: [String]]
  ) {
    notes = read.notes
    self.outputs = outputs
    let found = read.projects
    var entries: [(prefix: BytePrefix, number: Int)] = []
    entries.reserveCapacity(found.count)
    for number in found.indices
    where notes.parts.isEmpty || !notes.parts.contains(found[number].path) {
      entries.append((BytePrefix(found[number].path), number))
    }
    entries.sort { a, b in
      guard a.prefix == b.prefix else { return a.prefix < b.prefix }
      return found[a.number].path.precedes(found[b.number].path)
    }
    projects = entries.map { found[$0.number] }
    firstPackage = projects.count
    (sources, fileNumbers) = Self.number(numbers.sources.paths, projects, known: known)
  }

  private static func number(
    _ paths: [String], _ projects: [Project], known: SourceMap
  ) -> (SourceMap, [FileID]) {
    var sources = known
    var files = [FileID?](repeating: nil, count: paths.count)
    for project in projects { files[Int(project.file.index)] = sources.add(project.path) }
    let others = paths.indices.filter { files[$0] == nil }
    for number in others.sorted(by: { paths[$0].precedes(paths[$1]) }) {
      files[number] = sources.add(paths[number])
    }
    return (sources, files.compactMap(\.self))
  }

  public mutating func append(_ packages: PackageTable, _ configuration: Configuration) {
    for package in packages.packages {
      guard let manifest = package.manifest else { continue }
      projects.append(PackageConversion(package, manifest, packages).project(configuration))
    }
  }

  public func package(_ project: Int) -> Int? {
    project < firstPackage ? nil : project - firstPackage
  }

  /// Returns an error at a place in project `spec`, or `included` with a note if an included file
  /// outside of the root contains it, which a message must not quote.
  public func missing(
    _ message: Diagnostic.Message, orIncluded included: Diagnostic.Message,
    at location: SourceRange, outside: Int32?, spec: Int
  ) -> Diagnostic {
    Diagnostic(
      .invalidSpec, .error, outside == nil ? message : included, at: range(location),
      notes: outside.map { [projects[spec].outsideNotes[Int($0)]] } ?? [])
  }

  public func range(_ range: SourceRange) -> SourceRange {
    var range = range
    range.file = fileNumbers[Int(range.file.index)]
    return range
  }

  /// Returns the paths that the project file may have, the most likely first.
  ///
  /// XcodeGen writes it next to the spec; with `--project` it is often at the project root.
  public func projectPaths(of number: Int) -> [String] {
    let spec = projects[number]
    if spec.kind == .xcode { return [Path.parent(spec.path)] }
    let (own, file) = (Path.parent(spec.path), spec.name + ".xcodeproj")
    let root = spec.folder.isEmpty ? "." : spec.folder
    let known = outputs[spec.path] ?? []
    return known + (own == root ? [own] : [own, root]).map { Path.join($0, file) }
  }

  /// Returns the specs and Xcode projects by the paths of their project files.
  ///
  /// - Complexity: O(*n*) for *n* projects.
  public func numbersByProject() -> [String: [Int]] {
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

  /// The diagnostics of all readers without duplicates.
  ///
  /// Each spec that includes a file reports the errors in it.
  public var diagnostics: [Diagnostic] {
    if notes.diagnostics.isEmpty { return [] }
    var seen: Set<Diagnostic> = []
    return notes.diagnostics.map(moved).filter { seen.insert($0).inserted }
  }

  private func moved(_ diagnostic: Diagnostic) -> Diagnostic {
    diagnostic.movingPlaces { fileNumbers[Int($0.index)] }
  }

  /// Returns the errors for which XcodeGen generates nothing, one for each location, in order of
  /// the paths of specs.
  ///
  /// If several specs share a file, the first reports its error. Errors at the places of
  /// `diagnostics` are left out.
  ///
  /// - Complexity: O(*n* + *m*) for *n* specs and *m* errors; O(1) without any.
  public func refusals(besides diagnostics: [Diagnostic], and further: [Refusal]) -> [Diagnostic] {
    let refusals = notes.findings.refusals + further
    guard !refusals.isEmpty else { return [] }
    var bySpec: [String: [Diagnostic]] = [:]
    for refusal in refusals { bySpec[refusal.spec, default: []].append(moved(refusal.diagnostic)) }
    let errors = diagnostics.lazy.filter { $0.severity == .error }
    var seen = Set(errors.compactMap(\.location).map { Place(range: $0) })
    return projects.flatMap { bySpec[$0.path] ?? [] }.filter { diagnostic in
      guard let location = diagnostic.location else { return false }
      // The location of a file outside of the root is that of the entry that references it.
      let outside = diagnostic.notes.first { $0.location == nil }?.message
      return seen.insert(Place(range: location, outside: outside)).inserted
    }
  }

  private struct Place: Hashable {
    var range: SourceRange
    var outside: Diagnostic.Message?
  }
}
