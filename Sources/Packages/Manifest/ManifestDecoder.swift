internal import Diagnostics

/// Makes a manifest of the values that it is written with.
///
/// What is not one of the forms that are known here is an obstacle, and so is what SwiftPM refuses
/// right away, such as two targets of one name.
struct ManifestDecoder {
  let places: SourcePlaces

  func manifest(
    _ package: ManifestCall, _ lists: [String: [ManifestElement]]
  ) throws(ManifestObstacle) -> PackageManifest {
    let start = package.arguments.first?.element.range.lowerBound ?? 0
    guard package.takes(Self.packageLabels), let name = package["name"] else {
      throw ManifestObstacle(offset: start)
    }
    var manifest = PackageManifest(name: try text(name))
    manifest.minimums = package["platforms"].map { minimums($0) } ?? []
    var count = 0
    for element in try list("products", of: package, lists) {
      manifest.products.append(try product(element))
    }
    for element in try list("dependencies", of: package, lists) {
      manifest.dependencies.append(try packageDependency(element))
    }
    for element in try list("targets", of: package, lists) {
      let target = try target(element)
      count += 1 + target.dependencies.count
      // A constant may name many dependencies in few bytes.
      guard count <= Limits.manifestDeclarations else {
        throw ManifestObstacle(offset: element.range.lowerBound)
      }
      manifest.targets.append(target)
    }
    try requireDistinct(manifest.targets.map(\.name), at: start)
    try requireDistinct(manifest.products.map(\.name), at: start)
    return manifest
  }

  private func list(
    _ member: String, of package: ManifestCall, _ lists: [String: [ManifestElement]]
  ) throws(ManifestObstacle) -> [ManifestElement] {
    if let list = lists[member] { return list }
    return try package[member].map(list) ?? []
  }

  private static let packageLabels = [
    "name", "defaultLocalization", "platforms", "pkgConfig", "providers", "products", "traits",
    "dependencies", "targets", "swiftLanguageModes", "swiftLanguageVersions", "cLanguageStandard",
    "cxxLanguageStandard",
  ]

  private func requireDistinct(_ names: [String], at offset: Int) throws(ManifestObstacle) {
    guard Set(names).count == names.count, !names.contains("") else {
      throw ManifestObstacle(offset: offset)
    }
  }
}

// Products and packages.
extension ManifestDecoder {
  private func product(
    _ element: ManifestElement
  ) throws(ManifestObstacle) -> PackageManifest.Product {
    let call = try call(element)
    var kind: PackageManifest.Product.Kind
    switch call.name {
    case "library": kind = .automatic
    case "executable": kind = .executable
    case "plugin": kind = .plugin
    default: throw ManifestObstacle(offset: element.range.lowerBound)
    }
    guard call.takes(kind == .automatic ? ["name", "type", "targets"] : ["name", "targets"]),
      let name = call["name"], let targets = call["targets"]
    else { throw ManifestObstacle(offset: element.range.lowerBound) }
    switch call["type"]?.value {
    case nil, .null: break
    case .member("static", _): kind = .static
    case .member("dynamic", _): kind = .dynamic
    default: throw ManifestObstacle(offset: element.range.lowerBound)
    }
    var references: [PackageManifest.Reference] = []
    for target in try list(targets) {
      references.append(.init(name: try text(target), location: places.range(target.range)))
    }
    return PackageManifest.Product(
      name: try text(name), kind: kind, targets: references, location: places.range(name.range))
  }

  private func packageDependency(
    _ element: ManifestElement
  ) throws(ManifestObstacle) -> PackageManifest.PackageDependency {
    let call = try call(element)
    let obstacle = ManifestObstacle(offset: element.range.lowerBound)
    guard call.name == "package", call.takes(Self.packageDependencyLabels) else { throw obstacle }
    let source: PackageManifest.PackageDependency.Source
    if let path = call["path"] {
      source = .path(try text(path))
    } else if let url = call["url"] {
      source = .url(try text(url))
    } else if let id = call["id"] {
      source = .registry(try text(id))
    } else {
      throw obstacle
    }
    var result = PackageManifest.PackageDependency(
      source: source, location: places.range(element.range))
    if let name = call["name"], case .text(let text) = name.value { result.name = text }
    result.requirement = Self.requirement(call)
    return result
  }

  private static let packageDependencyLabels = [
    "name", "path", "url", "id", "from", "exact", "branch", "revision", "", "traits",
  ]

  /// In the words in which that of a spec is kept.
  private static func requirement(_ call: ManifestCall) -> String? {
    for (label, word) in [("from", "from"), ("exact", "exact")] {
      if case .text(let version)? = call[label]?.value { return "\(word) \(version)" }
    }
    for label in ["branch", "revision"] {
      if case .text(let name)? = call[label]?.value { return "\(label) \(name)" }
    }
    switch call[""]?.value {
    case .versions(let low, let through, let high):
      return "from \(low) \(through ? "through" : "to") \(high)"
    case .call(let requirement):
      guard case .text(let version)? = requirement.arguments.first?.element.value else {
        return nil
      }
      switch requirement.name {
      case "upToNextMajor", "from": return "from \(version)"
      case "upToNextMinor": return "minor \(version)"
      case "exact", "exactItem": return "exact \(version)"
      case "branch", "branchItem": return "branch \(version)"
      case "revision", "revisionItem": return "revision \(version)"
      default: return nil
      }
    default: return nil
    }
  }
}

// Targets.
extension ManifestDecoder {
  private func target(
    _ element: ManifestElement
  ) throws(ManifestObstacle) -> PackageManifest.Target {
    let call = try call(element)
    let obstacle = ManifestObstacle(offset: element.range.lowerBound)
    guard let kind = Self.kinds[call.name], call.takes(Self.targetLabels), let name = call["name"]
    else { throw obstacle }
    var target = PackageManifest.Target(
      name: try text(name), kind: kind, location: places.range(name.range))
    if let path = call["path"], !path.isNull { target.path = try text(path) }
    decodeSources(call, into: &target)
    for dependency in try call["dependencies"].map(list) ?? [] {
      target.dependencies.append(try self.dependency(dependency))
    }
    if let plugins = call["plugins"], !plugins.isNull {
      for plugin in try list(plugins) { target.plugins.append(try self.plugin(plugin)) }
    }
    return target
  }

  /// Ignores a list that is not a literal: few rules need it, so the manifest is not computed for
  /// it.
  private func decodeSources(_ call: ManifestCall, into target: inout PackageManifest.Target) {
    do throws(ManifestObstacle) {
      if let exclude = call["exclude"] {
        for path in try list(exclude) { target.exclude.append(try text(path)) }
      }
      if let sources = call["sources"], !sources.isNull {
        var paths: [String] = []
        for path in try list(sources) { paths.append(try text(path)) }
        target.sources = paths
      }
      if let resources = call["resources"], !resources.isNull {
        for resource in try list(resources) {
          let rule = try self.call(resource)
          guard let path = rule.arguments.first?.element else { continue }
          target.resources.append(try text(path))
        }
      }
      if let headers = call["publicHeadersPath"], !headers.isNull {
        target.publicHeadersPath = try text(headers)
      }
    } catch {
      target.hasUnknownSources = true
    }
  }

  static let kinds: [String: PackageManifest.Target.Kind] = [
    "target": .regular, "executableTarget": .executable, "testTarget": .test, "macro": .macro,
    "plugin": .plugin, "systemLibrary": .system, "binaryTarget": .binary,
  ]

  /// Of all kinds together.
  private static let targetLabels = [
    "name", "capability", "dependencies", "path", "exclude", "sources", "resources",
    "publicHeadersPath", "packageAccess", "cSettings", "cxxSettings", "swiftSettings",
    "linkerSettings", "plugins", "url", "checksum", "pkgConfig", "providers",
  ]

  private func dependency(
    _ element: ManifestElement
  ) throws(ManifestObstacle) -> PackageManifest.Dependency {
    let location = places.range(element.range)
    if case .text(let name) = element.value {
      return PackageManifest.Dependency(kind: .byName, name: name, location: location)
    }
    let call = try call(element)
    let kind: PackageManifest.Dependency.Kind
    switch call.name {
    case "byName", "byNameItem": kind = .byName
    case "target", "targetItem": kind = .target
    case "product", "productItem": kind = .product
    default: throw ManifestObstacle(offset: element.range.lowerBound)
    }
    guard call.takes(["name", "package", "moduleAliases", "condition"]), let name = call["name"],
      kind == .product || call["package"] == nil
    else { throw ManifestObstacle(offset: element.range.lowerBound) }
    var result = PackageManifest.Dependency(
      kind: kind, name: try text(name), location: location)
    if let package = call["package"], !package.isNull { result.package = try text(package) }
    if let aliases = call["moduleAliases"], !aliases.isNull { result.renamesModules = true }
    if let condition = call["condition"] { result.platforms = try platforms(condition) }
    return result
  }

  private func plugin(
    _ element: ManifestElement
  ) throws(ManifestObstacle) -> PackageManifest.Dependency {
    var result = PackageManifest.Dependency(
      kind: .byName, name: "", location: places.range(element.range))
    if case .text(let name) = element.value {
      result.name = name
      return result
    }
    let call = try call(element)
    guard call.name == "plugin", call.takes(["name", "package"]), let name = call["name"] else {
      throw ManifestObstacle(offset: element.range.lowerBound)
    }
    result.name = try text(name)
    if let package = call["package"], !package.isNull {
      result.package = try text(package)
      result.kind = .product
    }
    return result
  }

  /// The oldest versions that `platforms:` of the package names; none if one of them is no literal.
  func minimums(_ platforms: ManifestElement) -> [PackageManifest.Minimum] {
    guard case .list(let elements) = platforms.value else { return [] }
    var minimums: [PackageManifest.Minimum] = []
    for element in elements {
      guard case .call(let call) = element.value, call.arguments.count == 1 else { return [] }
      let version: String
      switch call.arguments[0].element.value {
      case .text(let text): version = text
      case .member(let name, _) where name.hasPrefix("v"):
        version = name.dropFirst().split(separator: "_").joined(separator: ".")
      default: return []
      }
      minimums.append(
        .init(
          platform: call.name.lowercased(), version: version,
          location: places.range(element.range)))
    }
    return minimums
  }

  /// The platforms that a condition names; nil if it does not speak of them.
  private func platforms(_ condition: ManifestElement) throws(ManifestObstacle) -> [String]? {
    if condition.isNull { return nil }
    let call = try call(condition)
    guard call.name == "when" else { throw ManifestObstacle(offset: condition.range.lowerBound) }
    guard let platforms = call["platforms"], !platforms.isNull else { return nil }
    var names: [String] = []
    for platform in try list(platforms) {
      switch platform.value {
      case .member(let name, _): names.append(name.lowercased())
      case .call(let custom) where custom.name == "custom" && custom.arguments.count == 1:
        names.append(try text(custom.arguments[0].element).lowercased())
      default: throw ManifestObstacle(offset: platform.range.lowerBound)
      }
    }
    return names
  }
}

// Values of a type.
extension ManifestDecoder {
  private func text(_ element: ManifestElement) throws(ManifestObstacle) -> String {
    guard case .text(let text) = element.value, text.utf8.count <= Limits.nameLength else {
      throw ManifestObstacle(offset: element.range.lowerBound)
    }
    return text
  }

  private func list(_ element: ManifestElement) throws(ManifestObstacle) -> [ManifestElement] {
    guard case .list(let list) = element.value else {
      throw ManifestObstacle(offset: element.range.lowerBound)
    }
    return list
  }

  private func call(_ element: ManifestElement) throws(ManifestObstacle) -> ManifestCall {
    guard case .call(let call) = element.value else {
      throw ManifestObstacle(offset: element.range.lowerBound)
    }
    return call
  }
}

extension ManifestElement {
  fileprivate var isNull: Bool {
    if case .null = value { true } else { false }
  }
}
