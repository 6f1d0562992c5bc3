import Diagnostics
@testable import Graph
import TestSupport

/// A graph with as many built modules as `count`, named by number, and these links.
func moduleGraph(_ count: Int, _ links: [Edge], flags: (Int) -> Link.Flags = { _ in [.linked] })
  -> ModuleGraph
{
  let start = Position(line: 1, column: 1)
  let place = SourceRange(file: FileID(index: 0), start: start, end: start)
  let modules = (0..<count).map { number in
    Module(
      name: "M\(1000 + number)", spec: 0, location: place, type: .framework, platform: .iOS,
      platforms: [.iOS], linkage: .dynamic, roles: [], productName: "M\(1000 + number)")
  }
  let spec = SpecInfo(file: FileID(index: 0), path: "project.yml", folder: "", project: "App")
  return ModuleGraph(
    specs: [spec], modules: modules, builtCount: count,
    links: links.enumerated().map { number, ends in
      Link(
        from: ModuleID(ends.tail), to: ModuleID(ends.head), location: place,
        kind: .target, flags: flags(number), platforms: [.iOS])
    },
    unknownReferences: [])
}

/// A graph where about half of the links are weak.
func randomModuleGraph(seed: Int) -> ModuleGraph {
  let count = 1 + seed * 7 % 90
  var random = SplitMix64(state: UInt64(seed) + 1000)
  return moduleGraph(count, randomEdges(seed * (1 + seed % 4), among: count, seed: seed)) { _ in
    Bool.random(using: &random) ? [.linked, .weak] : [.linked]
  }
}

func isStrong(_ link: Link) -> Bool { !link.flags.contains(.weak) }

/// For each module what it reaches, grown link by link until nothing more comes; a module reaches itself.
func closure(of graph: ModuleGraph, along isFollowed: (Link) -> Bool) -> ModuleMap<Set<ModuleID>> {
  var reached = ModuleMap<Set<ModuleID>>(for: graph) { [$0] }
  var hasChanged = true
  while hasChanged {
    hasChanged = false
    for link in graph.links where isFollowed(link) {
      let known = reached[link.from].count
      reached[link.from].formUnion(reached[link.to])
      if reached[link.from].count > known { hasChanged = true }
    }
  }
  return reached
}
