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
  /// requirement is invalid.
  ///
  /// Ignores values that are neither text nor floats if another key has a valid one.
  private mutating func requirement(of package: NodeID, named name: String) -> String? {
    let exact = version(.exactVersion, of: package) ?? version(.version, of: package)
    if let exact { return checked(exact, "exact ") }
    if let revision = version(.revision, of: package) { return "revision " + revision.text }
    if let branch = version(.branch, of: package) { return "branch " + branch.text }
    if let low = tree.value(of: package, for: .minVersion),
      let high = tree.value(of: package, for: .maxVersion)
    {
      return range(from: low, to: high)
    }
    if let minor = version(.minorVersion, of: package) { return checked(minor, "minor ") }
    let major = version(.majorVersion, of: package) ?? version(.from, of: package)
    if let major { return checked(major, "from ") }
    let keys: [SpecKey] = [
      .exactVersion, .version, .revision, .branch, .minorVersion, .majorVersion, .from,
    ]
    if let written = keys.compactMap({ tree.value(of: package, for: $0) }).first {
      reportNoText(written)
    } else {
      checker.reportMissing(.packageWithoutVersion(name), at: package, help: [.giveVersion])
    }
    return nil
  }

  /// Returns the version under `key` as text, with its node.
  private func version(_ key: SpecKey, of package: NodeID) -> (node: NodeID, text: String)? {
    guard let value = tree.value(of: package, for: key) else { return nil }
    switch tree.type(of: value) {
    case .text: return (value, tree.string(value))
    case .float(let number): return (value, "\(number)")
    case .int(let number) where tree.isJSONNumber(value): return (value, "\(Double(number))")
    default: return nil
    }
  }

  /// Returns the requirement of `minVersion` and `maxVersion`, which must be strings.
  private mutating func range(from low: NodeID, to high: NodeID) -> String? {
    for bound in [low, high] where !tree.isText(bound) {
      reportNoText(bound)
      return nil
    }
    guard let first = checked((low, tree.string(low)), "from "),
      let last = checked((high, tree.string(high)), " to ")
    else { return nil }
    return first + last
  }

  private mutating func checked(
    _ version: (node: NodeID, text: String), _ prefix: String
  ) -> String? {
    if SemanticVersion.isValid(version.text) { return prefix + version.text }
    let isExpanded = spec.traits.contains(.expandedVariables)
    let variable = !isExpanded ? nil : firstVariable(in: version.text)
    checker.report(
      .badVersion(version.text, unset: variable), at: version.node,
      help: variable.map { [.setVariable($0)] } ?? [])
    return nil
  }

  private mutating func reportNoText(_ version: NodeID) {
    let help: [Diagnostic.Message] =
      tree.isScalar(version) ? [.quoteVersion(tree.string(version))] : []
    checker.report(.versionIsNoText, at: version, help: help)
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

/// Versions in the syntax of the package Version 2.0: up to three numbers, with a leading `v` and a
/// suffix after `-` or `+`.
enum SemanticVersion {
  static func isValid(_ text: String) -> Bool {
    var rest = text.utf8[...]
    if rest.first == UInt8(ascii: "v") { rest = rest.dropFirst() }
    let end = rest.firstIndex(of: UInt8(ascii: "-")) ?? rest.firstIndex(of: UInt8(ascii: "+"))
    let core = end.map { rest[..<$0] } ?? rest
    let numbers = core.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard 1...3 ~= numbers.count else { return false }
    return numbers.allSatisfy { number in
      // `Int` fails for numbers that are too large, as in that package.
      Int(Substring(number)) != nil
    }
  }
}

extension Diagnostic.Message {
  fileprivate static let giveVersion: Self =
    "give it 'from', 'exactVersion', 'branch', 'revision', or 'path' for a local package"
  fileprivate static let versionIsNoText: Self = "a version must be a string"

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
  fileprivate static func badVersion(_ text: String, unset variable: String?) -> Self {
    let reason = variable.map { ": the variable '\($0)' is not set" } ?? ""
    return Self("'\(text)' is not a valid version" + reason)
  }
  fileprivate static func setVariable(_ name: String) -> Self {
    "set '\(name)' in the environment that modlint and XcodeGen run in, or write the version itself"
  }
  fileprivate static func referenceWithoutPath(_ name: String) -> Self {
    "project reference '\(name)' has no 'path'"
  }
  static func mustBeText(_ key: String) -> Self { "'\(key)' must be a string" }
}
