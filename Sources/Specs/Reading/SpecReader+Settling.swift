internal import Diagnostics
internal import YAML

/// A specification of which more is to be said than what its own file shows: it is read again when it
/// is known who includes it.
struct WaitingSpec: Sendable {
  var path: String
  var text: [UInt8]
  /// The folder that its includes and paths start from, if it is not the file's own.
  var base: String?
  /// The files that it includes.
  var included: [String]
  /// Whether it could be a project of its own where others include it.
  var standsAlone: Bool
}

/// What becomes of what is said of a specification.
enum Stage {
  /// All is reported at once: there is no other one.
  case alone
  /// What may depend on others waits.
  case oneOfMany
  /// All others are known.
  case settling
}

// A file that another specification includes is a part of it, and judged as that part. Who includes
// what is known when all have been read; and of an error that several specifications have in common,
// the one is reported that stands first, whichever was read first. So whatever was said of a specification
// but for errors that are its own and in its own words waits for all the others, and is then said
// again in order of path. Few specifications have errors, and those without cost nothing of this.
extension SpecReader {
  mutating func readOneOfMany(_ path: String, text: [UInt8], base: String?) {
    let start = batch.end
    log.mustWait = false
    inclusions.current.removeAll(keepingCapacity: true)
    if !log.reported.isEmpty { log.reported.removeAll() }
    readResolved(path, text: text, base: base)
    guard log.mustWait else { return noteIncluded() }
    let standsAlone = batch.specs.indices.last.map {
      $0 >= start.specs && batch.standsAlone($0)
    }
    batch.waiting.append(
      WaitingSpec(
        path: path, text: text, base: base, included: inclusions.current,
        standsAlone: standsAlone ?? false))
    batch.remove(from: start)
  }

  /// Neighbours mostly include the same files.
  private mutating func noteIncluded() {
    guard !inclusions.current.isEmpty, inclusions.current != inclusions.last else { return }
    batch.includedPaths.formUnion(inclusions.current)
    inclusions.last = inclusions.current
  }

  /// Decides which of the specifications that many readers have read are parts of others, and says of
  /// all the others what had to wait.
  ///
  /// - Complexity: O(size of what waits) + O(*n* log *n*) for *n* specifications that others include.
  public mutating func settle(_ all: inout SpecBatch) {
    let waiting = Self.projects(among: all.waiting, &all.includedPaths)
    if waiting.count < all.waiting.count {
      all.parts.formUnion(all.waiting.map(\.path))
      all.parts.subtract(waiting.map(\.path))
    }
    all.waiting = []
    if waiting.isEmpty, all.includedPaths.isEmpty { return }
    stage = .settling
    for spec in waiting { readResolved(spec.path, text: spec.text, base: spec.base) }
    all.rereadSpecs = Set(waiting.map(\.path))
    for path in all.ignoredKeys.keys where batch.ignoredKeys[path] == nil {
      batch.ignoredKeys[path] = all.ignoredKeys[path]
    }
    all.ignoredKeys = [:]
    let withFindings = batch.ignoredKeys.keys.filter { all.includedPaths.contains($0) }
    for path in withFindings.sorted(by: { $0.precedes($1) }) {
      let file = fileID(for: path)
      log.silent += batch.ignoredKeys[path, default: []].map { $0.moved(to: file) }
    }
    stage = .alone
    reportIgnoredKeys()
    batch.ignoredKeys = [:]
    all.append(takeBatch())
    all.nameParts()
  }

  /// Those of the specifications that wait which are not mere parts, in order of path; adds what they
  /// include to `included`.
  private static func projects(
    among waiting: [WaitingSpec], _ included: inout Set<String>
  ) -> [WaitingSpec] {
    guard !waiting.isEmpty else { return [] }
    let sorted = waiting.sorted { $0.path.precedes($1.path) }
    var mayBeIncluded = included
    for spec in sorted {
      for path in spec.included where path != spec.path { mayBeIncluded.insert(path) }
    }
    var isProject = sorted.map { $0.standsAlone || !mayBeIncluded.contains($0.path) }
    for (spec, isProject) in zip(sorted, isProject) where isProject {
      included.formUnion(spec.included)
    }
    // Those that include each other in a cycle are left: the first of them tells of it.
    for index in sorted.indices where !isProject[index] {
      guard !included.contains(sorted[index].path) else { continue }
      isProject[index] = true
      for path in sorted[index].included where path != sorted[index].path {
        included.insert(path)
      }
    }
    return zip(sorted, isProject).filter { $0.1 }.map(\.0)
  }
}

extension SpecReader {
  /// What the top level of a file is, or nothing if it is neither YAML nor JSON.
  public enum Shape: String {
    case mapping = "a mapping"
    case list = "a list"
    case scalar = "a single value"
  }

  /// What the top level of a text at `path` is; nothing if it is neither YAML nor JSON.
  public static func shape(of text: [UInt8], at path: String) -> Shape? {
    var tree = Tree()
    var parser = Parser(knownKeys: KnownKeys([]), rule: .invalidSpec)
    do throws(Diagnostic) {
      let file = FileID(index: 0)
      let root =
        endsInJSON(path)
        ? try JSONParser(knownKeys: KnownKeys([]), rule: .invalidSpec)
          .parse(text, into: &tree, file: file)
        : try parser.parse(text, into: &tree, file: file)
      return tree.isMapping(root) ? .mapping : tree.isSequence(root) ? .list : .scalar
    } catch {
      return nil
    }
  }
}

extension SpecBatch {
  /// The paths of all specifications that have been read.
  public var paths: [String] { specs.map(\.path) + waiting.map(\.path) }

  /// How much there is of all that belongs to specifications.
  fileprivate struct End {
    var specs, targets, dependencies, packages, projectReferences, diagnostics, notes,
      absentSources, writtenSettings: Int
  }

  fileprivate var end: End {
    End(
      specs: specs.count, targets: targets.count, dependencies: dependencies.count,
      packages: packages.count, projectReferences: projectReferences.count,
      diagnostics: diagnostics.count, notes: outsideNotes.count, absentSources: absentSources.count,
      writtenSettings: writtenSettings.count)
  }

  fileprivate mutating func remove(from end: End) {
    specs.removeAll(from: end.specs)
    targets.removeAll(from: end.targets)
    dependencies.removeAll(from: end.dependencies)
    packages.removeSubrange(end.packages...)
    projectReferences.removeSubrange(end.projectReferences...)
    diagnostics.removeSubrange(end.diagnostics...)
    outsideNotes.removeSubrange(end.notes...)
    absentSources.removeSubrange(end.absentSources...)
    writtenSettings.removeSubrange(end.writtenSettings...)
  }

  /// Notes of the specifications that others include what they are besides.
  fileprivate mutating func nameParts() {
    guard !includedPaths.isEmpty else { return }
    for number in specs.indices where includedPaths.contains(specs[number].path) {
      let path = specs[number].path
      if standsAlone(number) { sharedSpecs.insert(path) } else { parts.insert(path) }
    }
  }

  /// Whether a specification is a project of its own, even where others include it: it has a name, and
  /// its targets find all that they name.
  fileprivate func standsAlone(_ number: Int) -> Bool {
    let spec = specs[number]
    guard spec.isNamed, !spec.isBroken, !spec.lacksTemplates, !spec.targets.isEmpty else {
      return false
    }
    return spec.targets.allSatisfy { target in
      targets[target].dependencies.allSatisfy { resolves(dependencies[$0], in: spec) }
    }
  }

  private func resolves(_ dependency: Dependency, in spec: Spec) -> Bool {
    switch dependency.kind {
    case .framework, .carthage, .sdk, .bundle: return true
    case .package, .plugin:
      return packages[spec.packages].contains { $0.key == dependency.reference }
    case .target:
      if target(named: dependency.reference, among: spec.targets) != nil
        || aggregate(named: dependency.reference, among: spec.targets) != nil
      {
        return true
      }
      let parts = names.bytes(of: dependency.reference).split(separator: UInt8(ascii: "/"))
      return parts.count == 2
        && projectReferences[spec.projectReferences].contains {
          names.bytes(of: $0.key).elementsEqual(parts[0])
        }
    }
  }
}
