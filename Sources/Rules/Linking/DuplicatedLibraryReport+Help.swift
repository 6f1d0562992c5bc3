internal import Architecture
import Diagnostics
import Graph

extension DuplicatedLibraryReport {
  func help(_ library: String) -> [Diagnostic.Message] {
    let step = step(by: link)
    switch copies.kind {
    case .tests:
      return [step.isDeclared ? .dropFromTests(step) : .unlink(step)]
    case .sameImage:
      return [step.isDeclared ? .dropOnePath(step.tail, step.head, library) : .unlink(step)]
    case .process, .clients:
      let isBuilt = graph.graph[ModuleID(index: copies.library)].external == nil
      let makeDynamic: Diagnostic.Message =
        isBuilt ? .makeDynamic(library) : .useDynamicBuild(library)
      guard let kept = owners.firstIndex(where: { $0 != step.tail }) else { return [makeDynamic] }
      let steps = chains.indices.filter { $0 != kept }.compactMap { chains[$0].first }
        .map { self.step(by: $0) }
      return [makeDynamic, .keepInOnePlace(library, owners[kept], steps)]
    }
  }

  private func step(by number: Int) -> CopyStep {
    let link = graph.graph.links[number]
    return CopyStep(
      tail: graph.graph.shownName(link.from), head: graph.graph.shownName(link.to),
      isDeclared: !link.flags.contains(.derived),
      unlinking: unlinking(link))
  }
}

extension DuplicatedLibraryReport {
  /// What keeps XcodeGen from linking a dependency; `nil` if nothing does.
  private func unlinking(_ link: Link) -> String? {
    switch link.kind {
    // Xcode links it whatever the entry says.
    case .sdk: return nil
    // XcodeGen takes a static framework that an application or a test embeds for one to link.
    case .carthage where !graph.graph[link.from].type.isFramework:
      return "`link: false` and `embed: false`"
    default: return "`link: false`"
    }
  }
}

/// The first link of the way by which an owner gets its copy.
private struct CopyStep {
  var tail: String
  var head: String
  /// What is passed on by another target cannot be dropped, only declared to be unlinked.
  var isDeclared: Bool
  /// What to declare so that the link is none; `nil` where that cannot be declared.
  var unlinking: String?
}

extension Diagnostic.Message {
  fileprivate static func makeDynamic(_ library: String) -> Self {
    "make '\(library)' dynamic, so that there is one copy"
  }

  fileprivate static func useDynamicBuild(_ library: String) -> Self {
    "use a dynamic build of '\(library)', so that there is one copy"
  }

  /// Heads that several drop are said once.
  fileprivate static func keepInOnePlace(
    _ library: String, _ kept: String, _ steps: [CopyStep]
  ) -> Self {
    var tails: [(head: String, of: [String])] = []
    for step in steps where step.isDeclared {
      if let index = tails.firstIndex(where: { $0.head == step.head }) {
        tails[index].of.append("'\(step.tail)'")
      } else {
        tails.append((step.head, ["'\(step.tail)'"]))
      }
    }
    var parts: [String] = []
    if !tails.isEmpty {
      parts.append("drop " + joined(tails.map { "'\($0.head)' from \(joined($0.of))" }))
    }
    parts += steps.filter { !$0.isDeclared }.map { unlink($0).text }
    return "link '\(library)' in '\(kept)' alone: \(joined(parts))"
  }

  fileprivate static func unlink(_ step: CopyStep) -> Self {
    "declare '\(step.head)' in '\(step.tail)' with \(step.unlinking ?? "`link: false`")"
  }

  fileprivate static func dropFromTests(_ step: CopyStep) -> Self {
    Self(
      "drop '\(step.head)' from '\(step.tail)'"
        + (step.unlinking.map { ", or declare it there with \($0)" } ?? ""))
  }

  fileprivate static func dropOnePath(_ tail: String, _ head: String, _ library: String) -> Self {
    "drop '\(head)' from '\(tail)': another path brings '\(library)'"
  }
}
