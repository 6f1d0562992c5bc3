internal import Diagnostics
internal import Paths

// The modules that test bundles test.
extension ModuleGraph {
  /// Returns whether a test bundle belongs to a module that it links: its host application, or a
  /// module that shares its name or folder, whichever specs declare the two.
  public func isTested(_ module: ModuleID, by bundle: ModuleID) -> Bool {
    let (tested, test) = (self[module], self[bundle])
    guard test.roles.contains(.test) else { return false }
    if tested.roles.contains(.app) { return true }
    if TestNames.isName(test.baseName, ofTestsOf: tested.baseName)
      || TestNames.isName(test.baseName, ofTestsOf: tested.productName)
    {
      return true
    }
    guard let own = folder(of: bundle), let other = folder(of: module) else { return false }
    let home = TestNames.home(ofTests: own.path)
    guard !home.isEmpty else { return false }
    if home == TestNames.home(ofSources: other.path) { return true }
    // All modules of a spec may be in its folder.
    guard other.basis != .spec, !other.path.isEmpty else { return false }
    return Path.part(of: own.path, in: other.path) != nil
  }
}

/// The suffixes in the names of test bundles and their folders.
enum TestNames {
  private static let testFolders: Set<String> = [
    "test", "tests", "unittests", "uitests", "integrationtests", "snapshottests", "specs",
  ]
  private static let sourceFolders: Set<String> = ["sources", "source", "src", "classes", "code"]
  /// The words between the name of a module and the suffix of its tests.
  private static let words = [
    "integration", "acceptance", "functional", "performance", "snapshot", "hosted", "logic", "unit",
    "ui",
    "app", "e2e", "tests", "testing", "test", "specs", "spec",
  ]

  /// Returns whether `name` is the name of a module followed by words for tests, such as
  /// `KitTests`, `Kit-UnitTests`.
  static func isName(_ name: String, ofTestsOf module: String) -> Bool {
    // Compares bytes, since it runs for each link of a test bundle.
    let (name, module) = (name.utf8, module.utf8)
    guard !module.isEmpty, name.count > module.count,
      zip(name, module).allSatisfy({ lowercased($0) == lowercased($1) })
    else { return false }
    var rest = name.dropFirst(module.count).filter { !"-_. ".utf8.contains($0) }.map(lowercased)[
      ...]
    var namesTests = false
    while !rest.isEmpty {
      guard let word = words.first(where: { rest.starts(with: $0.utf8) }) else { return false }
      namesTests = namesTests || word.hasPrefix("test") || word.hasPrefix("spec")
      rest = rest.dropFirst(word.utf8.count)
    }
    return namesTests
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 {
    0x41...0x5a ~= byte ? byte | 0x20 : byte
  }

  /// Returns the parent of a folder of tests: `Kit` for `Kit/Tests` and `Kit/Tests/KitTests`.
  static func home(ofTests folder: String) -> String {
    let parts = Path.components(of: folder)
    for depth in [1, 2] where parts.count >= depth {
      if testFolders.contains(parts[parts.count - depth].lowercased()) {
        return Path.joined(parts.dropLast(depth))
      }
    }
    return folder
  }

  /// Returns the parent of a folder of sources: `Kit` for `Kit/Sources`.
  static func home(ofSources folder: String) -> String {
    let parts = Path.components(of: folder)
    guard let last = parts.last, sourceFolders.contains(last.lowercased()) else { return folder }
    return Path.joined(parts.dropLast())
  }
}
