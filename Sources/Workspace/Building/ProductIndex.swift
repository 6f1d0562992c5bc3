internal import Graph
internal import Projects

/// The modules that targets build, by product name.
struct ProductIndex {
  /// Whether targets of two specs build products of the same name.
  let hasNamesakes: Bool
  /// The first module for each product name, and the next one for each module.
  private let first: [Int]
  private let next: [Int]
  /// The modules by product names that they have in some configurations only, in order.
  private let configured: [NameID: [Int]]

  /// Chains the modules of each product name, in order of number.
  ///
  /// - Complexity: O(*n*) for *n* modules and names.
  init(_ places: [TargetPlace], _ traits: [LinkTraits], _ batch: borrowing ProjectBatch) {
    var first = [Int](repeating: -1, count: batch.names.count)
    var next = [Int](repeating: -1, count: places.count)
    var hasNamesakes = false
    var configured: [NameID: [Int]] = [:]
    for module in places.indices.reversed() where traits[module].kind == .plain {
      let target = batch.targets[places[module].target]
      let name = Int(batch.names.form(of: target.builtProductName ?? target.name).index)
      let other = first[name]
      if other >= 0, places[other].spec != places[module].spec { hasNamesakes = true }
      next[module] = first[name]
      first[name] = module
      guard target.linkSettings >= 0 else { continue }
      let names = batch.linkSettings[Int(target.linkSettings)].values.compactMap(\.productName)
      for name in Set(names.map { batch.names.form(of: $0) }) {
        configured[name, default: []].insert(module, at: 0)
      }
    }
    self.configured = configured
    self.first = first
    self.next = next
    self.hasNamesakes = hasNamesakes
  }

  /// Returns the first module with a product name, given as the form of a name.
  func first(_ form: NameID) -> Int? {
    let form = Int(form.index)
    guard form < first.count, first[form] >= 0 else { return nil }
    return first[form]
  }

  /// Returns the next module with the same product name.
  func next(after module: Int) -> Int? { next[module] >= 0 ? next[module] : nil }

  /// Returns the modules that have a product name in some configurations only.
  func modulesNamed(inSomeConfiguration form: NameID) -> [Int] {
    configured.isEmpty ? [] : configured[form] ?? []
  }

  /// Returns the modules with a product name, in order of number, followed by those that have it in
  /// some configurations only.
  func modules(_ form: NameID) -> [Int] {
    var result: [Int] = []
    var module = first(form)
    while let found = module {
      result.append(found)
      module = next(after: found)
    }
    return result + modulesNamed(inSomeConfiguration: form).filter { !result.contains($0) }
  }
}

/// The specs by the path of the project that XcodeGen generates for them.
struct ProjectIndex {
  private let numbers: [String: [Int]]

  /// - Complexity: O(*n*) for *n* specs; O(1) if none refers to another project.
  init(_ specs: borrowing SpecTable) {
    numbers = specs.batch.projectReferences.isEmpty ? [:] : specs.numbersByProject()
  }

  /// Returns the number of the spec that XcodeGen generates the project at `path` for; of several,
  /// the first.
  ///
  /// Called for the paths of project references only.
  func spec(at path: String) -> Int? { numbers[path]?.first }
}
