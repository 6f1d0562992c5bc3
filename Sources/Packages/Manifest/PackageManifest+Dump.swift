public import Diagnostics
internal import YAML

extension PackageManifest {
  /// Parses the output of `swift package dump-package`; returns nil for other texts.
  ///
  /// The format has no published specification; the keys are those of SwiftPM 5.5 to 6.3. It does
  /// not contain locations in the manifest.
  ///
  /// - Parameters:
  ///   - json: The output.
  ///   - location: The location of all declarations.
  public init?(dump json: [UInt8], location: SourceRange) {
    guard let (tree, root) = JSONParser.mapping(json), let name = tree.text(of: root, "name") else {
      return nil
    }
    let dump = DumpDecoder(tree: tree, location: location)
    self.name = name
    products = tree.list(of: root, "products").compactMap { dump.product($0) }
    targets = tree.list(of: root, "targets").compactMap { dump.target($0) }
    toolsVersion = tree.value(of: root, for: "toolsVersion")
      .flatMap { tree.text(of: $0, "_version") }.flatMap { ToolsVersion($0) }
    minimums = tree.list(of: root, "platforms").compactMap { dump.minimum($0) }
    dependencies = tree.list(of: root, "dependencies").compactMap { dump.packageDependency($0) }
  }
}

private struct DumpDecoder {
  let tree: Tree
  let location: SourceRange

  func product(_ node: NodeID) -> PackageManifest.Product? {
    guard let name = tree.text(of: node, "name"), let type = tree.value(of: node, for: "type")
    else { return nil }
    let library = tree.list(of: type, "library").first.flatMap { tree.textValue($0) }
    let kind =
      tree.value(of: type, for: "executable") != nil
      ? "executable" : tree.value(of: type, for: "plugin") != nil ? "plugin" : library
    return .init(
      name: name, kind: kind.flatMap { .init(rawValue: $0) } ?? .automatic,
      targets: tree.list(of: node, "targets").compactMap { tree.textValue($0) }
        .map { .init(name: $0, location: location) }, location: location)
  }

  func minimum(_ node: NodeID) -> PackageManifest.Minimum? {
    guard let platform = tree.text(of: node, "platformName"),
      let version = tree.text(of: node, "version")
    else { return nil }
    return .init(platform: platform.lowercased(), version: version, location: location)
  }

  func target(_ node: NodeID) -> PackageManifest.Target? {
    guard let name = tree.text(of: node, "name"),
      let kind = tree.text(of: node, "type").flatMap({ PackageManifest.Target.Kind(rawValue: $0) })
    else { return nil }
    return .init(
      name: name, kind: kind, path: tree.text(of: node, "path"),
      exclude: tree.list(of: node, "exclude").compactMap { tree.textValue($0) },
      resources: tree.list(of: node, "resources").compactMap { tree.text(of: $0, "path") },
      sources: tree.value(of: node, for: "sources")
        .map { tree.elements(of: $0).compactMap { tree.textValue($0) } },
      publicHeadersPath: tree.text(of: node, "publicHeadersPath"),
      dependencies: tree.list(of: node, "dependencies").compactMap { dependency($0) },
      plugins: tree.list(of: node, "pluginUsages").compactMap { plugin($0) }, location: location)
  }

  private func dependency(_ node: NodeID) -> PackageManifest.Dependency? {
    let kinds: [(StaticString, PackageManifest.Dependency.Kind)] = [
      ("byName", .byName), ("target", .target), ("product", .product),
    ]
    for (key, kind) in kinds {
      let values = tree.list(of: node, key)
      guard let name = values.first.flatMap({ tree.textValue($0) }) else { continue }
      var result = PackageManifest.Dependency(kind: kind, name: name, location: location)
      if kind == .product, values.count > 1 { result.package = tree.textValue(values[1]) }
      if kind == .product, values.count > 3 { result.renamesModules = tree.isMapping(values[2]) }
      let condition = values.last.flatMap { tree.value(of: $0, for: "platformNames") }
      result.platforms = condition.map { tree.elements(of: $0).compactMap { tree.textValue($0) } }
      if result.platforms == [] { result.platforms = nil }
      return result
    }
    return nil
  }

  private func plugin(_ node: NodeID) -> PackageManifest.Dependency? {
    let values = tree.list(of: node, "plugin")
    guard let name = values.first.flatMap({ tree.textValue($0) }) else { return nil }
    let package = values.count > 1 ? tree.textValue(values[1]) : nil
    return .init(
      kind: package == nil ? .byName : .product, name: name, package: package, location: location)
  }

  func packageDependency(_ node: NodeID) -> PackageManifest.PackageDependency? {
    let name = "nameForTargetDependencyResolutionOnly" as StaticString
    if let folder = tree.list(of: node, "fileSystem").first,
      let path = tree.text(of: folder, "path")
    {
      return .init(source: .path(path), name: tree.text(of: folder, name), location: location)
    }
    if let entry = tree.list(of: node, "registry").first {
      guard let identity = tree.text(of: entry, "identity") else { return nil }
      return .init(
        source: .registry(identity), requirement: requirement(entry), location: location)
    }
    guard let entry = tree.list(of: node, "sourceControl").first,
      let place = tree.value(of: entry, for: "location")
    else { return nil }
    let remote = tree.list(of: place, "remote").first.flatMap { tree.text(of: $0, "urlString") }
    let local = tree.list(of: place, "local").first.flatMap { tree.textValue($0) }
    guard let url = remote ?? local else { return nil }
    return .init(
      source: .url(url), name: tree.text(of: entry, name), requirement: requirement(entry),
      location: location)
  }

  private func requirement(_ entry: NodeID) -> String? {
    guard let node = tree.value(of: entry, for: "requirement") else { return nil }
    for key: StaticString in ["exact", "branch", "revision"] {
      let value = tree.list(of: node, key).first.flatMap { tree.textValue($0) }
      if let value { return "\(key) \(value)" }
    }
    guard let range = tree.list(of: node, "range").first,
      let low = tree.text(of: range, "lowerBound"), let high = tree.text(of: range, "upperBound")
    else { return nil }
    let numbers = low.split(separator: "-")[0].split(separator: ".").compactMap { Int($0) }
    guard numbers.count == 3 else { return "from \(low) to \(high)" }
    if high == "\(numbers[0] + 1).0.0" { return "from \(low)" }
    if high == "\(numbers[0]).\(numbers[1] + 1).0" { return "minor \(low)" }
    return "from \(low) to \(high)"
  }
}

extension Tree {
  fileprivate func text(of node: NodeID, _ key: StaticString) -> String? {
    value(of: node, for: key).flatMap { textValue($0) }
  }

  fileprivate func list(of node: NodeID, _ key: StaticString) -> [NodeID] {
    value(of: node, for: key).map { elements(of: $0) } ?? []
  }
}
