public import Architecture
internal import Diagnostics
internal import Text

/// Reports projects that only an Xcode workspace or only the specs list.
///
/// Xcode finds only the products of projects that the workspace lists. An unlisted project may
/// still build on the machine of its author, where an old product remains.
public enum WorkspaceMismatch: Rule {
  public static func check(_ layered: LayeredGraph, _ findings: inout Findings) {
    guard let listing = layered.reading.projects, !listing.workspaces.isEmpty else { return }
    let made = Set(listing.specs.map(\.path))
    let seen = Self.visible(listing)
    let unlisted = listing.specs.filter { !seen.contains($0.path) }
    if listing.isComplete {
      for spec in unlisted {
        findings.add(
          .isNotListed(spec.path), at: spec.location,
          help: [.list(spec.path, in: listing.workspaces)])
      }
    }
    var neighbours = NearestWords { unlisted.map(\.path) }
    for entry in listing.listed where !made.contains(entry.path) {
      findings.add(
        .hasNoSpec(entry.path, nearest: neighbours.nearest(to: entry.path)),
        at: entry.location)
    }
  }

  private static func visible(_ listing: ProjectListing) -> Set<String> {
    let references = Dictionary(
      listing.specs.map { ($0.path, $0.references) }, uniquingKeysWith: { first, _ in first })
    var visible: Set<String> = []
    var open = listing.listed.map(\.path)
    while let path = open.popLast() {
      if visible.insert(path).inserted { open += references[path] ?? [] }
    }
    return visible
  }
}

extension Diagnostic.Message {
  fileprivate static func isNotListed(_ project: String) -> Self {
    "no Xcode workspace lists '\(project)', the project of this spec"
  }

  fileprivate static func list(_ project: String, in workspaces: [String]) -> Self {
    workspaces.count == 1
      ? "list '\(project)' in '\(workspaces[0])'"
      : "list '\(project)' in the workspace that it is built in"
  }

  fileprivate static func hasNoSpec(_ project: String, nearest: String?) -> Self {
    Self("'\(project)' is listed, but no spec generates it" + nearestSuffix(nearest))
  }
}
