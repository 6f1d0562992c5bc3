import Diagnostics
import Files
import Graph
import Projects
import TestSupport
import Testing

@Suite struct MergingTests {
  static func merged(_ base: String, _ root: String) -> Resolved {
    Resolved(["project.yml": "name: P\ninclude: base.yml\n" + root, "base.yml": base])
  }

  static let base = """
    targets:
      T:
        type: framework
        platform: iOS
        dependencies: [{sdk: base.tbd}]
        settings: {A: 1, MACH_O_TYPE: mh_dylib}
    """

  @Test func mappingsAreMergedAndListsJoined() throws {
    let resolved = Self.merged(
      Self.base, "targets: {T: {platform: tvOS, dependencies: [{sdk: own.tbd}, {sdk: base.tbd}]}}")
    #expect(try resolved.dependencies("T") == ["sdk base.tbd", "sdk own.tbd", "sdk base.tbd"])
    #expect(try resolved.target("T").platform == .tvOS)
    #expect(try resolved.target("T").type == .framework)
  }

  @Test func inAllOtherCasesTheNewValueWins() throws {
    let text = Self.merged(Self.base, "targets: {T: {settings: text}}")
    #expect(try text.target("T").linkage == .dynamic)
    let blank = Self.merged(Self.base, "targets: {T: {dependencies: }}")
    #expect(blank.errors == ["project.yml:3:29: 'dependencies' of target 'T' must be a list"])
    let list = Self.merged("targets: {T: {dependencies: ''}}", Self.base)
    #expect(try list.dependencies("T") == ["sdk base.tbd"])
  }

  @Test func REPLACEWorksWhereThereIsACounterpart() throws {
    let list = Self.merged(Self.base, "targets: {T: {dependencies:REPLACE: [{sdk: own.tbd}]}}")
    #expect(try list.dependencies("T") == ["sdk own.tbd"])
    let target = Self.merged(
      Self.base, "targets: {T:REPLACE: {type: tool, platform: macOS, 'dependencies': []}}")
    #expect(try target.target("T").type == .tool)
    #expect(try target.dependencies("T").isEmpty)
    let all = Self.merged(Self.base, "targets:REPLACE: {U: {type: tool, platform: macOS}}")
    #expect(try all.names() == ["U"])
  }

  @Test func topLevelKeysAreAlwaysProcessed() throws {
    let resolved = Resolved("targets:REPLACE: {U: {type: tool, platform: macOS}}")
    #expect(try resolved.names() == ["U"])
  }

  @Test func withoutACounterpartTheKeyIsDead() throws {
    let own = Self.merged(
      "targets: {}",
      "targets: {T: {type: tool, platform: macOS, dependencies:REPLACE: [{sdk: a.tbd}]}}")
    #expect(own.errors.isEmpty)
    #expect(try own.dependencies("T").isEmpty)
    // It stays so if the other file comes later.
    let later = Self.merged(
      "targets: {T: {dependencies:REPLACE: [{sdk: a.tbd}]}}",
      "targets: {T: {type: tool, platform: macOS, dependencies: [{sdk: b.tbd}]}}")
    #expect(try later.dependencies("T") == ["sdk b.tbd"])
  }

  @Test func withoutTargetsBelowItATargetKeepsTheSuffix() throws {
    let resolved = Resolved("targets: {X:REPLACE: {type: tool, platform: macOS}}")
    #expect(try resolved.names() == ["X:REPLACE"])
  }

  @Test func aKeyBesideItsReplacementIsOneKey() throws {
    let resolved = Self.merged(
      "targets: {}",
      "targets: {X:REPLACE: {type: tool, platform: macOS}, X: {type: bundle, platform: iOS}}")
    #expect(resolved.errors.isEmpty)
    #expect(try resolved.names() == ["X"])
  }

  @Test func manyKeysAreMergedByName() throws {
    func targets(_ range: Range<Int>, _ type: String) -> String {
      "targets:\n" + range.map { "  T\($0): {type: \(type), platform: iOS}\n" }.joined()
    }
    let resolved = Self.merged(targets(0..<60, "framework"), targets(30..<90, "bundle"))
    #expect(try resolved.names().count == 90)
    #expect(try resolved.target("T29").type == .framework)
    #expect(try resolved.target("T30").type == .bundle)
  }

  @Test func locationsAreWhereThingsAreWritten() throws {
    let resolved = Self.merged(Self.base, "targets: {T: {dependencies: [{sdk: own.tbd}]}}")
    let declared = try resolved.declared("T")
    #expect(declared.map { resolved.place($0.location) } == ["base.yml:5:20", "project.yml:3:30"])
    #expect(declared.map { $0.flags.contains(.inherited) } == [true, false])
    #expect(resolved.place(try resolved.target("T").location) == "project.yml:3:11")
  }
}
