internal import Diagnostics

/// Decodes a manifest from its values.
///
/// Values of unsupported forms are obstacles, and so are errors that SwiftPM rejects immediately,
/// such as two targets with the same name.
struct ManifestDecoder {
  let places: SourcePlaces
  let objects: ManifestObjects

  func manifest(_ package: ManifestCall) throws(ManifestObstacle) -> PackageManifest {
    let start = package.arguments.first?.element.range.lowerBound ?? 0
    let package = objects.current(package)
    guard let name = package["name"] else { throw ManifestObstacle(offset: start) }
    var manifest = PackageManifest(name: try text(name))
    manifest.minimums = package["platforms"].map { minimums($0) } ?? []
    manifest.products = try list("products", of: package).map(product)
    manifest.dependencies = try list("dependencies", of: package).map(packageDependency)
    let packages = Set(manifest.dependencies.flatMap(\.names))
    var count = 0
    for element in try list("targets", of: package) {
      var target = try target(element)
      if try call(element).changes["plugins"] != nil {
        // A loop may add a tool to all targets that only some machines have.
        target.plugins.removeAll { $0.package.map { !packages.contains($0.lowercased()) } ?? false }
      }
      count += 1 + target.dependencies.count
      // A short constant may contain many dependencies.
      guard count <= Limits.manifestDeclarations else { throw element.obstacle }
      manifest.targets.append(target)
    }
    try requireDistinct(manifest.targets.map(\.name), at: start)
    try requireDistinct(manifest.products.map(\.name), at: start)
    return manifest
  }

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
    default: throw element.obstacle
    }
    guard let name = call["name"], let targets = call["targets"] else { throw element.obstacle }
    switch call["type"]?.value {
    case nil, .null: break
    case .member("static", _): kind = .static
    case .member("dynamic", _): kind = .dynamic
    default: throw element.obstacle
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
    guard call.name == "package" else { throw element.obstacle }
    let sources: [(label: String, create: (String) -> PackageManifest.PackageDependency.Source)] = [
      ("path", { .path($0) }), ("url", { .url($0) }), ("id", { .registry($0) }),
    ]
    guard let (label, create) = sources.first(where: { call[$0.label] != nil }),
      let place = call[label]
    else { throw element.obstacle }
    return PackageManifest.PackageDependency(
      source: create(try text(place)), name: call["name"]?.value.text,
      requirement: Self.requirement(call),
      location: places.range(element.range))
  }

  /// Returns the requirement in the canonical form of specs.
  private static func requirement(_ call: ManifestCall) -> String? {
    for label in ["from", "exact", "branch", "revision"] {
      if let version = call[label]?.value.text { return "\(label) \(version)" }
    }
    switch call[""]?.value {
    case .versions(let low, let through, let high):
      return "from \(low) \(through ? "through" : "to") \(high)"
    case .call(let requirement):
      guard let word = requirements[requirement.name.replacing("Item", with: "")],
        let version = requirement.arguments.first?.element.value.text
      else { return nil }
      return "\(word) \(version)"
    default: return nil
    }
  }

  private static let requirements = [
    "upToNextMajor": "from", "from": "from", "upToNextMinor": "minor", "exact": "exact",
    "branch": "branch", "revision": "revision",
  ]
}

// Targets.
extension ManifestDecoder {
  private func target(
    _ element: ManifestElement
  ) throws(ManifestObstacle) -> PackageManifest.Target {
    let call = try call(element)
    guard let kind = Self.kinds[call.name], let name = call["name"] else {
      throw element.obstacle
    }
    var target = PackageManifest.Target(
      name: try text(name), kind: kind, location: places.range(name.range))
    target.path = try text("path", of: call)
    decodeSources(call, into: &target)
    target.dependencies = try list("dependencies", of: call).map(dependency)
    target.plugins = try list("plugins", of: call).map(dependency)
    return target
  }

  /// Ignores a list that is not a literal: few rules need it, so the manifest is not computed for
  /// it.
  private func decodeSources(_ call: ManifestCall, into target: inout PackageManifest.Target) {
    do throws(ManifestObstacle) {
      if let exclude = call["exclude"] { target.exclude = try texts(exclude) }
      if let sources = call.given("sources") { target.sources = try texts(sources) }
      for resource in try list("resources", of: call) {
        guard let path = try self.call(resource).arguments.first?.element else { continue }
        target.resources.append(try text(path))
      }
      target.publicHeadersPath = try text("publicHeadersPath", of: call)
    } catch {
      target.hasUnknownSources = true
    }
  }

  static let kinds: [String: PackageManifest.Target.Kind] = [
    "target": .regular, "executableTarget": .executable, "testTarget": .test, "macro": .macro,
    "plugin": .plugin, "systemLibrary": .system, "binaryTarget": .binary,
  ]

  /// Decodes a dependency, or the use of a plug-in.
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
    case "plugin": kind = call.given("package") == nil ? .byName : .product
    default: throw element.obstacle
    }
    guard let name = call["name"], kind == .product || call.given("package") == nil else {
      throw element.obstacle
    }
    var result = PackageManifest.Dependency(
      kind: kind, name: try text(name), location: location)
    result.package = try text("package", of: call)
    result.renamesModules = call.given("moduleAliases") != nil
    if let condition = call.given("condition") { result.platforms = try platforms(condition) }
    return result
  }

  /// Returns the oldest versions in `platforms:` of the package; none if one of them is not a
  /// literal.
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

  /// Returns the platforms in a condition; nil if it has none.
  private func platforms(_ condition: ManifestElement) throws(ManifestObstacle) -> [String]? {
    // A condition that is computed may hold everywhere.
    if case .other = condition.value { return nil }
    let call = try call(condition)
    guard call.name == "when" else { throw condition.obstacle }
    guard let platforms = call.given("platforms"), platforms.value.list != nil else { return nil }
    var names: [String] = []
    for platform in try list(platforms) {
      switch platform.value {
      case .member(let name, _): names.append(name.lowercased())
      case .call(let custom) where custom.name == "custom" && custom.arguments.count == 1:
        names.append(try text(custom.arguments[0].element).lowercased())
      default: throw platform.obstacle
      }
    }
    return names
  }
}

// Values of a type.
extension ManifestDecoder {
  private func text(_ element: ManifestElement) throws(ManifestObstacle) -> String {
    guard case .text(let text) = element.value, text.utf8.count <= Limits.nameLength else {
      throw element.obstacle
    }
    return text
  }

  private func list(_ element: ManifestElement) throws(ManifestObstacle) -> [ManifestElement] {
    guard let list = element.value.list else { throw element.obstacle }
    return list
  }

  private func text(_ label: String, of call: ManifestCall) throws(ManifestObstacle) -> String? {
    guard let element = call.given(label) else { return nil }
    return try text(element)
  }

  private func list(
    _ label: String, of call: ManifestCall
  ) throws(ManifestObstacle) -> [ManifestElement] {
    guard let element = call.given(label) else { return [] }
    return try list(element)
  }

  private func texts(_ element: ManifestElement) throws(ManifestObstacle) -> [String] {
    try list(element).map(text)
  }

  private func call(_ element: ManifestElement) throws(ManifestObstacle) -> ManifestCall {
    guard case .call(let call) = element.value else { throw element.obstacle }
    return objects.current(call)
  }
}

extension PackageManifest.PackageDependency {
  /// The names in lower case by which targets may refer to the package.
  fileprivate var names: [String] {
    let place =
      switch source {
      case .path(let text), .url(let text), .registry(let text): text.lowercased()
      }
    let last = place.split(separator: "/").last.map(String.init) ?? ""
    let identity = last.hasSuffix(".git") ? String(last.dropLast(4)) : last
    return [place, identity] + (name.map { [$0.lowercased()] } ?? [])
  }
}

extension ManifestElement {
  fileprivate var obstacle: ManifestObstacle { ManifestObstacle(offset: range.lowerBound) }
}

extension ManifestCall {
  /// Returns the argument with the label; nil without one, and for `nil`.
  fileprivate func given(_ label: String) -> ManifestElement? {
    guard let element = self[label] else { return nil }
    if case .null = element.value { return nil }
    return element
  }
}
