import ArgumentParser
import Diagnostics
import Files
import Graph
import Loading
import Paths
import SourceReading
import SpecDecoding
import Text
import Workspace

/// The test targets of a scheme or test plan; xcodebuild rejects all others.
struct TestSelection {
  let targets: Set<String>

  public init(testPlan file: String) throws {
    let text = try naming(file) { () throws(FileError) in
      try WorkingDirectory.machine.content(of: file)
    }
    guard let targets = testPlanTargets(text) else { throw Failure("\(file): it is no test plan") }
    self.targets = targets
  }

  /// Collects the tests of all schemes of a name: those of specs, or else the shared ones of Xcode.
  init(scheme name: String, of loaded: LoadedWorkspace) throws {
    let graph = loaded.workspace.graph
    var all: [(name: String, tests: SchemeTests)] = []
    for (number, spec) in graph.specs.enumerated() where !spec.isPackage && !spec.isXcodeProject {
      all += loaded.workspace.sourceLists.schemeTests(ofSpec: number)
    }
    if !all.contains(where: { $0.name == name }) {
      all += Self.sharedSchemes(in: Set(graph.specs.map(\.folder) + [""]), loaded.tree)
    }
    let found = all.filter { $0.name == name }
    guard !found.isEmpty else {
      let nearest = all.map(\.name).nearest(to: name).map { "; did you mean '\($0)'?" } ?? ""
      throw Failure("unknown scheme '\(name)'\(nearest)", isUsage: true)
    }
    targets = try found.reduce(into: []) { targets, scheme in
      targets.formUnion(try Self.targets(of: scheme.tests, in: loaded.tree))
    }
  }

  private static func targets(
    of tests: SchemeTests, in tree: any FileTree
  ) throws -> Set<String> {
    guard let plan = tests.plan else { return tests.targets }
    guard let targets = (try? tree.content(of: plan)).flatMap(testPlanTargets) else {
      throw Failure("\(plan): the test plan of the scheme cannot be read")
    }
    return targets
  }

  private static func sharedSchemes(
    in folders: Set<String>, _ tree: any FileTree
  ) -> [(name: String, tests: SchemeTests)] {
    var found: [(name: String, tests: SchemeTests)] = []
    for folder in folders.sorted(by: { $0.precedes($1) }) {
      let containers = ((try? tree.entries(of: folder)) ?? []).map(\.name).filter {
        $0.hasSuffix(".xcodeproj") || $0.hasSuffix(".xcworkspace")
      }
      for container in containers {
        let path = Path.join(Path.join(folder, entry: container), entry: "xcshareddata/xcschemes")
        for entry in (try? tree.entries(of: path)) ?? []
        where entry.name.hasSuffix(".xcscheme") {
          let file = Path.join(path, entry: entry.name)
          guard let text = try? tree.content(of: file) else { continue }
          let name = String(entry.name.dropLast(".xcscheme".count))
          found.append((name, SchemeTests(sharedScheme: text, in: folder)))
        }
      }
    }
    return found
  }
}
