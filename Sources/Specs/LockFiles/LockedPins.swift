internal import Diagnostics
internal import YAML

/// The pins of a lock file, for comparing two versions of it.
public struct LockedPins: Sendable {
  /// The version, revision and dependencies of each package, by normalized URL in Package.resolved
  /// and by name of the pod or framework in the others.
  public internal(set) var packages: [String: [String]] = [:]
  /// Values that apply to all packages, such as the checksum of the Podfile.
  public internal(set) var shared: [String] = []

  /// The pins of a file that does not exist.
  public init() {}

  /// Reads a lock file with the given name, which must be one of `names`.
  ///
  /// - Returns: `nil` if the file cannot be read completely.
  /// - Complexity: O(*n*) for *n* bytes.
  public init?(named name: String, text: [UInt8]) {
    precondition(Self.names.contains(name), "no lock file")
    let file = FileID(index: 0)
    if name == "Package.resolved" {
      guard let packages = packagePins(text) else { return nil }
      self.packages = packages
      return
    }
    let lock = LockFile(named: name, text: text, file: file)
    guard lock.diagnostics.isEmpty else { return nil }
    for package in lock.packages {
      packages[package.name] = [package.version] + package.links.map(\.name)
    }
    if name == "Podfile.lock" { addChecksums(text, file) }
  }

  /// The names of the files that are read.
  public static let names = LockFile.names + ["Package.resolved"]

  private mutating func addChecksums(_ text: [UInt8], _ file: FileID) {
    var parser = Parser(knownKeys: KnownKeys([]), rule: .invalidSpec)
    var tree = Tree()
    guard let root = try? parser.parse(text, into: &tree, file: file), tree.isMapping(root) else {
      return
    }
    for (key, value) in tree.entries(of: root) {
      switch tree.string(key) {
      case "SPEC CHECKSUMS":
        for (pod, checksum) in tree.entries(of: value) where tree.isScalar(checksum) {
          packages[tree.string(pod), default: []].append(tree.string(checksum))
        }
      case "PODFILE CHECKSUM", "COCOAPODS":
        if tree.isScalar(value) { shared.append(tree.string(value)) }
      default: break
      }
    }
  }
}
