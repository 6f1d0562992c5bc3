internal import Diagnostics
internal import Projects
internal import SpecReading

/// A spec with findings, which are those of a part if another spec includes it, and are reported
/// once if several specs share them.
struct WaitingSpec: Sendable {
  var path: String
  /// The project; `nil` if the spec cannot be read.
  var project: Project?
  var included: [String]
  var log: FindingLog

  /// Returns the specs that are not only parts of others, by path; adds the files that they include
  /// to `included`.
  static func projects(
    among waiting: [WaitingSpec], _ included: inout Set<String>
  ) -> [WaitingSpec] {
    guard !waiting.isEmpty else { return [] }
    let sorted = waiting.sorted { $0.path.precedes($1.path) }
    var mayBeIncluded = included
    for spec in sorted {
      for path in spec.included where path != spec.path { mayBeIncluded.insert(path) }
    }
    var isProject = sorted.map {
      $0.project?.isComplete ?? false || !mayBeIncluded.contains($0.path)
    }
    for (spec, isProject) in zip(sorted, isProject) where isProject {
      included.formUnion(spec.included)
    }
    // The remaining specs include each other in a cycle, which the first one reports.
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
