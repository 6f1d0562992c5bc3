import Diagnostics
import Files
import Projects
@testable import SpecDecoding
@testable import SpecReading
import TestSupport
import Testing

/// Included specifications are parts, whoever reads them and when.
@Suite struct SettlingTests {
  /// Reads all specifications with several readers, each its share, and settles.
  private static func read(_ tree: MemoryTree, _ shares: [[String]])
    -> (batch: SpecBatch, sources: SourceMap)
  {
    let numbers = FileNumbers()
    let first = SpecReader(
      source: tree, numbers: numbers, options: .init(environment: { _ in nil }))
    var batch = SpecBatch()
    for share in shares {
      var reader = first
      for path in share { reader.read(path) }
      batch.append(reader.takeBatch())
    }
    batch.settle()
    return (batch, numbers.sources)
  }

  /// What is said of a workspace, in an order of its own.
  private static func text(of read: (batch: SpecBatch, sources: SourceMap)) -> [String] {
    let (batch, notes) = (read.batch, read.batch.notes)
    let findings = notes.diagnostics.map { finding in
      var place = ""
      if let location = finding.location {
        place = "\(read.sources[location.file]):\(location.start.line):\(location.start.column)"
      }
      let notes = finding.notes.map(\.message.text).joined(separator: "; ")
      return "\(place) \(finding.severity) \(finding.message.text) [\(finding.rule.name)] \(notes)"
    }
    let specs = batch.projects.filter { !notes.parts.contains($0.path) }.map { spec in
      "\(spec.path) \(spec.gaps.contains(.isBroken)) "
        + spec.targets.map(\.name).joined(separator: ",")
    }
    return Set(findings).sorted() + specs.sorted() + ["parts"] + notes.parts.sorted()
      + ["shared"] + notes.sharedSpecs.sorted()
  }

  @Test(arguments: 1...120) func nothingDependsOnWhoReadsWhatAndWhen(seed: UInt64) throws {
    var random = Workspaces(state: seed)
    let files = random.files()
    let paths = files.keys.sorted()
    let tree = MemoryTree(files)
    let batch = Self.read(tree, [paths])
    let expected = Self.text(of: batch)
    for _ in 0..<5 {
      var shares: [[String]] = [[], [], []]
      for path in paths.shuffled(using: &random) {
        shares[Int(random.next() % 3)].append(path)
      }
      #expect(Self.text(of: Self.read(tree, shares)) == expected, "\(shares) of \(files)")
    }
    #expect(batch.batch.notes.parts == Self.parts(of: tree, paths), "\(files)")
  }

  /// The same slowly: each file is read alone, and the law is followed word by word.
  private static func parts(of tree: MemoryTree, _ paths: [String]) -> Set<String> {
    var included: [String: Set<String>] = [:]
    var isProject: [String: Bool] = [:]
    for path in paths {
      let resolved = Resolved(tree, path)
      included[path] = resolved.reader.batch.notes.includedPaths.subtracting([path])
      let isInvalid = resolved.diagnostics.contains {
        $0.severity == .error && $0.rule != "unknown-key" || $0.message.text.contains("template")
      }
      guard !isInvalid, let spec = resolved.projects.last, !spec.gaps.contains(.name) else {
        continue
      }
      let names = Set(spec.targets.map(\.name))
      let needed = spec.targets.flatMap(\.dependencies).map(\.reference.text)
      isProject[path] = !names.isEmpty && names.isSuperset(of: needed)
    }
    var live = paths.filter { path in
      isProject[path] == true || !paths.contains { included[$0, default: []].contains(path) }
    }
    for path in paths where !live.contains(path) {
      if !live.contains(where: { included[$0, default: []].contains(path) }) { live.append(path) }
    }
    return Set(paths).subtracting(live)
  }

  @Test func anErrorStandsInTheWordsOfTheFirstSpecification() {
    let tree: MemoryTree = [
      "a/project.yml": "name: A\ninclude: ../shared.yml\ntargets: {Ant: {templates: [T]}}",
      "b/project.yml": "name: B\ninclude: ../shared.yml\ntargets: {Bee: {templates: [T]}}",
      "shared.yml": "targetTemplates: {T: {type: nope, platform: iOS}}",
    ]
    for shares in [["a/project.yml", "b/project.yml"], ["b/project.yml", "a/project.yml"]] {
      let batch = Self.read(tree, shares.map { [$0] }).batch
      #expect(
        batch.notes.diagnostics.map(\.message.text) == ["target 'Ant' has the unknown type 'nope'"])
      #expect(batch.projects.map { $0.gaps.contains(.isBroken) } == [true, true])
    }
  }
}

/// Small workspaces of specifications that include each other.
private struct Workspaces: RandomNumberGenerator {
  var state: UInt64

  /// Steele, Lea, Flood: SplitMix.
  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mix = state
    mix = (mix ^ mix >> 30) &* 0xbf58_476d_1ce4_e5b9
    mix = (mix ^ mix >> 27) &* 0x94d0_49bb_1331_11eb
    return mix ^ mix >> 31
  }

  private mutating func isChosen(oneOf count: UInt64) -> Bool { next() % count == 0 }

  mutating func files() -> [String: String] {
    var files: [String: String] = [:]
    let count = Int(next() % 4) + 2
    for number in 0..<count { files["d\(number)/project.yml"] = file(number, of: count) }
    return files
  }

  private mutating func file(_ number: Int, of count: Int) -> String {
    var text = isChosen(oneOf: 3) ? "" : "name: P\(number)\n"
    if isChosen(oneOf: 2) {
      let other = Int(next() % UInt64(count))
      text += "include: [../d\(other)/project.yml]\n"
    }
    if isChosen(oneOf: 4) { text += "bogus: 1\n" }
    if isChosen(oneOf: 4) { text += "targetTemplates: {M: {type: framework, platform: iOS}}\n" }
    text += "targets:\n"
    for target in 0...Int(next() % 2) {
      text += "  T\(number)\(target):\n"
      if isChosen(oneOf: 3) {
        text += "    templates: [M]\n"
      } else {
        text += "    type: \(isChosen(oneOf: 8) ? "nope" : "framework")\n    platform: iOS\n"
      }
      if isChosen(oneOf: 3) {
        let other = Int(next() % UInt64(count))
        text += "    dependencies: [{target: T\(other)0}]\n"
      }
      if isChosen(oneOf: 6) { text += "    plattform: 1\n" }
    }
    return text
  }
}
