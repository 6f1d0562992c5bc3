internal import Diagnostics
internal import Files
internal import Paths
internal import Projects
internal import SpecChecks
internal import SpecReading
internal import YAML

// Packages and references to other projects.
extension SpecDecoder {
  mutating func decodePackages() -> [PackageReference] {
    var result: [PackageReference] = []
    if let packages = tree.value(of: spec.root, for: .packages) {
      if !tree.isMapping(packages) { checker.report(.notAMapping("packages"), at: packages) }
      for (key, value) in tree.entries(of: packages) {
        result.append(decodePackage(value, key: key))
      }
    }
    if let local = tree.value(of: spec.root, for: .localPackages) {
      for path in tree.elements(of: local) where tree.isText(path) {
        addLocalPackage(at: path, to: &result)
      }
    }
    return result
  }

  /// Returns a package, even an invalid one, so that its dependencies have no findings.
  private mutating func decodePackage(_ package: NodeID, key: NodeID) -> PackageReference {
    let name = tree.string(key)
    guard tree.isMapping(package) else {
      checker.report(.packageIsNoMapping(name), at: package)
      return remotePackage(key, url: name, requirement: nil)
    }
    if let path = tree.textNode(of: package, for: .path) {
      return PackageReference(
        key: name, identity: Self.normal(Path.join(spec.folder, tree.string(path))),
        isLocal: true, at: spec.range(of: path), outside: addOutsideNote(of: path))
    }
    let requirement = requirement(of: package, named: name)
    let url: String
    if let repository = tree.value(of: package, for: .github) {
      if let text = tree.textValue(repository) {
        url = "https://github.com/\(text)"
      } else {
        checker.report(.mustBeText("github"), at: repository)
        url = name
      }
    } else if let text = tree.text(of: package, for: .url) {
      url = text
    } else {
      if requirement != nil { checker.reportMissing(.packageWithoutPlace(name), at: package) }
      url = name
    }
    return remotePackage(key, url: url, requirement: requirement)
  }

  /// Returns the normalized path of a package; the root is `.`.
  private static func normal(_ path: String) -> String {
    let path = Path.normalized(path)
    return path.isEmpty ? "." : path
  }

  private func remotePackage(
    _ key: NodeID, url: String, requirement: String?
  ) -> PackageReference {
    PackageReference(
      key: tree.string(key), identity: normalized(url: url), isLocal: false,
      requirement: requirement, at: spec.range(of: key))
  }

  /// Adds a note for a value in a file outside the root, and returns its number.
  mutating func addOutsideNote(of node: NodeID) -> Int32? {
    guard let note = spec.outsideNote(of: node) else { return nil }
    outsideNotes.append(note)
    return Int32(outsideNotes.count - 1)
  }

  /// Adds an entry of `localPackages`, which is named after its folder and replaces a package of
  /// that name.
  private mutating func addLocalPackage(at path: NodeID, to packages: inout [PackageReference]) {
    let joined = Self.normal(Path.join(spec.folder, tree.string(path)))
    let key = Path.lastComponent(joined)
    if let place = packages.firstIndex(where: { $0.key == key }) { packages.remove(at: place) }
    packages.append(
      PackageReference(
        key: key, identity: joined, isLocal: true, at: spec.range(of: path),
        outside: addOutsideNote(of: path)))
  }

  /// Returns a text for the version requirement that is equal for equal requirements; `nil` if the
  /// requirement is missing or invalid.
  ///
  /// Versions decide no target and no link: XcodeGen itself rejects invalid ones. An unset variable
  /// is a mistake in the environment rather than in the spec.
  private mutating func requirement(of package: NodeID, named name: String) -> String? {
    let exact = number(.exactVersion, of: package) ?? number(.version, of: package)
    if let exact { return "exact " + exact }
    if let revision = version(.revision, of: package) { return "revision " + revision }
    if let branch = version(.branch, of: package) { return "branch " + branch }
    if let low = tree.value(of: package, for: .minVersion),
      let high = tree.value(of: package, for: .maxVersion)
    {
      guard tree.isText(low), tree.isText(high) else { return nil }
      return "from \(tree.string(low)) to \(tree.string(high))"
    }
    if let minor = number(.minorVersion, of: package) { return "minor " + minor }
    let major = number(.majorVersion, of: package) ?? number(.from, of: package)
    if let major { return "from " + major }
    let keys: [SpecKey] = [
      .exactVersion, .version, .revision, .branch, .minorVersion, .majorVersion, .from,
    ]
    if !keys.contains(where: { tree.value(of: package, for: $0) != nil }) {
      checker.reportMissing(.packageWithoutVersion(name), at: package, help: [.giveVersion])
    }
    return nil
  }

  /// Returns the version under `key` as text, and reports a variable in it that is not set.
  private mutating func number(_ key: SpecKey, of package: NodeID) -> String? {
    let version = version(key, of: package)
    if spec.traits.contains(.expandedVariables), let version,
      let variable = firstVariable(in: version), let node = tree.value(of: package, for: key)
    {
      checker.report(.unsetVersion(version, variable), at: node, help: [.setVariable(variable)])
    }
    return version
  }

  /// Returns the version under `key` as text.
  private func version(_ key: SpecKey, of package: NodeID) -> String? {
    guard let value = tree.value(of: package, for: key) else { return nil }
    switch tree.type(of: value) {
    case .text: return tree.string(value)
    case .float(let number): return "\(number)"
    case .int(let number) where tree.isJSONNumber(value): return "\(Double(number))"
    default: return nil
    }
  }

  mutating func decodeProjectReferences() -> [ProjectReference] {
    var result: [ProjectReference] = []
    if let references = tree.value(of: spec.root, for: .projectReferences) {
      for (key, value) in tree.entries(of: references) {
        guard let path = tree.textNode(of: value, for: .path) else {
          let place = tree.isMapping(value) ? key : value
          checker.reportMissing(.referenceWithoutPath(tree.string(key)), at: place)
          continue
        }
        result.append(
          ProjectReference(
            key: tree.string(key), path: Path.join(spec.folder, tree.string(path)),
            at: spec.range(of: path), outside: addOutsideNote(of: path)))
      }
    }
    return result
  }
}

extension Diagnostic.Message {
  fileprivate static let giveVersion: Self =
    "give it 'from', 'exactVersion', 'branch', 'revision', or 'path' for a local package"

  fileprivate static func packageIsNoMapping(_ name: String) -> Self {
    "package '\(name)' must be a mapping"
  }
  fileprivate static func packageWithoutPlace(_ name: String) -> Self {
    "package '\(name)' has neither 'url', 'github' nor 'path'"
  }
  fileprivate static func packageWithoutVersion(_ name: String) -> Self {
    "package '\(name)' has no version requirement"
  }
  fileprivate static func unsetVersion(_ text: String, _ variable: String) -> Self {
    "'\(text)' is not a valid version: the variable '\(variable)' is not set"
  }
  fileprivate static func setVariable(_ name: String) -> Self {
    "set '\(name)' in the environment that modlint and XcodeGen run in, or write the version itself"
  }
  fileprivate static func referenceWithoutPath(_ name: String) -> Self {
    "project reference '\(name)' has no 'path'"
  }
  static func mustBeText(_ key: String) -> Self { "'\(key)' must be a string" }
}
