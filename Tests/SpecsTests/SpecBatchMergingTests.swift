import Diagnostics
import Files
import Testing

@testable import Specs
import Projects
import TestSupport

@Suite struct SpecBatchMergingTests {
  private static let tree: MemoryTree = [
    "a/project.yml": """
    name: A
    packages: {Net: {url: https://h/net, from: 1.0.0}}
    projectReferences: {B: {path: ../b/B.xcodeproj}}
    targets:
      Kit:
        type: framework
        platform: [iOS, macOS]
        dependencies: [{package: Net, product: HTTP}, {target: B/Shared}, {framework: Shared.framework}]
    """,
    "b/project.yml": """
    name: B
    include: ../common.yml
    packages: {Net: {url: https://h/net, from: 2.0.0}}
    targets:
      Shared: {type: framework, platform: iOS, settings: {PRODUCT_NAME: Common}, dependencies: [{target: Kit}]}
      Tests:
        type: bundle.unit-test
        platform: iOS
        settings: {TEST_HOST: $(BUILT_PRODUCTS_DIR)/Kit.app/Kit}
        dependencies: [{target: Shared}, {target: Nowhere, embed: maybe}]
    """,
    "c/project.yml": "name: C\ntargets: {Odd: {type: framwork, platform: iOS}}",
    "common.yml":
      "targets: {Kit: {type: framework, platform: iOS, dependencies: [{sdk: UIKit.framework}]}}",
  ]

  @Test(arguments: [["a", "b", "c"], ["c", "b", "a"], ["b", "a", "c"]])
  func readersTogetherKnowWhatOneReaderKnows(folders: [String]) {
    var merged = SpecBatch()
    for folder in folders { merged.append(Self.read([folder])) }
    let alone = Self.read(folders)
    let batch = alone.batch

    #expect(batch.targets.count == 6 && batch.dependencies.count > 6)
    #expect(!batch.diagnostics.isEmpty)
    #expect(Self.text(of: merged) == Self.text(of: alone))
  }

  @Test func anEmptyBatchAddsNothing() {
    var batch = Self.read(["a"])
    let before = Self.text(of: batch)
    batch.append(SpecBatch())
    #expect(Self.text(of: batch) == before)
  }

  private static func read(_ folders: [String]) -> SpecBatch {
    var reader = SpecReader(
      source: tree, includes: IncludeCache(), options: .init(environment: { _ in nil }))
    for folder in folders { reader.read("\(folder)/project.yml") }
    return reader.takeBatch()
  }

  /// All that a batch holds, with names and paths in place of numbers.
  private static func text(of read: SpecBatch) -> [String] {
    let batch = read.batch
    func name(_ name: NameID?) -> String { name.map { batch.names.string($0) } ?? "-" }
    func place(_ range: SourceRange) -> String {
      "\(batch.sources[range.file]):\(range.start.line):\(range.start.column)"
    }
    let specs = batch.projects.flatMap { spec -> [String] in
      let targets = batch.targets[spec.targets].flatMap { target -> [String] in
        let host = if case .product(let host, _) = target.testHost { name(host) } else { "-" }
        let names = [
          target.name, target.unsuffixedName, target.productName, target.builtProductName,
        ]
        let dependencies = batch.dependencies[target.dependencies].map {
          "  \(name($0.reference)) \(name($0.product)) \(place($0.location)) \($0.outside ?? -1)"
        }
        return [
          names.map { name($0) }.joined(separator: " ") + " \(host) \(place(target.location))"
        ]
          + dependencies
      }
      let packages = batch.packages[spec.packages].map {
        "\(name($0.key)) \(name($0.identity)) \(name($0.requirement)) \(place($0.location))"
      }
      let references = batch.projectReferences[spec.projectReferences].map {
        "\(name($0.key)) \(name($0.path)) \(place($0.location))"
      }
      return ["\(name(spec.name)) \(place(spec.nameRange)) \(batch.sources[spec.file])"] + targets
        + packages + references
    }
    let errors = batch.diagnostics.map { error in
      "\(error.location.map { place($0) } ?? "-") \(error.message.text)"
    }
    return specs + errors + read.notes.includedPaths.sorted()
  }
}
