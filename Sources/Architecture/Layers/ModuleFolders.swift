internal import Graph

/// The folders of modules without duplicates: those of the specs by index, then more specific ones.
struct ModuleFolders {
  private(set) var paths: [String]
  /// The folders of modules with more than their spec's, most specific first.
  private var several: [ModuleID: [Int]] = [:]
  /// The folder that determines the layer, for the same modules.
  private var decisive: [ModuleID: Int] = [:]
  /// The folder of each module's spec, or -1.
  private let specs: ModuleMap<Int>

  /// - Complexity: O(*n*) for *n* modules.
  init(of graph: ModuleGraph) {
    specs = ModuleMap(for: graph) { graph[$0].spec }
    paths = graph.specs.map(\.folder)
    var numbers: [String: Int] = [:]
    for module in graph.modules where !graph[module].folders.isEmpty {
      var own: [Int] = []
      for folder in graph[module].folders {
        let number = numbers[folder.path] ?? paths.count
        if number == paths.count {
          numbers[folder.path] = number
          paths.append(folder.path)
        }
        own.append(number)
      }
      if graph[module].spec >= 0 { own.append(graph[module].spec) }
      several[module] = own
    }
  }

  /// Selects the folder that determines each module's layer: the most specific one in any layer.
  ///
  /// `marks` are the folders that the patterns of each layer match.
  mutating func decide(_ layers: [Int?], _ marks: [[Bool]]) {
    for (module, folders) in several {
      decisive[module] = folders.first { folder in
        layers[folder] != nil || marks.contains { $0[folder] }
      }
    }
  }

  /// Returns the folder that determines a module's layer; -1 for an external without one.
  func decisive(for module: ModuleID) -> Int {
    guard !several.isEmpty else { return specs[module] }
    return decisive[module] ?? several[module]?.first ?? specs[module]
  }

  func isDecided(_ module: ModuleID, by marked: [Bool]) -> Bool {
    let folder = decisive(for: module)
    return folder >= 0 && marked[folder]
  }

  func members(in graph: ModuleGraph) -> [[ModuleID]] {
    var members: [[ModuleID]] = Array(repeating: [], count: paths.count)
    for module in graph.modules {
      for folder in several[module] ?? [specs[module]] where folder >= 0 {
        members[folder].append(module)
      }
    }
    return members
  }

  func contains(_ module: ModuleID, anyOf marked: [Bool]) -> Bool {
    if !several.isEmpty, let folders = several[module] { return folders.contains { marked[$0] } }
    return specs[module] >= 0 && marked[specs[module]]
  }
}
