internal import Architecture
internal import Diagnostics
internal import Files
internal import LockFiles
public import Paths
internal import SpecDecoding

/// Visits the files of one thread of the walk, and reads specs with its own reader.
struct SpecWorker: FileVisitor {
  var reader: SpecReader
  let configuration: Configuration
  let skipped: Set<String>
  private(set) var files = FoundFiles()
  var buffer: [UInt8] = []

  func classify(_ name: borrowing EntryName) -> EntryClass {
    if name == "rules.yml" { return configuration.readsNestedWorkspaces ? .none : .boundary }
    if name.isOfLockFile { return .wanted }
    if name == "Package.swift" || name == "Podfile" || name == ".gitignore" { return .noted }
    guard !configuration.specs.isEmpty else {
      if name == "project.yml" { return .wanted }
      return name.hasSuffix(".yml") || name.hasSuffix(".yaml") || name.isOfResource
        ? .noted : .none
    }
    return name.hasSuffix(".yml") || name.hasSuffix(".yaml") || name.hasSuffix(".json")
      ? .wanted : name.isOfResource ? .noted : .none
  }

  mutating func descends(into folder: String) -> Bool {
    guard let exclusion = configuration.exclusion(of: folder) else {
      guard Path.isCatalog(folder) else { return true }
      files.resourceFolders.insert(Path.folder(of: folder))
      return false
    }
    files.usedExclusions.insert(exclusion)
    return false
  }

  mutating func passed(_ name: borrowing EntryName, in folder: String) {
    if name.hasSuffix(".xcworkspace") {
      files.xcodeWorkspaces.append(Path.join(folder, entry: name.text))
    } else if name.hasSuffix(".xcodeproj") {
      files.xcodeProjects.append(Path.join(folder, entry: name.text))
    } else if name == ".gitignore" {
      files.ignoringFolders.append(folder)
    } else if name == "Package.swift" {
      files.packageFolders.append(folder)
    } else if name == "Podfile" {
      files.podfiles.append(Path.join(folder, entry: name.text))
    } else if name.hasSuffix(".yml") || name.hasSuffix(".yaml"), !(name == "rules.yml") {
      files.otherYAML.append(Path.join(folder, entry: name.text))
    } else if name.isOfResource {
      files.resourceFolders.insert(folder)
    }
  }

  mutating func found(_ file: borrowing FoundFile) {
    let path = file.path
    if file.name.isOfLockFile { return files.lockFiles.append((path, nil)) }
    var root: String?
    if !configuration.specs.isEmpty {
      guard let entry = entry(for: path, name: file.name.text) else { return }
      root = entry.root
    }
    if configuration.specs.isEmpty && Path.isTestData(path) || skipped.contains(path) { return }
    files.specs.append(path)
    do throws(FileError) {
      try file.read(limit: Limits.fileSize, into: &buffer)
      reader.read(path, in: file.folder, text: buffer, projectRoot: root)
    } catch {
      files.failures.append((path, error))
    }
  }

  /// Returns the first entry of `specs` that matches a file, and notes all that do.
  private mutating func entry(for path: String, name: String) -> Configuration.SpecPattern? {
    let matching = configuration.entries(forSpec: path, named: name)
    files.usedSpecPatterns.formUnion(matching)
    return matching.first.map { configuration.specs[$0] }
  }

  mutating func skipped(_ folder: String) { files.nestedWorkspaces.append(folder) }

  mutating func failed(_ path: String, _ error: FileError) {
    files.failures.append((path, error))
  }

  mutating func failed(link path: String, _ error: FileError) {
    let name = Path.lastComponent(path)
    if LockFile.names.contains(name) { return files.lockFiles.append((path, error)) }
    guard configuration.specs.isEmpty || entry(for: path, name: name) != nil else { return }
    files.failures.append((path, error))
  }
}

// They compare bytes, since they are called for every file.
extension EntryName {
  fileprivate var isOfLockFile: Bool { self == "Podfile.lock" || self == "Cartfile.resolved" }

  fileprivate var isOfResource: Bool {
    hasSuffix(".xib") || hasSuffix(".storyboard") || hasSuffix(".strings")
      || hasSuffix(".stringsdict") || hasSuffix(".xcstrings")
  }
}

extension Path {
  /// Whether a folder is an asset catalog or a data model.
  public static func isCatalog(_ path: String) -> Bool {
    // Called for every folder, few of which have such an extension.
    switch path.utf8.last {
    case UInt8(ascii: "s"): path.hasSuffix(".xcassets")
    case UInt8(ascii: "d"): path.hasSuffix(".xcdatamodeld")
    default: false
    }
  }
}
