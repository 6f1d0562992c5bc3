import Diagnostics
import Files
import Testing

@testable import Specs
import TestSupport

@Suite struct TargetPathTests {
  private let files: MemoryTree = [
    "app/Shop/project.yml": """
    name: Shop
    include: ../../shared/templates.yml
    targets:
      Till:
        templates: [Module]
        platform: iOS
        sources:
          - Till
          - { path: ./Resources, buildPhase: resources }
        entitlements: { path: Till.entitlements }
        preBuildScripts:
          - { path: generate.sh, inputFiles: [strings.txt, $(SRCROOT)/list.txt] }
          - { script: "true" }
    """,
    "shared/templates.yml": """
    targetTemplates:
      Module:
        type: framework
        info: { path: Info.plist }
        configFiles: { Debug: debug.xcconfig }
        sources: ["${target_name}Core"]
    """,
  ]

  private func paths() -> [TargetPath] {
    var reader = SpecReader(source: files, includes: IncludeCache(), options: .init())
    return reader.targetPaths(of: "app/Shop/project.yml")
  }

  private func paths(_ kind: TargetPath.Kind) -> [String] {
    paths().filter { $0.kind == kind }.map(\.path)
  }

  @Test func areRewrittenToTheRootOfTheTree() {
    #expect(Set(paths(.source)) == ["shared/TillCore", "app/Shop/Till", "app/Shop/Resources"])
    #expect(paths(.info) == ["shared/Info.plist"])
    #expect(paths(.configFile) == ["shared/debug.xcconfig"])
    #expect(paths(.entitlements) == ["app/Shop/Till.entitlements"])
  }

  @Test func scriptsHaveFilesAndInputs() {
    #expect(paths(.script) == ["app/Shop/generate.sh"])
    #expect(paths(.scriptInput) == ["app/Shop/strings.txt", "$(SRCROOT)/list.txt"])
  }

  @Test func keepTheirPlaces() {
    let lines = paths().filter { $0.kind == .info }.map(\.location.start.line)
    #expect(lines == [4])
  }

  @Test func anInvalidSpecificationHasNone() {
    var reader = SpecReader(
      source: ["project.yml": "targets: ["] as MemoryTree, includes: IncludeCache(),
      options: .init())
    #expect(reader.targetPaths(of: "project.yml").isEmpty)
    #expect(reader.targetPaths(of: "gone.yml").isEmpty)
    #expect(reader.batch.diagnostics.isEmpty)
  }
}
