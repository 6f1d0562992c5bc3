internal import Diagnostics
internal import YAML

// Packages and references to other projects.
extension SpecReader {
  mutating func decodePackages(of root: NodeID, folder: String) -> Range<Int> {
    let first = batch.packages.count
    if let packages = tree.value(of: root, for: .packages) {
      if !tree.isMapping(packages) { report(.notAMapping("packages"), at: packages) }
      for (key, value) in tree.entries(of: packages) {
        decodePackage(value, key: key, folder: folder)
      }
    }
    if let local = tree.value(of: root, for: .localPackages) {
      for path in tree.elements(of: local) where tree.isText(path) {
        addLocalPackage(at: path, folder: folder, first: first)
      }
    }
    return first..<batch.packages.count
  }

  private mutating func decodePackage(_ package: NodeID, key: NodeID, folder: String) {
    let name = tree.string(key)
    guard tree.isMapping(package) else { return report(.packageIsNoMapping(name), at: package) }
    if let path = tree.text(of: package, for: .path) {
      let identity = batch.names.intern(SpecPath.join(folder, path))
      return addPackage(key, identity: identity, isLocal: true, requirement: nil)
    }
    guard let requirement = requirement(of: package, named: name) else { return }
    let url: String
    if let repository = tree.text(of: package, for: .github) {
      url = "https://github.com/\(repository)"
    } else if let text = tree.text(of: package, for: .url) {
      url = text
    } else {
      return report(.packageWithoutPlace(name), at: package)
    }
    addPackage(
      key, identity: batch.names.intern(Self.normalized(url: url)), isLocal: false,
      requirement: batch.names.intern(requirement))
  }

  private mutating func addPackage(
    _ key: NodeID, identity: NameID, isLocal: Bool, requirement: NameID?
  ) {
    batch.packages.append(
      Package(
        key: intern(key), identity: identity, isLocal: isLocal, requirement: requirement,
        location: range(of: key)))
  }

  /// An entry of `localPackages`: its name is the folder's, and it replaces a package of that name.
  private mutating func addLocalPackage(at path: NodeID, folder: String, first: Int) {
    let joined = SpecPath.join(folder, tree.string(path))
    let key = batch.names.intern(SpecPath.lastComponent(joined))
    if let place = batch.packages[first...].firstIndex(where: { $0.key == key }) {
      batch.packages.remove(at: place)
    }
    batch.packages.append(
      Package(
        key: key, identity: batch.names.intern(joined), isLocal: true, requirement: nil,
        location: range(of: path)))
  }

  /// One package is one, however its URL is written: lower case, without `.git`.
  static func normalized(url: String) -> String {
    var url = url.lowercased()
    while url.hasSuffix("/") { url.removeLast() }
    if url.hasSuffix(".git") { url.removeLast(4) }
    return url
  }

  /// The version requirement as a text that is equal for equal requirements, or `nil` after a report.
  private mutating func requirement(of package: NodeID, named name: String) -> String? {
    if let text = versionText(.exactVersion, of: package) ?? versionText(.version, of: package) {
      return checked(text, "exact ", package)
    }
    if let text = plainText(.revision, of: package) { return text.map { "revision " + $0 } }
    if let text = plainText(.branch, of: package) { return text.map { "branch " + $0 } }
    if let low = versionText(.minVersion, of: package), tree.value(of: package, for: .maxVersion) != nil,
      let high = versionText(.maxVersion, of: package)
    {
      return checked(low, "", package).flatMap { low in
        checked(high, "", package).map { "from \(low) to \($0)" }
      }
    }
    if let text = versionText(.minorVersion, of: package) { return checked(text, "minor ", package) }
    if let text = versionText(.majorVersion, of: package) ?? versionText(.from, of: package) {
      return checked(text, "from ", package)
    }
    report(.packageWithoutVersion(name), at: package, help: [.giveVersion])
    return nil
  }

  /// A version under `key`, with the node it stands in; `.some` also where it has a wrong type.
  private func versionText(_ key: SpecKey, of package: NodeID) -> (node: NodeID, text: String?)? {
    guard let value = tree.value(of: package, for: key) else { return nil }
    switch tree.type(of: value) {
    case .text: return (value, tree.string(value))
    case .float(let number): return (value, "\(number)")
    default: return (value, nil)
    }
  }

  private mutating func checked(
    _ version: (node: NodeID, text: String?), _ prefix: String, _ package: NodeID
  ) -> String? {
    guard let text = version.text else {
      report(.versionIsNoText, at: version.node, help: [.quoteVersion(tree.string(version.node))])
      return nil
    }
    guard SemanticVersion.isValid(text) else {
      report(.badVersion(text), at: version.node)
      return nil
    }
    return prefix + text
  }

  private mutating func plainText(_ key: SpecKey, of package: NodeID) -> String?? {
    guard let value = tree.value(of: package, for: key) else { return nil }
    guard let text = tree.textValue(value) else {
      report(.mustBeText(key.spelling), at: value)
      return .some(nil)
    }
    return text
  }

  mutating func decodeProjectReferences(of root: NodeID, folder: String) -> Range<Int> {
    let first = batch.projectReferences.count
    if let references = tree.value(of: root, for: .projectReferences) {
      for (key, value) in tree.entries(of: references) {
        guard let path = tree.text(of: value, for: .path) else {
          report(.referenceWithoutPath(tree.string(key)), at: tree.isMapping(value) ? key : value)
          continue
        }
        batch.projectReferences.append(
          ProjectReference(
            key: intern(key), path: batch.names.intern(SpecPath.join(folder, path)),
            location: range(of: key)))
      }
    }
    return first..<batch.projectReferences.count
  }
}

/// Versions as the package Version 2.0 reads them tolerantly: up to three numbers, a leading `v`.
enum SemanticVersion {
  static func isValid(_ text: String) -> Bool {
    var rest = text.utf8[...]
    if rest.first == UInt8(ascii: "v") { rest = rest.dropFirst() }
    let core = rest.prefix { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: "+") }
    let numbers = core.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard 1...3 ~= numbers.count else { return false }
    return numbers.allSatisfy { number in
      !number.isEmpty && number.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    }
  }
}

extension Diagnostic.Message {
  fileprivate static let giveVersion: Self =
    "give it 'from', 'exactVersion', 'branch', 'revision', or 'path' for a local package"
  fileprivate static let versionIsNoText: Self = "a version must be text"

  fileprivate static func packageIsNoMapping(_ name: String) -> Self {
    "package '\(name)' must be a mapping"
  }
  fileprivate static func packageWithoutPlace(_ name: String) -> Self {
    "package '\(name)' has neither 'url', 'github' nor 'path'"
  }
  fileprivate static func packageWithoutVersion(_ name: String) -> Self {
    "package '\(name)' has no version requirement"
  }
  fileprivate static func quoteVersion(_ text: String) -> Self { "write it in quotes: \"\(text)\"" }
  fileprivate static func badVersion(_ text: String) -> Self { "'\(text)' is no version" }
  fileprivate static func referenceWithoutPath(_ name: String) -> Self {
    "project reference '\(name)' has no 'path'"
  }

  static func mustBeText(_ key: String) -> Self { "'\(key)' must be text" }
}
