internal import Architecture
internal import Diagnostics
internal import Graph
internal import Imports
internal import Paths
internal import SourceReading
internal import Text
internal import Workspace

enum TestFrameworks {
  static let names: Set<String> = ["XCTest", "Testing"]
}

/// Finds imports of code that the process does not load: unlinked libraries and test frameworks.
struct ImportPlaces {
  private let graph: ModuleGraph
  private let names: ModuleNames
  private let scan: SourceScan
  private var files: FileNumbers
  /// The test frameworks whose name no module of the workspace has.
  private let testFrameworks: Set<String>
  private var unlinked: [ImportNotes.UnlinkedImport: SourceRange] = [:]
  private var tests: [ModuleID: ImportNotes.TestImport] = [:]

  init(_ graph: ModuleGraph, _ names: ModuleNames, _ scan: SourceScan, _ files: FileNumbers) {
    self.graph = graph
    self.names = names
    self.scan = scan
    self.files = files
    testFrameworks = TestFrameworks.names.subtracting(graph.builtModules.map { graph[$0].name })
  }

  var sources: SourceMap { files.sources }

  /// Adds the imports of a target.
  ///
  /// - Complexity: O(*n*) for *n* imports.
  mutating func add(of dependent: ModuleID, _ sources: ModuleSources, files: [Int]) {
    var wanted: [String: ModuleID] = [:]
    for link in graph.links(from: dependent) where graph.omitsFromLinking(link) {
      if let name = names.name(of: link.to) ?? graph.vendoredName(of: link.to) {
        wanted[name] = link.to
      }
    }
    let asksForTests = !graph[dependent].roles.contains(.test)
    guard asksForTests || !wanted.isEmpty else { return }
    let platforms =
      sources.namesMacCatalyst
      ? graph[dependent].platforms : graph[dependent].platforms.withoutAssumedMac
    for file in files where !Path.leadsOutside(scan.paths[file]) {
      for found in scan[file].imports
      where found.condition.surelyAllows(importOf: found.module, on: platforms) {
        let key = wanted[found.module].map { ImportNotes.UnlinkedImport(from: dependent, to: $0) }
        if let key, unlinked[key] == nil { unlinked[key] = range(of: found, in: file) }
        if asksForTests, tests[dependent] == nil, testFrameworks.contains(found.module) {
          tests[dependent] = .init(name: found.module, location: range(of: found, in: file))
        }
      }
    }
  }

  func note(in notes: inout ImportNotes) {
    notes.unlinkedImports = unlinked
    notes.testImports = tests
  }

  private mutating func range(of found: SourceImport, in file: Int) -> SourceRange {
    found.range(in: files.number(of: scan.paths[file]))
  }
}

extension ModuleGraph {
  /// Whether the link phase of a target omits a library or framework that it declares.
  fileprivate func omitsFromLinking(_ link: Link) -> Bool {
    if link.flags.contains(.linkedByHand) { return true }
    return link.flags.contains(.declaredUnlinked) && self[link.to].type.isFramework
      && [.target, .framework, .carthage].contains(link.kind)
  }

  fileprivate func vendoredName(of module: ModuleID) -> String? {
    switch self[module].external {
    case .file, .carthage: self[module].name.moduleIdentifier
    case .pod, .sdk, .package, nil: nil
    }
  }
}
