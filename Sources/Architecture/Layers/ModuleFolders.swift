internal import Graph

/// The folders of modules without duplicates: those of the specs by index, then more specific ones.
struct ModuleFolders {
  private(set) var paths: [String]
  /// The folders of modules with more than their spec's, most specific first.
  private var several: [ModuleID: [Int]] = [:]
  /// The folder that determines the layer, for the same modules.
  private var decisive: [ModuleID: Int] = [:]
  private let graph: ModuleGraph

  /// - Complexity: O(*n*) for *n* modules.
  init(of graph: ModuleGraph) {
    self.graph = graph
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
    guard !several.isEmpty else { return graph[module].spec }
    return decisive[module] ?? several[module]?.first ?? graph[module].spec
  }

  func isDecided(_ module: ModuleID, by marked: [Bool]) -> Bool {
    let folder = decisive(for: module)
    return folder >= 0 && marked[folder]
  }

  func members() -> [[ModuleID]] {
    var members: [[ModuleID]] = Array(repeating: [], count: paths.count)
    for module in graph.modules {
      for folder in several[module] ?? [graph[module].spec] where folder >= 0 {
        members[folder].append(module)
      }
    }
    return members
  }

  func contains(_ module: ModuleID, anyOf marked: [Bool]) -> Bool {
    if !several.isEmpty, let folders = several[module] { return folders.contains { marked[$0] } }
    let folder = graph[module].spec
    return folder >= 0 && marked[folder]
  }
}
